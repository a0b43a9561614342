/** Larger pictures take longer and are read no better. */
const MOST_PIXELS = 1024

/** The pixels of a picture; null before a film has begun. */
export function drawn(picture: HTMLVideoElement | ImageBitmap): ImageData | null {
  const [width, height] =
    picture instanceof HTMLVideoElement
      ? [picture.videoWidth, picture.videoHeight]
      : [picture.width, picture.height]
  if (width === 0 || height === 0) return null
  const part = Math.min(1, MOST_PIXELS / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * part)
  canvas.height = Math.round(height * part)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}
