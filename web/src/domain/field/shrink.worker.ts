/** The photo as a smaller JPEG; null where it cannot be decoded. */
export type Shrunk = Blob | null

const MOST_PIXELS = 2560
const QUALITY = 0.85

async function shrink(file: Blob): Promise<Shrunk> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const part = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * part)),
    Math.max(1, Math.round(picture.height * part)),
  )
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  shrink(data).then(
    (small) => postMessage(small),
    () => postMessage(null),
  )
})
