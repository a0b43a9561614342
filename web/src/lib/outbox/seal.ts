import { PIECE_BYTES, piecesOf, type Intent, type Photo, type Row } from './book.ts'
import { NoAnswer, type Line } from './sender.ts'
import type { Picture } from './store.ts'

/** What AES-GCM needs beside the content: a random start, and the proof that nobody changed it. */
const IV_BYTES = 12
const SEALED_MORE = IV_BYTES + 16
/** What a piece of a photo holds of the photo itself. */
const CLEAR_BYTES = PIECE_BYTES - SEALED_MORE

/** What was sealed with another key, as after the server lost its own. */
export const UNREADABLE = { code: 'device.sealed', message: '本机密钥已更换，这条记录无法读取' }

/**
 * Seals what lies on a device with a key that only the signed-in person has there: what was done and how it looks, not
 * that something waits, of which order and since when.
 */
export class Seal {
  readonly #key: CryptoKey
  /** The content of rows that were opened, by their keys: rows do not change. */
  readonly #opened = new Map<string, string>()

  constructor(key: CryptoKey) {
    this.#key = key
  }

  async close(intent: Intent): Promise<Intent> {
    const body = toText(await this.#encrypt(new TextEncoder().encode(intent.body), intent.key))
    this.#opened.set(intent.key, intent.body)
    return { ...intent, body }
  }

  /** A row as it was queued; refused as unreadable if it was sealed with another key. */
  async open<R extends Row>(row: R): Promise<R> {
    const known = this.#opened.get(row.key)
    if (known !== undefined) return { ...row, body: known }
    const bytes = await this.#decrypt(toBytes(row.body), row.key).catch(() => null)
    if (!bytes) return { ...row, body: '{}', refusal: UNREADABLE }
    const body = new TextDecoder().decode(bytes)
    this.#opened.set(row.key, body)
    return { ...row, body }
  }

  /** Forgets what was opened of rows that are not there any more. */
  keepOnly(keys: ReadonlyMap<string, unknown>): void {
    for (const key of this.#opened.keys()) if (!keys.has(key)) this.#opened.delete(key)
  }

  /** Each piece of the store holds one sealed part of the photo, which is sealed when it is read. */
  closePicture({ id, sha256, bytes }: Picture): Picture {
    const parts = Math.max(1, Math.ceil(bytes.length / CLEAR_BYTES))
    const sealed = async (at: number) =>
      this.#encrypt(await bytes.slice(at * CLEAR_BYTES, (at + 1) * CLEAR_BYTES), nameOfPart(id, at))
    return {
      id,
      sha256,
      bytes: { length: bytes.length + parts * SEALED_MORE, slice: (from) => sealed(from / PIECE_BYTES) },
    }
  }

  openPart(photo: Photo, at: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    return this.#decrypt(bytes, nameOfPart(photo.id, at))
  }

  /**
   * A line that takes sealed rows and pieces, for one that sends what is in them. `broken` is told of a photo that does
   * not open.
   */
  line({ send, received, put }: Line, broken: (photo: Photo) => Promise<void>): Line {
    return {
      send: async (row) => {
        const opened = await this.open(row)
        return opened.refusal === UNREADABLE ? { is: 'refused', refusal: UNREADABLE } : send(opened)
      },
      received: async (photo) => sealedAt(photo, await received({ ...photo, size: clearSize(photo) })),
      put: async (photo, at, bytes) => {
        const part = at / PIECE_BYTES
        const clear = await this.openPart(photo, part, bytes).catch(() => null)
        if (!clear) {
          await broken(photo)
          throw new NoAnswer()
        }
        return sealedAt(photo, await put({ ...photo, size: clearSize(photo) }, part * CLEAR_BYTES, clear))
      },
    }
  }

  async #encrypt(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array<ArrayBuffer>> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const content = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: named(name) },
      this.#key,
      bytes,
    )
    const sealed = new Uint8Array(IV_BYTES + content.byteLength)
    sealed.set(iv)
    sealed.set(new Uint8Array(content), IV_BYTES)
    return sealed
  }

  async #decrypt(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array<ArrayBuffer>> {
    const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData: named(name) }
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, this.#key, bytes.subarray(IV_BYTES)))
  }
}

/** What was sealed for one name does not open under another. */
const named = (name: string) => new TextEncoder().encode(name)
const nameOfPart = (photo: string, at: number) => `${photo} ${at}`

/** The bytes of the photo itself. */
export const clearSize = ({ size }: Pick<Photo, 'size'>): number => size - piecesOf(size) * SEALED_MORE

/** Where a sealed photo goes on when the server has so many bytes of the photo itself. */
const sealedAt = (photo: Photo, clear: number): number =>
  clear >= clearSize(photo) ? photo.size : Math.floor(clear / CLEAR_BYTES) * PIECE_BYTES

const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
