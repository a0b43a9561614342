import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { measured, MissingBytes, type Storage, type Stored, type StorageEnv } from './storage.ts'

/** Files below `FILES_DIR`, or `files` inside DATA_DIR. */
export function openFolder({ FILES_DIR, DATA_DIR }: Pick<StorageEnv, 'FILES_DIR' | 'DATA_DIR'>): Storage {
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
      const { bytes, written } = measured(content)
      try {
        await pipeline(bytes, createWriteStream(unfinished))
        await settle(unfinished)
        await rename(unfinished, place)
        return written()
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(path, range) {
      const place = placeOf(path)
      await stat(place).catch((cause: unknown) => {
        throw isMissing(cause) ? new MissingBytes(path, { cause }) : cause
      })
      return createReadStream(place, range)
    },
    async has(path) {
      return access(placeOf(path)).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false
          throw error
        },
      )
    },
    remove: (path) => rm(placeOf(path), { force: true }),
    list: () => filesUnder(root),
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A row must never refer to bytes that a power cut takes away. */
async function settle(place: string) {
  const file = await open(place, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
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
