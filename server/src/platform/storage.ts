import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Env } from '../env.ts'

export type Written = { size: number; sha256: Buffer }
export type Stored = { path: string; modifiedAt: Date }

/** Where the bytes of files lie; paths are ours (`f3/<uuid>.png`), never a client's. */
export type Storage = {
  /** All of it is there afterwards, or nothing. */
  write(path: string, content: Readable | Buffer): Promise<Written>
  read(path: string): Promise<Readable>
  remove(path: string): Promise<void>
  list(): AsyncIterable<Stored>
}

/** A folder, `FILES_DIR` or `files` inside DATA_DIR; processes that share a database share it too. */
export function openStorage({ FILES_DIR, DATA_DIR }: Pick<Env, 'FILES_DIR' | 'DATA_DIR'>): Storage {
  const root = FILES_DIR ?? join(DATA_DIR, 'files')
  const placeOf = (path: string) => {
    const place = join(root, path)
    if (!place.startsWith(root + sep)) throw new Error(`${path} leaves the storage`)
    return place
  }
  return {
    async write(path, content) {
      const place = placeOf(path)
      await mkdir(dirname(place), { recursive: true })
      const unfinished = `${place}.${randomUUID()}.part`
      try {
        const written = await writeThrough(unfinished, content)
        await rename(unfinished, place)
        return written
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(path) {
      const place = placeOf(path)
      await stat(place)
      return createReadStream(place)
    },
    remove: (path) => rm(placeOf(path), { force: true }),
    list: () => filesUnder(root),
  }
}

async function writeThrough(place: string, content: Readable | Buffer): Promise<Written> {
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(
    content instanceof Readable ? content : Readable.from([content]),
    measure,
    createWriteStream(place),
  )
  // A row must never refer to bytes that a power cut takes away.
  const file = await open(place, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest() }
}

async function* filesUnder(root: string): AsyncIterable<Stored> {
  await mkdir(root, { recursive: true })
  for await (const entry of await opendir(root, { recursive: true })) {
    if (!entry.isFile()) continue
    const place = join(entry.parentPath, entry.name)
    const found = await stat(place).catch(() => null)
    if (found) yield { path: relative(root, place).split(sep).join('/'), modifiedAt: found.mtime }
  }
}
