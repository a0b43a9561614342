import type { Page } from '@playwright/test'

/** A second of film, recorded by the browser from a canvas. */
export async function record(page: Page): Promise<Buffer> {
  const url = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 240
    const context = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let at = 0; at < 20; at++) {
      context.fillStyle = `hsl(${at * 18} 70% 45%)`
      context.fillRect(0, 0, 320, 240)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    recorder.stop()
    await ended
    return new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(String(reader.result)))
      reader.readAsDataURL(new Blob(parts))
    })
  })
  return Buffer.from(url.split(',')[1]!, 'base64')
}

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
