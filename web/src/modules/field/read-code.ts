import { drawn } from './drawn.ts'

/** The browser's own reader, which Android and macOS have; the types of the page leave it out. */
type Detector = { detect: (image: ImageBitmapSource) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** The QR code in a picture; null if there is none. */
export type ReadCode = (picture: HTMLVideoElement | ImageBitmap) => Promise<string | null>

/** The reader of this browser, or else one in a script, which is loaded for it. */
export async function openReader(): Promise<ReadCode> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = await Native?.getSupportedFormats().catch((): string[] => [])
  if (Native && formats?.includes('qr_code')) {
    const detector = new Native({ formats: ['qr_code'] })
    return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null
  }
  const { default: decode } = await import('qr/decode.js')
  return async (picture) => {
    const pixels = drawn(picture)
    if (!pixels) return null
    try {
      return decode(pixels)
    } catch {
      // It throws where it finds none.
      return null
    }
  }
}
