import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { startFauxqs, type FauxqsServer } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useFolder } from '../../test/folder.ts'
import { readEnv } from '../env.ts'
import { openStorage } from './open-storage.ts'
import { MissingBytes, newPath, type Storage } from './storage.ts'

const run = promisify(execFile)
const MB = 1024 * 1024
const BUCKET = 'heliodesk-test'
const KEYS = { S3_ACCESS_KEY_ID: 'heliodesk-test-key', S3_SECRET_ACCESS_KEY: 'heliodesk-test-key' }

const folder = useFolder('storage')
let server: FauxqsServer
const storages: Record<string, Storage> = {}

beforeAll(async () => {
  server = await startFauxqs({ host: '127.0.0.1', port: 0, logger: false, s3StorageDir: join(folder, 's3') })
  server.createBucket(BUCKET)
  const endpoint = `http://127.0.0.1:${server.port}`
  storages.folder = openStorage(readEnv({ FILES_DIR: join(folder, 'files') }))
  storages.S3 = openStorage(
    readEnv({ S3_BUCKET: BUCKET, S3_ENDPOINT: endpoint, S3_FORCE_PATH_STYLE: 'true', ...KEYS }),
  )
})

afterAll(() => server.stop())

async function listed(storage: Storage): Promise<Set<string>> {
  const paths = new Set<string>()
  for await (const { path } of storage.list()) paths.add(path)
  return paths
}

/** Sends this many megabytes and then breaks off. */
async function* broken(megabytes: number) {
  for (let sent = 0; sent < megabytes; sent++) yield randomBytes(MB)
  throw new Error('the line broke')
}

describe.each(['folder', 'S3'])('a storage in a %s', (kind) => {
  const storage = () => storages[kind]!

  it.each([0, 1, 5 * MB, 20 * MB + 7])(
    'gives back the %i bytes that were written, measured',
    async (size) => {
      const path = newPath()
      const content = randomBytes(size)
      const pieces = Readable.from(
        (function* () {
          for (let at = 0; at < size; at += 300_000) yield content.subarray(at, at + 300_000)
        })(),
        { objectMode: false },
      )
      const written = await storage().write(path, pieces)
      expect(written.size).toBe(size)
      expect(written.sha256.equals(createHash('sha256').update(content).digest())).toBe(true)
      expect((await buffer(await storage().read(path))).equals(content)).toBe(true)
      await storage().remove(path)
    },
  )

  it('measures text by its bytes', async () => {
    const path = newPath()
    const text = ['电站,', '射阳渔光\n']
    const { size, sha256 } = await storage().write(path, Readable.from(text))
    const content = Buffer.from(text.join(''))
    expect([size, sha256]).toEqual([content.length, createHash('sha256').update(content).digest()])
    expect((await buffer(await storage().read(path))).equals(content)).toBe(true)
  })

  it('gives a range, both its ends included', async () => {
    const path = newPath()
    await storage().write(path, Buffer.from('0123456789'))
    const rangeOf = async (start: number, end: number) =>
      (await buffer(await storage().read(path, { start, end }))).toString()
    expect([await rangeOf(0, 0), await rangeOf(2, 5), await rangeOf(9, 9)]).toEqual(['0', '2345', '9'])
  })

  it('says what is there, with its time, and forgets what is removed', async () => {
    const path = newPath()
    const before = Date.now() - 2000
    await storage().write(path, Buffer.from('bytes'))
    expect(await storage().has(path)).toBe(true)
    for await (const each of storage().list())
      if (each.path === path) expect(each.modifiedAt.getTime()).toBeGreaterThan(before)
    expect((await listed(storage())).has(path)).toBe(true)
    await storage().remove(path)
    await storage().remove(path)
    expect([await storage().has(path), (await listed(storage())).has(path)]).toEqual([false, false])
    await expect(storage().read(path)).rejects.toThrow(MissingBytes)
  })

  it.each([1, 25])('keeps nothing of content that breaks off after %i MB', async (megabytes) => {
    const path = newPath()
    const before = await listed(storage())
    await expect(storage().write(path, Readable.from(broken(megabytes)))).rejects.toThrow('the line broke')
    expect(await storage().has(path)).toBe(false)
    expect(await listed(storage())).toEqual(before)
  })

  it('lists by path, from behind one on', async () => {
    const paths = Array.from({ length: 5 }, () => newPath()).toSorted()
    for (const path of paths.toReversed()) await storage().write(path, Buffer.from('bytes'))
    const from = async (after?: string) => {
      const listing: string[] = []
      for await (const { path } of storage().list(after)) if (paths.includes(path)) listing.push(path)
      return listing
    }
    expect(await from()).toEqual(paths)
    expect(await from(paths[2])).toEqual(paths.slice(3))
    expect(await from(paths[4])).toEqual([])
  })

  it('keeps what is in its bin out of sight, and gives it back', async () => {
    const [path, other] = [newPath(), newPath()].toSorted() as [string, string]
    const { bin } = storage()
    const binned = async (after?: string) => {
      const listing: string[] = []
      for await (const each of bin.list(after)) {
        expect(Date.now() - each.modifiedAt.getTime()).toBeLessThan(60_000)
        listing.push(each.path)
      }
      return listing
    }
    for (const each of [path, other]) await storage().write(each, Buffer.from(each))
    for (const each of [path, other, newPath()]) await bin.take(each)
    expect([await storage().has(path), (await listed(storage())).has(path)]).toEqual([false, false])
    await expect(storage().read(path)).rejects.toThrow(MissingBytes)
    expect([await binned(), await binned(path)]).toEqual([[path, other], [other]])
    await Promise.all([bin.putBack(path), bin.putBack(path), bin.putBack(newPath())])
    expect((await buffer(await storage().read(path))).toString()).toBe(path)
    await bin.remove(other)
    expect(await binned()).toEqual([])
  })

  it('takes several at once', async () => {
    const contents = Array.from({ length: 6 }, () => randomBytes(2 * MB))
    const paths = contents.map(() => newPath())
    await Promise.all(contents.map((content, at) => storage().write(paths[at]!, Readable.from([content]))))
    for (const [at, path] of paths.entries())
      expect((await buffer(await storage().read(path))).equals(contents[at]!)).toBe(true)
  })
})

describe('a folder', () => {
  it('and its files are for nobody else on the machine', async () => {
    const [path, other] = [newPath(), newPath()]
    for (const each of [path, other]) await storages.folder!.write(each, Buffer.from('bytes'))
    await storages.folder!.bin.take(other)
    await storages.folder!.marker.create('ours')
    const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
    const modes = await Promise.all(
      entries.map(async (entry) => {
        const { mode } = await stat(join(entry.parentPath, entry.name))
        return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`
      }),
    )
    expect(new Set(modes)).toEqual(new Set(['folder 700', 'file 600']))
    expect((await stat(join(folder, 'files'))).mode & 0o777).toBe(0o700)
  })

  it('forgets what was begun and never was whole', async () => {
    const storage = storages.folder!
    async function* stalled() {
      yield randomBytes(MB)
      await new Promise(() => {})
    }
    void storage.write(newPath(), Readable.from(stalled()))
    const unfinished = () => readdir(join(folder, 'files', '.part'))
    await expect.poll(unfinished, { interval: 5 }).toHaveLength(1)
    await storage.removeUnfinished(new Date(Date.now() - 60_000))
    expect(await unfinished()).toHaveLength(1)
    await storage.removeUnfinished(new Date(Date.now() + 60_000))
    expect(await unfinished()).toHaveLength(0)
    for await (const { path } of storage.list()) expect(path).toMatch(/^[\da-f]{2}\//)
  })
})

describe('an upload to S3 in several parts', () => {
  it('that breaks off is aborted, so that none of its parts stays', async () => {
    await expect(storages.S3!.write(newPath(), Readable.from(broken(25)))).rejects.toThrow('the line broke')
    expect(await readdir(join(folder, 's3', '_multipart'))).toEqual([])
  })
})

describe('the environment of a bucket', () => {
  it.each([
    [
      { S3_BUCKET: BUCKET },
      /S3_ACCESS_KEY_ID: needed by S3_BUCKET; S3_SECRET_ACCESS_KEY: needed by S3_BUCKET/,
    ],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, /S3_BUCKET: needed by S3_ENDPOINT/],
    [{ S3_BUCKET: BUCKET, ...KEYS, S3_ENDPOINT: 'minio' }, /S3_ENDPOINT/],
    [{ S3_BUCKET: 'x', ...KEYS }, /S3_BUCKET/],
    [{ S3_BUCKET: BUCKET, ...KEYS, S3_FORCE_PATH_STYLE: 'maybe' }, /S3_FORCE_PATH_STYLE/],
  ])('%o is refused by the name of the variable', (given, says) => {
    expect(() => readEnv(given)).toThrow(says)
  })

  it('never repeats a secret', () => {
    const given = { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_SECRET_ACCESS_KEY: 'not-for-logs' }
    expect(() => readEnv(given)).toThrow(/^(?!.*not-for-logs).*S3_BUCKET: needed/s)
  })
})

it('a server whose files lie in a folder never loads the client of buckets', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) })
    const { openStorage } = await import(${JSON.stringify(new URL('./open-storage.ts', import.meta.url).href)})
    const { modules } = await import(${JSON.stringify(new URL('../modules.ts', import.meta.url).href)})
    const isBucketClient = (url) => /@aws-sdk|s3-storage/.test(url)
    const storage = openStorage({ DATA_DIR: ${JSON.stringify(folder)} })
    await storage.write('aa/a', Buffer.from('bytes'))
    const inFolder = [...loaded].some(isBucketClient)
    await openStorage({ S3_BUCKET: 'b', S3_REGION: 'r', S3_ENDPOINT: 'http://127.0.0.1:1' }).has('aa/a').catch(() => null)
    console.log(JSON.stringify({ modules: modules.length > 20, inFolder, inBucket: [...loaded].some(isBucketClient) }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  expect(JSON.parse(stdout)).toEqual({ modules: true, inFolder: false, inBucket: true })
}, 60_000)
