import type { Page } from '@playwright/test'

/** A PNG picture with content, drawn by the browser. */
export async function draw(page: Page, colour: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 480
    canvas.height = 320
    const context = canvas.getContext('2d')!
    context.fillStyle = fill
    context.fillRect(0, 0, 480, 320)
    return canvas.toDataURL('image/png')
  }, colour)
  return Buffer.from(url.split(',')[1]!, 'base64')
}
