import { MAX_PIXELS } from '@heliodesk/contract/files.ts'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import readExif from 'exif-reader'
import sharp from 'sharp'
import { firstPageOf } from './papers.ts'
import type { Look, Task } from './workshop.ts'

export const THUMBNAIL_PIXELS = 320
export const PREVIEW_PIXELS = 2048
/** A bitmap is decoded as a whole. */
const MAX_BITMAP_PIXELS = 40_000_000

sharp.cache(false)
sharp.concurrency(1)

/** null if it cannot be read. The smaller pictures contain no EXIF data. */
export async function look({ bytes, mediaType, derive }: Task): Promise<Look | null> {
  if (mediaType === 'application/pdf') return paperOf(bytes)
  if (mediaType === 'image/bmp') return bitmapOf(bytes, derive)
  const { width, height, autoOrient, exif } = await open(bytes, false).metadata()
  const shown = { width: autoOrient.width ?? width, height: autoOrient.height ?? height }
  const derived = derive && shown.width * shown.height <= MAX_PIXELS ? await derivedFrom(bytes) : NOTHING
  return { ...shown, ...notesIn(exif), ...derived }
}

const open = (bytes: Buffer, limitInputPixels: number | false = MAX_PIXELS) =>
  sharp(bytes, { limitInputPixels, failOn: 'none', sequentialRead: true })

const NOTHING = { thumbnail: null, preview: null }

async function derivedFrom(bytes: Buffer): Promise<Pick<Look, 'thumbnail' | 'preview'>> {
  try {
    const preview = await shrunk(bytes, PREVIEW_PIXELS, 82)
    return { preview, thumbnail: await shrunk(preview, THUMBNAIL_PIXELS, 78) }
  } catch {
    return NOTHING
  }
}

const shrunk = (bytes: Buffer, most: number, quality: number) =>
  open(bytes)
    .autoOrient()
    .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer()

const NO_NOTES = { latitude: null, longitude: null, takenTime: null }

function notesIn(exif: Buffer | undefined): Pick<Look, 'latitude' | 'longitude' | 'takenTime'> {
  if (!exif) return NO_NOTES
  try {
    const { GPSInfo, Photo, Image } = readExif(exif)
    const latitude = degrees(GPSInfo?.GPSLatitude, GPSInfo?.GPSLatitudeRef === 'S', 90)
    const longitude = degrees(GPSInfo?.GPSLongitude, GPSInfo?.GPSLongitudeRef === 'W', 180)
    const taken = Photo?.DateTimeOriginal ?? Image?.DateTime
    return {
      ...(latitude === null || longitude === null
        ? { latitude: null, longitude: null }
        : { latitude, longitude }),
      takenTime:
        taken instanceof Date && !Number.isNaN(taken.getTime())
          ? taken.toISOString().slice(0, 19).replace('T', ' ')
          : null,
    }
  } catch {
    return NO_NOTES
  }
}

/** Degrees, minutes and seconds as one number with six decimals, about a tenth of a metre. */
function degrees(parts: unknown, isNegative: boolean, most: number): number | null {
  if (!Array.isArray(parts) || parts.length === 0) return null
  const [whole = 0, minutes = 0, seconds = 0] = parts.map(Number)
  const value = Math.round((whole + minutes / 60 + seconds / 3600) * 1e6) / 1e6
  if (!(value >= 0 && value <= most)) return null
  return isNegative ? -value : value
}

const BITMAP_HEADER = 26

/** sharp reads no BMP files, so the bitmap is drawn on a canvas first. */
async function bitmapOf(bytes: Buffer, derive: boolean): Promise<Look | null> {
  if (bytes.length < BITMAP_HEADER) return null
  const isOld = bytes.readUInt32LE(14) === 12
  const width = isOld ? bytes.readUInt16LE(18) : Math.abs(bytes.readInt32LE(18))
  const height = isOld ? bytes.readUInt16LE(20) : Math.abs(bytes.readInt32LE(22))
  if (width === 0 || height === 0) return null
  const seen = { width, height, ...NO_NOTES }
  if (!derive || width * height > MAX_BITMAP_PIXELS) return { ...seen, ...NOTHING }
  try {
    const scale = Math.min(1, PREVIEW_PIXELS / Math.max(width, height))
    const canvas = createCanvas(
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    )
    canvas.getContext('2d').drawImage(await loadImage(bytes), 0, 0, canvas.width, canvas.height)
    return { ...seen, ...(await derivedFrom(await canvas.encode('png'))) }
  } catch {
    return { ...seen, ...NOTHING }
  }
}

async function paperOf(bytes: Buffer): Promise<Look> {
  const page = await firstPageOf(bytes, PREVIEW_PIXELS)
  return { width: 0, height: 0, ...NO_NOTES, ...(await derivedFrom(page)) }
}
