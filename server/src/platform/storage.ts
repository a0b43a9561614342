import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Env } from '../env.ts'
import { openFolder } from './folder-storage.ts'

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
  /** What lies there, what is half-written included. */
  list(): AsyncIterable<Stored>
}

/** Nothing lies at a path; the row that names it may be newer or older than what was lost. */
export class MissingBytes extends Error {}

const opened = new WeakMap<object, Storage>()

/** A bucket where S3_BUCKET says so, else a folder; processes that share a database share it too. */
export function openStorage(env: StorageEnv): Storage {
  let storage = opened.get(env)
  if (!storage) {
    storage = env.S3_BUCKET === undefined ? openFolder(env) : openBucket({ ...env, S3_BUCKET: env.S3_BUCKET })
    opened.set(env, storage)
  }
  return storage
}

/** The client of buckets is large, so servers with a folder never load it. */
function openBucket(env: StorageEnv & { S3_BUCKET: string }): Storage {
  const bucket = import('./s3-storage.ts').then(({ openS3 }) => openS3(env))
  // Whoever uses it hears why it could not be loaded.
  bucket.catch(() => undefined)
  return {
    write: async (path, content) => (await bucket).write(path, content),
    read: async (path, range) => (await bucket).read(path, range),
    has: async (path) => (await bucket).has(path),
    remove: async (path) => (await bucket).remove(path),
    async *list() {
      yield* (await bucket).list()
    },
  }
}

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
