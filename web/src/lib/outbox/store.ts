import {
  apply,
  freeSlots,
  isSame,
  mayDrop,
  merge,
  nextSeq,
  PIECE_BYTES,
  piecesOf,
  slotsInUse,
  type Book,
  type Change,
  type Intent,
  type Photo,
  type Piece,
  type Row,
} from './book.ts'
import type { Database } from './database.ts'
import type { Files } from './files.ts'
import { sumsOf } from './vault.ts'

/** Bytes that are read a part at a time: those of a film are never in memory as a whole. */
type Bytes = {
  readonly length: number
  slice: (from: number, to: number) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>
}

/** What a photo is announced with. */
export type Picture = { id: string; sha256: string; bytes: Bytes }

/** What was found when the stores were read. */
export type Health = {
  /** Where commands are kept: in both, or why in the database alone. */
  files: 'kept' | 'none' | { failed: string }
  /** What one store lacked and the other had. */
  healed: { database: number; journal: number }
  /** Bytes between readable ones of which nobody knows what they said. Lost photos are marked in the book. */
  unreadable: number
}

type Deps = {
  database: Database
  files: Files | null
  /** Runs one piece of work at a time in all windows of the person. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  /** What has to change in what was read before it is used. */
  amend?: (book: Book) => Promise<readonly Change[]>
}

/** A journal of this size is begun anew. */
const LONG_JOURNAL = 1024 * 1024

/**
 * Where what is queued lies: every change in the journal and in the database, each on disk before it is told; photos in
 * a file. Either of the two may be lost or older than the other: they are made the same when they are read first.
 */
export class Store {
  readonly #deps: Deps
  #files: Files | null
  #health: Health
  #isHealed = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#files = deps.files
    this.#health = {
      files: deps.files ? 'kept' : 'none',
      healed: { database: 0, journal: 0 },
      unreadable: 0,
    }
  }

  /** Reads both stores and makes them the same. */
  async open(): Promise<Health> {
    await this.#deps.alone(() => this.#whole())
    return this.#health
  }

  get health(): Health {
    return this.#health
  }

  async book(): Promise<Book> {
    const { book, whole } = await this.#deps.database.read()
    return whole && this.#isHealed ? book : this.#deps.alone(() => this.#whole())
  }

  /** Resolves when it is on disk, and not before. */
  add(intent: Intent, picture?: Picture): Promise<Row> {
    return this.#deps.alone(async () => {
      const book = await this.#whole()
      const known = book.rows.get(intent.key)
      if (known) return known
      const put = picture ? await this.#putPhoto(book, intent.lane, picture) : null
      const row: Row = { ...intent, seq: nextSeq(book), tried: false, fails: 0, refusal: null }
      await this.#write(book, [{ did: 'add', row, photo: put?.photo ?? null }], put?.pieces)
      return row
    })
  }

  /** Marks what is still there of these as tried, and returns it. */
  markTried(keys: readonly string[]): Promise<Row[]> {
    return this.#deps.alone(async () => {
      const book = await this.#whole()
      const still = keys.flatMap((key) => book.rows.get(key) ?? []).filter(({ refusal }) => !refusal)
      const fresh = still.filter(({ tried }) => !tried).map(({ key }) => key)
      if (fresh.length > 0) await this.#write(book, [{ did: 'try', keys: fresh }])
      return still
    })
  }

  /** Takes back what was never sent, or forgets what was refused; false when it is too late. */
  drop(key: string): Promise<boolean> {
    return this.#deps.alone(async () => {
      const book = await this.#whole()
      const row = book.rows.get(key)
      if (!row || !mayDrop(row)) return false
      await this.#write(book, [{ did: 'drop', key }])
      return true
    })
  }

  /** After a person decided that a photo whose bytes are lost need not come. */
  doWithout(photo: string): Promise<void> {
    return this.#deps.alone(async () => {
      const book = await this.#whole()
      if (book.photos.get(photo)?.lost) await this.#write(book, [{ did: 'carry', photo }])
    })
  }

  /** What the server said. */
  settle(changes: readonly Change[]): Promise<void> {
    return this.#deps.alone(async () => {
      if (changes.length > 0) await this.#write(await this.#whole(), changes)
    })
  }

  /** Null when it is not there, or not what was written; that is noted. */
  piece(photo: Photo, at: number): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#deps.alone(async () => {
      const bytes = await this.#readPiece(photo, at)
      // Files that do not answer today may do so tomorrow.
      if (!bytes && (this.#files || photo.pieces[at]?.slot === null))
        await this.#write(await this.#whole(), [{ did: 'lose', photo: photo.id }])
      return bytes
    })
  }

  async #readPiece(photo: Photo, at: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const piece = photo.pieces[at]
    if (!piece) return null
    if (piece.slot === null) return this.#deps.database.piece(photo.id, at)
    return this.#inFiles((files) => files.piece(photo.size, at, piece))
  }

  /** Into the file of pieces, one after the other; where there is none, `pieces` go into the database. */
  async #putPhoto(book: Book, lane: string, { id, sha256, bytes }: Picture) {
    const slots = freeSlots(book, piecesOf(bytes.length))
    const photoOf = (pieces: Piece[]): Photo => ({
      id,
      lane,
      size: bytes.length,
      sha256,
      pieces,
      announced: false,
      lost: false,
    })
    const pieceAt = async (at: number) => bytes.slice(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)
    const inFile = await this.#inFiles(async (files) => {
      const pieces: Piece[] = []
      for (const [at, slot] of slots.entries())
        pieces.push(...(await files.putPhoto(await pieceAt(at), [slot])))
      return pieces
    })
    if (inFile) return { photo: photoOf(inFile), pieces: null }
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (const at of slots.keys()) parts.push(await pieceAt(at))
    return { photo: photoOf(parts.flatMap((part) => sumsOf(part))), pieces: { photo: id, bytes: parts } }
  }

  /** In the journal first: what only it has is taken up at the next start, and nobody was told of it. */
  async #write(
    before: Book,
    changes: readonly Change[],
    pieces?: { photo: string; bytes: Uint8Array<ArrayBuffer>[] } | null,
  ): Promise<void> {
    const after = apply(before, changes)
    const written = await this.#inFiles((files) => files.append(changes))
    try {
      await this.#deps.database.write(before, after, pieces ? { pieces } : {})
    } catch (error) {
      if (written) await this.#inFiles((files) => files.undo(written.end))
      throw error
    }
    if (written && written.size > LONG_JOURNAL) await this.#renew(after)
  }

  /** A full device refuses; files that fail otherwise are done without from here on, and that is told. */
  async #inFiles<T>(use: (files: Files) => Promise<T>): Promise<T | null> {
    if (!this.#files) return null
    try {
      return await use(this.#files)
    } catch (error) {
      if (isFull(error)) throw error
      this.#files = null
      this.#health = {
        ...this.#health,
        files: { failed: error instanceof Error ? error.message : String(error) },
      }
      return null
    }
  }

  async #whole(): Promise<Book> {
    const { book, whole } = await this.#deps.database.read()
    return whole && this.#isHealed ? book : this.#heal(book, whole)
  }

  async #heal(stored: Book, isMarked: boolean): Promise<Book> {
    const found = await this.#inFiles((files) => files.read())
    const both = found ? merge(stored, found.book) : stored
    const lacks = ({ rows }: Book) => [...both.rows.keys()].filter((key) => !rows.has(key)).length
    const healed = { database: lacks(stored), journal: found ? lacks(found.book) : 0 }
    const changes = [...both.photos.values()]
      .filter((photo) => found && !isInside(photo, found.slots))
      .map(({ id }): Change => ({ did: 'lose', photo: id }))
    const amended = (await this.#deps.amend?.(both)) ?? []
    const book = apply(both, [...changes, ...amended])
    if (!isMarked || !isSame(stored, book)) await this.#deps.database.write(stored, book)
    this.#isHealed = await this.#renew(book)
    this.#health = { ...this.#health, healed, unreadable: found?.damaged ?? 0 }
    return book
  }

  /** On a full device the old journal goes on, and what it lacks is tried again. */
  async #renew(book: Book): Promise<boolean> {
    try {
      await this.#inFiles((files) => files.renew(book, slotsInUse(book)))
      return true
    } catch (error) {
      if (isFull(error)) return false
      throw error
    }
  }
}

/** The device has no room left. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

/** Whether the file is as long as it was; damaged bytes are found when they are sent. */
const isInside = ({ pieces }: Photo, slots: number) => pieces.every(({ slot }) => (slot ?? -1) < slots)
