import type { Locator, Page } from '@playwright/test'

/** One second of video in one colour, recorded by the browser: MP4, or WebM where MP4 is not supported. */
export async function film(
  page: Page,
  fill: string,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const { type, base64 } = await page.evaluate(async (colour) => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 360
    const context = canvas.getContext('2d')!
    const paint = () => {
      context.fillStyle = colour
      context.fillRect(0, 0, 640, 360)
    }
    paint()
    const kind = ['video/mp4', 'video/webm'].find((each) => MediaRecorder.isTypeSupported(each))!
    const stream = canvas.captureStream(30)
    const paintFrames = async (count: number) => {
      for (let frame = 0; frame < count; frame++) {
        paint()
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    }
    // The stream's first frames may still be without the painting, which a player of the stream tells.
    const player = document.createElement('video')
    Object.assign(player, { srcObject: stream, muted: true })
    await player.play()
    const seen = document.createElement('canvas').getContext('2d')!
    const greenOf = () => {
      seen.drawImage(player, 0, 0, 1, 1)
      return seen.getImageData(0, 0, 1, 1).data[1]!
    }
    do await paintFrames(5)
    while (Math.abs(greenOf() - parseInt(colour.slice(3, 5), 16)) > 12)
    const recorder = new MediaRecorder(stream, { mimeType: kind })
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    const stopped = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    await paintFrames(30)
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return { type: kind, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  }, fill)
  return { name: `巡检.${type.split('/')[1]}`, mimeType: type, buffer: Buffer.from(base64, 'base64') }
}

/** The colour in the middle of a rendered picture. */
export const colourOf = (picture: Locator): Promise<number[]> =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    const context = canvas.getContext('2d')!
    context.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
  })
