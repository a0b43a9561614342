import { apply, emptyBook, merge, type Book, type Change, type Photo, type Row } from './book.ts'
import { crc32 } from './crc32.ts'

/** The part of a synchronous handle of a private file that is used here. */
export type Handle = {
  getSize: () => number
  read: (to: Uint8Array<ArrayBuffer>, options: { at: number }) => number
  write: (from: Uint8Array<ArrayBuffer>, options: { at: number }) => number
  truncate: (size: number) => void
  flush: () => void
}

/** What was read, and how many bytes between readable ones were not. */
export type Found = { book: Book; damaged: number }

/** The whole book, with which a file begins, or what came after it. */
type Entry = { rows: Row[]; photos: Photo[]; gone: [string, number][] } | Change[]

/** Neither occurs in UTF-8, so that the beginning of a text is found behind a damaged one. */
const FRAME = 0xfff1fef2
const FILE = 0xfff3fef4
/** A mark, a number and a checksum: of each text its length, of each file its generation. */
const HEAD_BYTES = 12

/**
 * What a person did, written twice over: a list of changes in two files, of which the one with the higher generation is
 * in use. A text that was cut short is noticed, and nothing is ever written behind it.
 */
export class Journal {
  readonly #files: readonly [Handle, Handle]

  constructor(files: readonly [Handle, Handle]) {
    this.#files = files
  }

  /** Also cuts off a torn end: what stands behind one would be lost with it. */
  read(): Found {
    let book = emptyBook
    let damaged = 0
    const [current, other] = this.#byAge()
    for (const file of [other, current]) {
      const frames = framesOf(file)
      for (const entry of frames.entries)
        book = Array.isArray(entry) ? apply(book, entry) : merge(book, bookOf(entry))
      damaged += frames.damaged
      if (frames.end < file.getSize()) {
        file.truncate(frames.end)
        file.flush()
      }
    }
    return { book, damaged }
  }

  /** On disk when it returns: where the file ended before, for `undo`. */
  append(changes: readonly Change[]): number {
    const [file] = this.#byAge()
    const end = Math.max(file.getSize(), HEAD_BYTES)
    try {
      writeAll(file, frameOf(changes), end)
      if (generationOf(file) === 0) writeAll(file, headOf(FILE, 1), 0)
      file.flush()
    } catch (error) {
      this.undo(end)
      throw error
    }
    return end
  }

  undo(end: number): void {
    const [file] = this.#byAge()
    if (file.getSize() > end) file.truncate(end)
    file.flush()
  }

  /** Begins the other file with what still matters. */
  renew({ rows, photos, gone }: Book): void {
    const [old, fresh] = this.#byAge()
    fresh.truncate(0)
    writeAll(
      fresh,
      frameOf({ rows: [...rows.values()], photos: [...photos.values()], gone: [...gone] }),
      HEAD_BYTES,
    )
    fresh.flush()
    // From here on it is the one in use.
    writeAll(fresh, headOf(FILE, generationOf(old) + 1), 0)
    fresh.flush()
    old.truncate(0)
    old.flush()
  }

  get size(): number {
    return this.#byAge()[0].getSize()
  }

  #byAge(): readonly [Handle, Handle] {
    const [one, other] = this.#files
    return generationOf(other) > generationOf(one) ? [other, one] : [one, other]
  }
}

const bookOf = ({ rows, photos, gone }: Exclude<Entry, Change[]>): Book => ({
  rows: new Map(rows.map((row) => [row.key, row])),
  photos: new Map(photos.map((photo) => [photo.id, photo])),
  gone: new Map(gone),
})

function headOf(mark: number, number: number, sum?: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(HEAD_BYTES)
  const view = new DataView(head.buffer)
  view.setUint32(0, mark)
  view.setUint32(4, number)
  view.setUint32(8, sum ?? crc32(head.subarray(0, 8)))
  return head
}

function generationOf(file: Handle): number {
  const head = new Uint8Array(HEAD_BYTES)
  if (file.read(head, { at: 0 }) < HEAD_BYTES) return 0
  const view = new DataView(head.buffer)
  const isWhole = view.getUint32(0) === FILE && view.getUint32(8) === crc32(head.subarray(0, 8))
  return isWhole ? view.getUint32(4) : 0
}

function frameOf(entry: Entry | readonly Change[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(entry))
  const frame = new Uint8Array(HEAD_BYTES + text.length)
  frame.set(headOf(FRAME, text.length, crc32(text)))
  frame.set(text, HEAD_BYTES)
  return frame
}

/** The whole texts of a file, where the last of them ends, and how much was skipped before it. */
function framesOf(file: Handle): { entries: Entry[]; end: number; damaged: number } {
  const bytes = new Uint8Array(file.getSize())
  file.read(bytes, { at: 0 })
  const view = new DataView(bytes.buffer)
  const entries: Entry[] = []
  let end = Math.min(HEAD_BYTES, bytes.length)
  let damaged = 0
  for (let at = end; at + HEAD_BYTES <= bytes.length;) {
    const text = wholeText(bytes, view, at)
    if (!text) at++
    else {
      entries.push(JSON.parse(new TextDecoder().decode(text)) as Entry)
      damaged += at - end
      at += HEAD_BYTES + text.length
      end = at
    }
  }
  return { entries, end, damaged }
}

function wholeText(bytes: Uint8Array, view: DataView, at: number): Uint8Array | null {
  if (view.getUint32(at) !== FRAME) return null
  const text = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + view.getUint32(at + 4))
  return text.length === view.getUint32(at + 4) && crc32(text) === view.getUint32(at + 8) ? text : null
}

/** A full device writes less than it was given. */
export function writeAll(file: Handle, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  if (file.write(bytes, { at }) < bytes.length) throw new DOMException('full', 'QuotaExceededError')
}
