import { POSTER_CHARS } from '@heliodesk/contract/field-photos.ts'
import { FILM_SECONDS } from '@heliodesk/contract/order-photos.ts'
import { wireTimeOf } from '../../lib/company-time.ts'
import { exifOf } from '../../lib/exif.ts'
import { glanceAt } from '../../lib/first-frame.ts'
import { ruleFor } from '../../lib/upload-checks.ts'
import type { Act } from './acts.ts'
import { shrunk } from './shrink.ts'
import { roomFor } from '../../lib/outbox/book.ts'
import type { Picture } from '../../lib/outbox/store.ts'

/** A photo or film as an order is told of it, and its bytes. */
/** What a camera or an album is asked for. */
export const PHOTO_FILES = 'image/jpeg,image/png,image/webp'

export type NewPhoto = { photo: Extract<Act, { act: 'photo' }>['given']['photo']; picture: Picture }

const MB = 1024 * 1024
const POSTER_PIXELS = 320
/** Where a photo is taken is asked so long. */
const PLACE_MS = 3000
/** A camera's file is younger than this when it arrives here; another one was taken earlier. */
const JUST_NOW_MS = 60_000

/** Whether this device has room for a photo of this size; `short`: for this one, but not for many more. */
export async function roomOnDevice(size: number): Promise<ReturnType<typeof roomFor>> {
  const estimate = await navigator.storage?.estimate?.().catch(() => ({}))
  return roomFor(size, estimate ?? {})
}

/**
 * Reads a photo that a person took or chose, and makes it smaller if they want that. The place is that of the device
 * while it was just taken.
 */
export async function readPhoto(file: File, shrinks = false): Promise<NewPhoto> {
  const small = shrinks ? await shrunk(file) : null
  const notes = await notesOf(file)
  if (!small) return asPhoto(file, file.name || '照片.jpg', notes)
  // The smaller one says nothing of time and place any more.
  const inside = await exifOf(file)
  return asPhoto(small, `${file.name.replace(/\.[^.]*$/, '') || '照片'}.jpg`, {
    takenTime: notes.takenTime ?? inside.takenTime,
    latitude: notes.latitude ?? inside.latitude,
    longitude: notes.longitude ?? inside.longitude,
    originalSha256: await sha256Of(file),
  })
}

/** Reads a film that a person took or chose; throws if it is too long or too large. */
export async function readFilm(file: File): Promise<NewPhoto> {
  const { maxBytes } = ruleFor('film')
  if (file.size > maxBytes) throw new Error(`视频不能超过 ${maxBytes / MB} MB，请缩短后重录`)
  const glance = await glanceAt(file, POSTER_PIXELS, 0.6)
  const seconds = glance?.seconds ?? null
  if (seconds !== null && seconds > FILM_SECONDS)
    throw new Error(`视频最长 ${FILM_SECONDS - 1} 秒，这一段有 ${Math.round(seconds)} 秒`)
  const poster = glance?.frame ? await base64Of(glance.frame) : null
  const { takenTime, latitude, longitude } = await notesOf(file)
  return asPhoto(file, file.name || '视频.mp4', {
    takenTime,
    latitude,
    longitude,
    film: { seconds, poster: poster && poster.length <= POSTER_CHARS ? poster : null },
  })
}

type Notes = Pick<NewPhoto['photo'], 'takenTime' | 'latitude' | 'longitude' | 'originalSha256' | 'film'>

async function asPhoto(blob: Blob, name: string, notes: Notes): Promise<NewPhoto> {
  const sha256 = await sha256Of(blob)
  const id = crypto.randomUUID()
  const { takenTime, latitude, longitude, originalSha256, film } = notes
  return {
    photo: {
      id,
      name,
      size: blob.size,
      sha256,
      takenTime,
      latitude,
      longitude,
      ...(originalSha256 !== undefined && { originalSha256 }),
      ...(film && { film }),
    },
    picture: {
      id,
      sha256,
      bytes: {
        length: blob.size,
        slice: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
      },
    },
  }
}

async function sha256Of(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** When and where it was taken, if that was just now: an older one says it itself, or nobody knows. */
async function notesOf({ lastModified }: File) {
  const isFresh = Date.now() - lastModified < JUST_NOW_MS
  const place = isFresh ? await placeNow() : null
  return {
    takenTime: isFresh ? wireTimeOf(lastModified) : null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
  }
}

/** Where this device is, if its user has allowed that before; nobody is asked for it here. */
export async function placeNow(): Promise<{ latitude: number; longitude: number } | null> {
  if (!navigator.geolocation) return null
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  if (permission?.state !== 'granted') return null
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve(null),
      { timeout: PLACE_MS, maximumAge: JUST_NOW_MS, enableHighAccuracy: true },
    )
  })
}
