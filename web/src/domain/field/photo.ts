import { wireTimeOf } from '../../lib/company-time.ts'
import { roomFor } from '../../lib/outbox/book.ts'
import type { Picture } from '../../lib/outbox/store.ts'

/** A photo as an order is told of it, and its bytes. */
export type NewPhoto = {
  photo: {
    id: string
    name: string
    size: number
    sha256: string
    takenTime: string | null
    latitude: number | null
    longitude: number | null
  }
  picture: Picture
}

/** Where a photo is taken is asked so long. */
const PLACE_MS = 3000
/** A camera's file is younger than this when it arrives here; another one was taken earlier. */
const JUST_NOW_MS = 60_000

/** Whether this device has room for a photo of this size; `short`: for this one, but not for many more. */
export async function roomOnDevice(size: number): Promise<ReturnType<typeof roomFor>> {
  const estimate = await navigator.storage?.estimate?.().catch(() => ({}))
  return roomFor(size, estimate ?? {})
}

/** Reads a photo that a person took or chose. The place is that of the device while it was just taken. */
export async function readPhoto(file: File): Promise<NewPhoto> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const isFresh = Date.now() - file.lastModified < JUST_NOW_MS
  const place = isFresh ? await placeNow() : null
  const id = crypto.randomUUID()
  return {
    photo: {
      id,
      name: file.name || '照片.jpg',
      size: bytes.length,
      sha256,
      // An older one says it itself, or nobody knows.
      takenTime: isFresh ? wireTimeOf(file.lastModified) : null,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
    },
    picture: { id, sha256, bytes },
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
