import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** A PDF's first page as a PNG, at most `most` pixels wide and high; throws if it cannot be drawn. */
export async function firstPageOf(bytes: Buffer, most: number): Promise<Buffer> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: join(folder, 'cmaps') + sep,
    standardFontDataUrl: join(folder, 'standard_fonts') + sep,
    wasmUrl: join(folder, 'wasm') + sep,
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: 50_000_000,
    stopAtErrors: false,
    verbosity: 0,
  })
  try {
    const page = await (await task.promise).getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: Math.min(2, most / Math.max(width, height)) })
    const canvas = createCanvas(
      Math.min(most, Math.max(1, Math.round(viewport.width))),
      Math.min(most, Math.max(1, Math.round(viewport.height))),
    )
    // The types only know the browser's canvas; this one has the same methods.
    type Canvas = Parameters<typeof page.render>[0]['canvas']
    await page.render({ canvas: canvas as unknown as Canvas, viewport, background: '#ffffff' }).promise
    return await canvas.encode('png')
  } finally {
    await task.destroy()
  }
}
