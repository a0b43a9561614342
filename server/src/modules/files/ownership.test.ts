import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startFauxqs, type FauxqsServer } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useFolder } from '../../../test/folder.ts'
import { useHarness } from '../../../test/harness.ts'
import { endServer, runServer, startServer } from '../../../test/server-process.ts'
import { upload } from '../../../test/files.ts'
import { readEnv, type Env } from '../../env.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { MARKER, newPath } from '../../platform/storage.ts'
import { bytesLeft, sweepAt } from './files.fixture.ts'
import { takeStorage } from './ownership.ts'

const harness = useHarness()
/** A copy of the same empty database, as after a restore: the same number in another place. */
const copy = useHarness()

const folder = useFolder('ownership')
let server: FauxqsServer
let made = 0

beforeAll(async () => {
  server = await startFauxqs({ host: '127.0.0.1', port: 0, logger: false, s3StorageDir: join(folder, 's3') })
})
afterAll(() => server.stop())

/** An empty storage; each call of the returned function acts as another process with it. */
function emptyStorage(kind: string): (settings?: Record<string, string>) => Env {
  const name = `storage-${++made}`
  if (kind === 'folder') return (settings) => readEnv({ FILES_DIR: join(folder, name), ...settings })
  server.createBucket(name)
  const keys = { S3_ACCESS_KEY_ID: 'heliodesk-test-key', S3_SECRET_ACCESS_KEY: 'heliodesk-test-key' }
  const endpoint = `http://127.0.0.1:${server.port}`
  return (settings) =>
    readEnv({ S3_BUCKET: name, S3_ENDPOINT: endpoint, S3_FORCE_PATH_STYLE: 'true', ...keys, ...settings })
}

const REFUSED = /文件存储属于另一个数据库（(\S+)）/

describe.each(['folder', 'S3'])('a storage in a %s', (kind) => {
  it('belongs to the database that comes first, with all its processes, and to no copy of it', async () => {
    const processOf = emptyStorage(kind)
    await Promise.all(Array.from({ length: 6 }, () => takeStorage(harness.pool, processOf())))
    await takeStorage(harness.pool, processOf())
    await expect(takeStorage(copy.pool, processOf())).rejects.toThrow(REFUSED)
    await takeStorage(harness.pool, processOf())
  })

  it('is handed over by the name of who has it, and then is refused to that', async () => {
    const processOf = emptyStorage(kind)
    await takeStorage(harness.pool, processOf())
    const refusal = await takeStorage(copy.pool, processOf()).catch(String)
    const [, owner] = REFUSED.exec(String(refusal)) ?? []
    await expect(takeStorage(copy.pool, processOf({ FILES_ADOPT: 'somebody' }))).rejects.toThrow(REFUSED)
    await takeStorage(copy.pool, processOf({ FILES_ADOPT: owner! }))
    await takeStorage(copy.pool, processOf())
    await expect(takeStorage(harness.pool, processOf())).rejects.toThrow(REFUSED)
    // A setting that was left in place after the handover has no further effect.
    await takeStorage(harness.pool, emptyStorage(kind)({ FILES_ADOPT: owner! }))
  })

  it('with files of nobody known is refused, unless it is said that they are ours', async () => {
    const processOf = emptyStorage(kind)
    await openStorage(processOf()).write(newPath(), Buffer.from('bytes'))
    await expect(takeStorage(harness.pool, processOf())).rejects.toThrow(REFUSED)
    await takeStorage(harness.pool, processOf({ FILES_ADOPT: 'unmarked' }))
    await takeStorage(harness.pool, processOf())
    await expect(takeStorage(copy.pool, processOf({ FILES_ADOPT: 'unmarked' }))).rejects.toThrow(REFUSED)
  })
})

it('of two databases that begin on an empty folder at once one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const processOf = emptyStorage('folder')
    const both = await Promise.allSettled([harness, copy].map(({ pool }) => takeStorage(pool, processOf())))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

it('a copy of the database neither starts on the folder nor sweeps it', async () => {
  const worker = await harness.signIn('a_worker')
  await upload(harness, worker)
  const before = await bytesLeft(harness)
  const { FILES_DIR } = harness.env
  const { code, output } = await runServer({ DATABASE_URL: copy.url, FILES_DIR: FILES_DIR! })
  expect([code, output]).toEqual([1, expect.stringMatching(REFUSED)])
  // A process that was already running before the storage was handed over.
  const sweeping = sweepAt({ ...copy, env: { ...copy.env, FILES_DIR } }, 1000)
  await expect(sweeping).rejects.toThrow(REFUSED)
  expect(await bytesLeft(harness)).toEqual(before)
}, 120_000)

it('a folder of an earlier version is marked where the database knows its files, and closed to others', async () => {
  const worker = await harness.signIn('a_worker')
  await upload(harness, worker)
  const marker = join(harness.env.FILES_DIR!, MARKER)
  const line = await readFile(marker, 'utf8')
  await rm(marker)
  const shard = (await readdir(harness.env.FILES_DIR!)).find((name) => /^[\da-f]{2}$/.test(name))
  const first = join(harness.env.FILES_DIR!, shard!)
  await chmod(first, 0o755)
  await expect(takeStorage(copy.pool, { ...harness.env })).rejects.toThrow(REFUSED)
  await takeStorage(harness.pool, { ...harness.env })
  expect(await readFile(marker, 'utf8')).toBe(line)
  expect((await stat(first)).mode & 0o777).toBe(0o700)
})

it('two servers of one database start at once on an empty folder', async () => {
  const FILES_DIR = join(folder, 'together')
  await mkdir(FILES_DIR)
  await writeFile(join(FILES_DIR, 'lost+found'), '')
  const servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: harness.url, FILES_DIR })))
  await Promise.all(servers.map((each) => endServer(each, 'SIGTERM')))
}, 120_000)
