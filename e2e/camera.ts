import type { Page } from '@playwright/test'

/** A photo of a camera: a JPEG of several megabytes, too noisy to become small by itself. */
export async function largePhoto(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 3200
    canvas.height = 2400
    const context = canvas.getContext('2d')!
    const noise = context.createImageData(3200, 200)
    for (let at = 0; at < noise.data.length; at++) noise.data[at] = Math.random() * 256
    for (let y = 0; y < 2400; y += 200) context.putImageData(noise, 0, y)
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  return Buffer.from(url.split(',')[1]!, 'base64')
}
