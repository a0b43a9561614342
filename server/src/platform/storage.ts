import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Env } from '../env.ts'

export type Written = { size: number; sha256: Buffer }
export type Stored = { path: string; modifiedAt: Date }
/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/** Where the bytes of files lie; paths are ours (`f3/<uuid>`), never a client's. */
export type Storage = {
  /** All of it is there afterwards, or nothing; content that breaks off is nothing. */
  write(path: string, content: Readable | Buffer): Promise<Written>
  /** Throws `MissingBytes` where nothing lies there. */
  read(path: string, range?: ByteRange): Promise<Readable>
  has(path: string): Promise<boolean>
  remove(path: string): Promise<void>
  /** What lies at paths of ours, by path, from behind one on. */
  list(after?: string): AsyncIterable<Stored>
  /** Removes what began to be written before that and never was whole, where the storage keeps such. */
  removeUnfinished(before: Date): Promise<void>
  /** Out of sight of everything else, `modifiedAt` being when something came there. */
  bin: {
    /** Moves there what lies at a path, if anything does. */
    take(path: string): Promise<void>
    putBack(path: string): Promise<void>
    remove(path: string): Promise<void>
    list(after?: string): AsyncIterable<Stored>
  }
  /** A line that says whose storage this is. */
  marker: {
    read(): Promise<string | null>
    /** Does nothing where there is one. */
    create(line: string): Promise<void>
    replace(line: string): Promise<void>
  }
}

/** Nothing lies at a path; the row that names it may be newer or older than what was lost. */
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

/** A path that nobody can guess, for bytes that are about to be written. */
export function newPath(extension?: string): string {
  const name = randomUUID()
  return `${name.slice(0, 2)}/${name}${extension ? `.${extension}` : ''}`
}

/** Paths as `newPath` makes them, and what earlier versions began to write beside them; nothing else is ours. */
export const isOurPath = (path: string): boolean =>
  /^[\da-f]{2}\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.[\da-z]+)?(\.[\da-f-]{36}\.part)?$/.test(path)

/** Beside the files, by names that no file of ours has. */
export const BIN = '.bin'
export const MARKER = '.heliodesk-owner'

/** The same bytes, and what they came to once they have passed. */
export function measured(content: Readable | Buffer): { bytes: Readable; written: () => Written } {
  const hash = createHash('sha256')
  let size = 0
  async function* pass() {
    for await (const chunk of content instanceof Readable ? content : [content]) {
      // Some content comes as text, whose letters are not its bytes.
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
