import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Env } from '../env.ts'

export type Written = { size: number; sha256: Buffer }
export type Stored = { path: string; modifiedAt: Date }
/** Bytes from `start` to `end`, both inclusive. */
export type ByteRange = { start: number; end: number }

/** The storage of file contents. Paths are generated here (`f3/<uuid>`), never by a client. */
export type Storage = {
  /** Atomic: afterwards all of it is stored or nothing; an interrupted stream stores nothing. */
  write(path: string, content: Readable | Buffer): Promise<Written>
  /** Throws `MissingBytes` if there is nothing at the path. */
  read(path: string, range?: ByteRange): Promise<Readable>
  has(path: string): Promise<boolean>
  remove(path: string): Promise<void>
  /** The stored paths in order, after the given one. */
  list(after?: string): AsyncIterable<Stored>
  /** Removes incomplete writes that began before that time, if the storage has any. */
  removeUnfinished(before: Date): Promise<void>
  /** Invisible to everything else; `modifiedAt` is the time at which a file was moved there. */
  bin: {
    /** Moves the file at a path there, if it exists. */
    take(path: string): Promise<void>
    putBack(path: string): Promise<void>
    remove(path: string): Promise<void>
    list(after?: string): AsyncIterable<Stored>
  }
  /** A line that identifies the owner of this storage. */
  marker: {
    read(): Promise<string | null>
    /** Does nothing if there is one already. */
    create(line: string): Promise<void>
    replace(line: string): Promise<void>
  }
}

/** There is nothing at a path. The row that names it may be older or newer than the lost bytes. */
export class MissingBytes extends Error {}

export type StorageEnv = Pick<
  Env,
  | 'FILES_DIR'
  | 'DATA_DIR'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_FORCE_PATH_STYLE'
>

/** An unguessable path for bytes about to be written. */
export function newPath(extension?: string): string {
  const name = randomUUID()
  return `${name.slice(0, 2)}/${name}${extension ? `.${extension}` : ''}`
}

/** Whether a path is one of `newPath`, or a temporary file of earlier versions; other files are not ours. */
export const isOurPath = (path: string): boolean =>
  /^[\da-f]{2}\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.[\da-z]+)?(\.[\da-f-]{36}\.part)?$/.test(path)

/** A folder next to the files; no file of ours has such a name. */
export const BIN = '.bin'
export const MARKER = '.heliodesk-owner'

/** The same bytes, and their size and hash once they have been read. */
export function measured(content: Readable | Buffer): { bytes: Readable; written: () => Written } {
  const hash = createHash('sha256')
  let size = 0
  async function* pass() {
    for await (const chunk of content instanceof Readable ? content : [content]) {
      // Some streams yield text, whose length differs from its bytes.
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
      hash.update(bytes)
      size += bytes.length
      yield bytes
    }
  }
  return {
    bytes: Readable.from(pass(), { objectMode: false }),
    written: () => ({ size, sha256: hash.digest() }),
  }
}
