import { pictureOf } from './picture.ts'

/** Pixels of the file for each one of the picture, and the most that browsers draw along one side. */
const SHARPNESS = 2
const MOST_PIXELS = 8192

async function loaded(image: string, page: Document): Promise<HTMLImageElement> {
  const element = page.createElement('img')
  element.src = image
  await element.decode()
  return element
}

/** The picture as a PNG file. */
export async function pngOf(image: string): Promise<Blob> {
  const { width, height } = pictureOf(image)
  const scale = Math.min(SHARPNESS, MOST_PIXELS / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')!.drawImage(await loaded(image, document), 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? new Blob()), 'image/png')
  })
}

/** Prints the picture alone, as wide as the paper. */
export async function printPicture(image: string, title: string): Promise<void> {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden'
  document.body.append(frame)
  const { contentDocument: page, contentWindow: view } = frame
  if (!page || !view) return
  page.title = title
  const element = await loaded(image, page)
  element.style.cssText = 'width:100%;max-height:100vh;object-fit:contain'
  page.body.append(element)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
