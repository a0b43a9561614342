import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage, type Image } from '@napi-rs/canvas'
import pixelmatch from 'pixelmatch'

import { listPictures, writeSheets, type Labelled } from './sheets.ts'

export interface Difference {
  /** `<group>/<title>`, for example "data-light-1440/taskCenter". */
  picture: string
  /** Of the pixels, 0 to 1; 1 also if the picture exists on one side only or has another size. */
  share: number
}

/** Differences of fewer pixels are clocks and times. */
const least = 0.0005

/**
 * Compares two folders of pictures, the most changed first. Sheets with before, after and what changed are written to
 * `into`, which is emptied.
 */
export async function compareFolders(before: string, after: string, into: string): Promise<Difference[]> {
  rmSync(into, { recursive: true, force: true })
  const names = new Set(
    [before, after].flatMap((folder) =>
      [...listPictures(folder)]
        .filter(([group]) => group !== 'sheets')
        .flatMap(([group, titles]) => titles.map((title) => `${group}/${title}`)),
    ),
  )
  const found: (Difference & Labelled)[] = []
  for (const picture of names) {
    const paths = [before, after].map((folder) => join(folder, `${picture}.png`))
    const images = await Promise.all(paths.filter((path) => existsSync(path)).map((path) => loadImage(path)))
    const { share, pictures } = compare(images)
    if (share >= least)
      found.push({ picture, share, label: `${picture} ${(share * 100).toFixed(1)} %`, pictures })
  }
  found.sort((a, b) => b.share - a.share)
  if (found.length > 0) writeSheets(into, 'difference', found, 2)
  return found
}

function compare(images: Image[]): { share: number; pictures: Labelled['pictures'] } {
  const [before, after] = images
  if (!before || !after || before.width !== after.width || before.height !== after.height)
    return { share: 1, pictures: images }
  const { width, height } = before
  const changed = createCanvas(width, height)
  const context = changed.getContext('2d')
  const result = context.createImageData(width, height)
  const count = pixelmatch(pixelsOf(before), pixelsOf(after), result.data, width, height)
  context.putImageData(result, 0, 0)
  return { share: count / (width * height), pictures: [before, after, changed] }
}

function pixelsOf(image: Image): Uint8ClampedArray {
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height).data
}
