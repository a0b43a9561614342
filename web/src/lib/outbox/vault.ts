import { PIECE_BYTES, pieceSize, piecesOf, type Book, type Change, type Piece } from './book.ts'
import { crc32 } from './crc32.ts'
import { Journal, writeAll, type Found, type Handle } from './journal.ts'

/** The private files of a person on this device. Every write is on disk when it returns. */
export class Vault {
  readonly #journal: Journal
  readonly #pieces: Handle

  constructor(journal: readonly [Handle, Handle], pieces: Handle) {
    this.#journal = new Journal(journal)
    this.#pieces = pieces
  }

  read(): Found & { slots: number } {
    return { ...this.#journal.read(), slots: Math.ceil(this.#pieces.getSize() / PIECE_BYTES) }
  }

  append(changes: readonly Change[]): { end: number; size: number } {
    const end = this.#journal.append(changes)
    return { end, size: this.#journal.size }
  }

  undo(end: number): void {
    this.#journal.undo(end)
  }

  /** Starts the journal anew, and gives back the space of photos behind the last one. */
  renew(book: Book, slots: number): void {
    this.#journal.renew(book)
    if (this.#pieces.getSize() > slots * PIECE_BYTES) this.#pieces.truncate(slots * PIECE_BYTES)
  }

  putPhoto(bytes: Uint8Array<ArrayBuffer>, slots: readonly number[]): Piece[] {
    const pieces = slots.map((slot, at) => {
      const piece = bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)
      writeAll(this.#pieces, piece, slot * PIECE_BYTES)
      return { slot, sum: crc32(piece) }
    })
    this.#pieces.flush()
    return pieces
  }

  /** The bytes of a piece; null when they are not those that were written. */
  piece(size: number, at: number, { slot, sum }: Piece): Uint8Array<ArrayBuffer> | null {
    const bytes = new Uint8Array(pieceSize(size, at))
    const got = this.#pieces.read(bytes, { at: (slot ?? 0) * PIECE_BYTES })
    return got === bytes.length && crc32(bytes) === sum ? bytes : null
  }
}

export const sumsOf = (bytes: Uint8Array<ArrayBuffer>): Piece[] =>
  Array.from({ length: piecesOf(bytes.length) }, (_, at) => ({
    slot: null,
    sum: crc32(bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)),
  }))
