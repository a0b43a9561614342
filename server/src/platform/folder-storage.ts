import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  access,
  chmod,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  BIN,
  isOurPath,
  MARKER,
  measured,
  MissingBytes,
  type Storage,
  type Stored,
  type StorageEnv,
} from './storage.ts'

/** Other users of the machine cannot read uploaded files. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
/** The folder of incomplete files, so that the leftovers of a killed process are found without a full scan. */
const UNFINISHED = '.part'

/** Opens the files below `FILES_DIR`, or below `files` in DATA_DIR. */
export function openFolder({ FILES_DIR, DATA_DIR }: Pick<StorageEnv, 'FILES_DIR' | 'DATA_DIR'>): Storage {
  const root = FILES_DIR ?? join(DATA_DIR, 'files')
  const placeOf = (path: string, base = root) => {
    const place = join(base, path)
    if (!place.startsWith(base + sep)) throw new Error(`${path} leaves the storage`)
    return place
  }
  const bin = join(root, BIN)
  const writeUnfinished = async (write: (place: string) => Promise<unknown>) => {
    const unfinished = join(root, UNFINISHED, randomUUID())
    await makeFolder(dirname(unfinished))
    try {
      await write(unfinished)
      await settle(unfinished)
      return unfinished
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
  const writeMarker = (line: string) =>
    writeUnfinished((place) => writeFile(place, line, { mode: FILE_MODE }))
  return {
    async write(path, content) {
      const place = placeOf(path)
      const { bytes, written } = measured(content)
      const unfinished = await writeUnfinished((to) =>
        pipeline(bytes, createWriteStream(to, { mode: FILE_MODE })),
      )
      await makeFolder(dirname(place))
      await rename(unfinished, place)
      return written()
    },
    async read(path, range) {
      const place = placeOf(path)
      await stat(place).catch((cause: unknown) => {
        throw isMissing(cause) ? new MissingBytes(path, { cause }) : cause
      })
      return createReadStream(place, range)
    },
    async has(path) {
      return access(placeOf(path)).then(() => true, unlessMissing(false))
    },
    remove: (path) => rm(placeOf(path), { force: true }),
    list: (after) => filesUnder(root, after),
    removeUnfinished: (before) => removeOld(join(root, UNFINISHED), before),
    bin: {
      async take(path) {
        const place = placeOf(path)
        // Restarts the file's day in the bin. If the process dies before the move, the file only looks newer.
        const found = await utimes(place, new Date(), new Date()).then(() => true, unlessMissing(false))
        if (found) await moveTo(placeOf(path, bin), place)
      },
      putBack: (path) => moveTo(placeOf(path), placeOf(path, bin)),
      remove: (path) => rm(placeOf(path, bin), { force: true }),
      list: (after) => filesUnder(bin, after),
    },
    marker: {
      read: () => readFile(join(root, MARKER), 'utf8').catch(unlessMissing(null)),
      async create(line) {
        const written = await writeMarker(line)
        try {
          // Unlike a rename, link fails if the target exists, and it is atomic.
          await link(written, join(root, MARKER))
          await closeShards(root)
        } catch (error) {
          if (codeOf(error) !== 'EEXIST') throw error
        } finally {
          await rm(written, { force: true })
        }
      },
      replace: async (line) => rename(await writeMarker(line), join(root, MARKER)),
    },
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)

const isMissing = (error: unknown) => codeOf(error) === 'ENOENT'

const unlessMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return otherwise
    throw error
  }

const makeFolder = (place: string) => mkdir(place, { recursive: true, mode: FOLDER_MODE })

/** Another process may have moved it already. */
async function moveTo(place: string, from: string) {
  await makeFolder(dirname(place))
  await rename(from, place).catch(unlessMissing(undefined))
}

/** Flushes to disk: a row must never refer to bytes that a power cut can lose. */
async function settle(place: string) {
  const file = await open(place, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const SHARD = /^[\da-f]{2}$/

/** Earlier versions left folders and files readable for every user of the machine. */
async function closeShards(root: string) {
  for (const name of await readdir(root)) if (SHARD.test(name)) await chmod(join(root, name), FOLDER_MODE)
}

async function* filesUnder(root: string, after = ''): AsyncIterable<Stored> {
  const shards = (await readdir(root).catch(unlessMissing([] as string[]))).filter((name) => SHARD.test(name))
  for (const shard of shards.toSorted()) {
    if (shard < after.slice(0, 2)) continue
    for (const name of (await readdir(join(root, shard))).toSorted()) {
      const path = `${shard}/${name}`
      if (path <= after || !isOurPath(path)) continue
      const found = await stat(join(root, shard, name)).catch(() => null)
      if (found?.isFile()) yield { path, modifiedAt: found.mtime }
    }
  }
}

async function removeOld(folder: string, before: Date) {
  for (const name of await readdir(folder).catch(unlessMissing([] as string[]))) {
    const place = join(folder, name)
    const found = await stat(place).catch(unlessMissing(null))
    if (found && found.mtime < before) await rm(place, { force: true })
  }
}
