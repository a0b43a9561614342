import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { runOnce } from '../../kernel/upkeep.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { openStorage } from '../../platform/storage.ts'
import { tryDownload, upload } from '../../../test/files.ts'
import * as fixture from './files.fixture.ts'
import { files, keepFile, releaseFile } from './index.ts'
import { sweep } from './sweep.ts'

const harness = useHarness()
const HOUR = 3_600_000
let token: string
let stranger: string

const sweepAt = (hours: number) => fixture.sweepAt(harness, hours)
const bytesLeft = () => fixture.bytesLeft(harness)
type Run<T> = Parameters<typeof fixture.within<T>>[1]
const within = <T>(run: Run<T>, user?: string) => fixture.within(harness, run, user)
const ctxOf = ({ db }: Transaction) => ({
  db,
  now: harness.clock.now(),
  who: { userId: harness.tenant.users.a_worker!.id },
})

beforeAll(async () => {
  token = await harness.signIn('a_worker')
  stranger = await harness.signIn('b_worker')
})

async function rowsOf(paths: string[]) {
  const { rows } = await harness.owner.query<{ path: string }>(
    'select path from stored_file where path = any($1)',
    [paths],
  )
  return new Set(rows.map(({ path }) => path))
}

const blobsOf = (paths: string[]) =>
  Promise.all(paths.map(async (path) => (await fixture.blobOf(harness, path)).path))

it('forgets what nothing used for a day, with its bytes, in every company, and nothing else', async () => {
  const [unused, kept, theirs] = [
    await upload(harness, token),
    await upload(harness, token),
    await upload(harness, stranger),
  ]
  await within((ctx) => keepFile(ctx, kept.path, 'feedback'))
  const all = [unused.path, kept.path, theirs.path]
  const blobs = await blobsOf(all)

  await sweepAt(23.9)
  expect(await rowsOf(all)).toEqual(new Set(all))
  await sweepAt(24.1)
  expect(await rowsOf(all)).toEqual(new Set([kept.path]))
  // The bytes follow at the next sweep, when their rows are gone for good.
  await sweepAt(24.1)
  const left = await bytesLeft()
  expect(blobs.map((path) => left.has(path))).toEqual([false, true, false])
  expect((await tryDownload(harness, token, kept.path)).status).toBe(200)
})

it('takes a released file, and one that replaced it stays', async () => {
  const [old, fresh] = [await upload(harness, token), await upload(harness, token)]
  await within(async (ctx) => {
    await keepFile(ctx, old.path, 'feedback')
    await releaseFile(ctx, old.path)
    await keepFile(ctx, fresh.path, 'feedback')
  })
  await sweepAt(25)
  expect(await rowsOf([old.path, fresh.path])).toEqual(new Set([fresh.path]))
})

it('removes bytes without a row once they are a day old, also half-written ones', async () => {
  const storage = openStorage(harness.env)
  const old = new Date(Date.now() - 25 * HOUR)
  for (const path of ['aa/old.png', 'aa/young.png', 'aa/old.png.1.part']) {
    await storage.write(path, Buffer.from('bytes'))
    if (path.includes('old')) await utimes(join(harness.env.FILES_DIR!, path), old, old)
  }
  await runOnce(harness.pool, files.upkeep[0]!, harness.env)
  const left = await bytesLeft()
  expect(['old.png', 'old.png.1.part', 'young.png'].map((name) => left.has(`aa/${name}`))).toEqual([
    false,
    false,
    true,
  ])
})

it('and the use of a file exclude each other: whoever comes second sees what the first did', async () => {
  const { path } = await upload(harness, token)
  const user = await Transaction.begin(harness.pool, 'command')
  await user.actAs(harness.tenant.tenantId, harness.tenant.users.a_worker!.id, null)
  await keepFile(ctxOf(user), path, 'feedback')
  const sweeping = sweepAt(25)
  await user.commit()
  await sweeping
  expect(await rowsOf([path])).toEqual(new Set([path]))

  const { path: lost } = await upload(harness, token)
  const sweeper = await Transaction.begin(harness.pool, 'command')
  await sweep(sweeper.db, openStorage(harness.env), new Date(Date.now() + 25 * HOUR))
  const keeping = within((ctx) => keepFile(ctx, lost, 'feedback'))
  await Promise.all([expect(keeping).rejects.toThrow('文件不存在或已过期，请重新上传'), sweeper.commit()])
})

it('of two processes at once both end well', async () => {
  const uploads = await Promise.all(Array.from({ length: 8 }, () => upload(harness, token)))
  const blobs = await blobsOf(uploads.map(({ path }) => path))
  await Promise.all([sweepAt(25), sweepAt(25)])
  await Promise.all([sweepAt(25), sweepAt(25)])
  expect(await rowsOf(uploads.map(({ path }) => path))).toEqual(new Set())
  const left = await bytesLeft()
  expect(blobs.filter((path) => left.has(path))).toEqual([])
})

it('a file is used by its uploader and for its purpose only', async () => {
  const { path } = await upload(harness, token, { purpose: 'feedback' })
  const refusal = '文件不存在或已过期，请重新上传'
  await expect(within((ctx) => keepFile(ctx, path, 'feedback'), 'a_colleague')).rejects.toThrow(refusal)
  await expect(within((ctx) => keepFile(ctx, path, 'avatar'))).rejects.toThrow(refusal)
  await within((ctx) => keepFile(ctx, path, 'feedback'))
})
