import {
  PIECE_BYTES,
  piecesOf,
  type Book,
  type Change,
  type Intent,
  type Photo,
  type Refusal,
  type Row,
} from './book.ts'
import { NoAnswer, type Line, type Outcome } from './sender.ts'
import type { Picture } from './store.ts'

/** What AES-GCM needs beside the content: a random start, and the proof that nobody changed it. */
const IV_BYTES = 12
const SEALED_MORE = IV_BYTES + 16
/** What a piece of a photo holds of the photo itself. */
const CLEAR_BYTES = PIECE_BYTES - SEALED_MORE

/** What was sealed with another key, as after the server lost its own. */
export const UNREADABLE = { code: 'device.sealed', message: '本机密钥已更换，这条记录无法读取' }

/** The code of a refusal whose message holds the sealed one. */
const SEALED = 'sealed'
const UNKNOWN_REASON = { code: 'device.sealed', message: '本机密钥已更换，拒绝的原因无法读取' }

/**
 * Seals what lies on a device with a key that only the signed-in person has there: what was done, how it looks and why it
 * was refused, not that something waits, of which order and since when.
 */
export class Seal {
  readonly #key: CryptoKey
  /** The content of rows that were opened, by their keys: rows do not change. */
  readonly #opened = new Map<string, string>()

  constructor(key: CryptoKey) {
    this.#key = key
  }

  async close(intent: Intent): Promise<Intent> {
    const body = await this.closeText(intent.body, intent.key)
    this.#opened.set(intent.key, intent.body)
    return { ...intent, body }
  }

  /** A text that opens under the same name only. */
  closeText = async (text: string, name: string): Promise<string> =>
    toText(await this.#encrypt(new TextEncoder().encode(text), name))

  openText = async (sealed: string, name: string): Promise<string> =>
    new TextDecoder().decode(await this.#decrypt(toBytes(sealed), name))

  /** A server's reason tells of the order as the act does. */
  async closeRefusal(key: string, refusal: Refusal): Promise<Refusal> {
    if (refusal.code === SEALED) return refusal
    return { code: SEALED, message: await this.closeText(JSON.stringify(refusal), nameOfReason(key)) }
  }

  async #openRefusal({ key, refusal }: Row): Promise<Refusal | null> {
    if (refusal?.code !== SEALED) return refusal
    const text = await this.openText(refusal.message, nameOfReason(key)).catch(() => null)
    return text === null ? UNKNOWN_REASON : (JSON.parse(text) as Refusal)
  }

  /** Seals the reasons that lie open, as earlier versions left them. */
  async changesFor({ rows }: Book): Promise<Change[]> {
    const open = [...rows.values()].filter(({ refusal }) => refusal && refusal.code !== SEALED)
    return Promise.all(
      open.map(async ({ key, refusal }): Promise<Change> => ({
        did: 'refuse',
        key,
        refusal: await this.closeRefusal(key, refusal!),
      })),
    )
  }

  /** A row as it was queued; refused as unreadable if it was sealed with another key. */
  async open<R extends Row>(row: R): Promise<R> {
    const known = this.#opened.get(row.key)
    const refusal = await this.#openRefusal(row)
    if (known !== undefined) return { ...row, refusal, body: known }
    const body = await this.openText(row.body, row.key).catch(() => null)
    if (body === null) return { ...row, body: '{}', refusal: UNREADABLE }
    this.#opened.set(row.key, body)
    return { ...row, refusal, body }
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
        const outcome: Outcome =
          opened.refusal === UNREADABLE ? { is: 'refused', refusal: UNREADABLE } : await send(opened)
        if (outcome.is !== 'refused') return outcome
        return { is: 'refused', refusal: await this.closeRefusal(row.key, outcome.refusal) }
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
const nameOfReason = (key: string) => `${key} refusal`
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
