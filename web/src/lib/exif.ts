/** When and where a photo was taken, as it says itself. */
export type PhotoNotes = { takenTime: string | null; latitude: number | null; longitude: number | null }

const NOTHING: PhotoNotes = { takenTime: null, latitude: null, longitude: null }
/** The notes are at the beginning of a JPEG. */
const FIRST_BYTES = 256 * 1024

const TAGS = {
  exif: 0x8769,
  gps: 0x8825,
  taken: 0x9003,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
}
const ASCII = 2
const LONG = 4
const RATIONAL = 5

/** The notes of a JPEG; nothing of a file that has none, or is none. */
export async function exifOf(file: Blob): Promise<PhotoNotes> {
  try {
    const view = new DataView(await file.slice(0, FIRST_BYTES).arrayBuffer())
    const tiff = tiffIn(view)
    return tiff === null ? NOTHING : notesIn(new DataView(view.buffer, tiff))
  } catch {
    // What it points at lies behind its end.
    return NOTHING
  }
}

/** Where the TIFF structure of the first EXIF segment begins. */
function tiffIn(view: DataView): number | null {
  if (view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 10 < view.byteLength && view.getUint8(at) === 0xff;) {
    const isExif = view.getUint16(at) === 0xffe1 && view.getUint32(at + 4) === 0x45786966
    if (isExif) return at + 10
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

type Entry = { type: number; count: number; at: number }

function notesIn(view: DataView): PhotoNotes {
  const little = view.getUint16(0) === 0x4949
  const short = (at: number) => view.getUint16(at, little)
  const long = (at: number) => view.getUint32(at, little)
  const entriesAt = (start: number): Map<number, Entry> =>
    new Map(
      Array.from({ length: short(start) }, (_each, n) => {
        const entry = start + 2 + n * 12
        const [type, count] = [short(entry + 2), long(entry + 4)]
        const isInside = (type === ASCII && count <= 4) || (type === LONG && count === 1)
        return [short(entry), { type, count, at: isInside ? entry + 8 : long(entry + 8) }] as const
      }),
    )
  const textOf = (entry: Entry | undefined): string =>
    entry?.type === ASCII
      ? Array.from({ length: Math.min(entry.count, 64) }, (_each, n) =>
          String.fromCharCode(view.getUint8(entry.at + n)),
        )
          .join('')
          .replaceAll('\0', '')
      : ''
  const degreesOf = (entry: Entry | undefined, isNegative: boolean, most: number): number | null => {
    if (entry?.type !== RATIONAL || entry.count < 1) return null
    const [whole = 0, minutes = 0, seconds = 0] = Array.from(
      { length: Math.min(entry.count, 3) },
      (_each, n) => long(entry.at + n * 8) / long(entry.at + n * 8 + 4),
    )
    const value = Math.round((whole + minutes / 60 + seconds / 3600) * 1e6) / 1e6
    if (!(value >= 0 && value <= most)) return null
    return isNegative ? -value : value
  }
  const below = (first: ReadonlyMap<number, Entry>, tag: number): ReadonlyMap<number, Entry> => {
    const pointer = first.get(tag)
    return pointer ? entriesAt(long(pointer.at)) : new Map<number, Entry>()
  }
  const first = entriesAt(long(4))
  const gps = below(first, TAGS.gps)
  const taken = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(
    textOf(below(first, TAGS.exif).get(TAGS.taken)),
  )
  const latitude = degreesOf(gps.get(TAGS.latitude), textOf(gps.get(TAGS.latitudeRef)) === 'S', 90)
  const longitude = degreesOf(gps.get(TAGS.longitude), textOf(gps.get(TAGS.longitudeRef)) === 'W', 180)
  return {
    takenTime: taken && `${taken[1]}-${taken[2]}-${taken[3]} ${taken[4]}`,
    ...(latitude === null || longitude === null
      ? { latitude: null, longitude: null }
      : { latitude, longitude }),
  }
}
