import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { runOnce } from '../../kernel/upkeep.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { openStorage } from '../../platform/storage.ts'
import { tryDownload, upload } from '../../../test/files.ts'
import { files, keepFile, releaseFile } from './index.ts'
import { sweep } from './sweep.ts'

const harness = useHarness()
const HOUR = 3_600_000
let token: string
let stranger: string

beforeAll(async () => {
  token = await harness.signIn('a_worker')
  stranger = await harness.signIn('b_worker')
})

/** Runs as a person of the first tenant, or of nobody, and commits. */
async function within<T>(run: (transaction: Transaction) => Promise<T>, user = 'a_worker'): Promise<T> {
  const transaction = await Transaction.begin(harness.pool, 'command')
  await transaction.actAs(harness.tenant.tenantId, harness.tenant.users[user]!.id, null)
  try {
    const result = await run(transaction)
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

const ctxOf = ({ db }: Transaction, user = 'a_worker') => ({
  db,
  now: harness.clock.now(),
  who: { userId: harness.tenant.users[user]!.id },
})

async function sweepAt(hoursFromNow: number) {
  const transaction = await Transaction.begin(harness.pool, 'command')
  await sweep(transaction.db, openStorage(harness.env), new Date(Date.now() + hoursFromNow * HOUR))
  await transaction.commit()
}

const bytesLeft = async () => {
  const entries = await readdir(harness.env.FILES_DIR!, { recursive: true, withFileTypes: true })
  return new Set(entries.filter((entry) => entry.isFile()).map((entry) => entry.name))
}
const nameOf = (path: string) => path.split('/').at(-1)!

async function rowsOf(paths: string[]) {
  const { rows } = await harness.owner.query<{ path: string }>(
    'select path from stored_file where path = any($1)',
    [paths],
  )
  return new Set(rows.map(({ path }) => path))
}

it('forgets what nothing used for a day, with its bytes, in every company, and nothing else', async () => {
  const [unused, kept, theirs] = [
    await upload(harness, token),
    await upload(harness, token),
    await upload(harness, stranger),
  ]
  await within((transaction) => keepFile(ctxOf(transaction), kept.path, 'feedback'))
  const all = [unused.path, kept.path, theirs.path]

  await sweepAt(23.9)
  expect(await rowsOf(all)).toEqual(new Set(all))
  await sweepAt(24.1)
  expect(await rowsOf(all)).toEqual(new Set([kept.path]))
  // The bytes follow at the next sweep, when their rows are gone for good.
  await sweepAt(24.1)
  const left = await bytesLeft()
  expect(all.map((path) => left.has(nameOf(path)))).toEqual([false, true, false])
  expect((await tryDownload(harness, token, kept.path)).status).toBe(200)
})

it('takes a released file, and one that replaced it stays', async () => {
  const [old, fresh] = [await upload(harness, token), await upload(harness, token)]
  await within(async (transaction) => {
    await keepFile(ctxOf(transaction), old.path, 'feedback')
    await releaseFile(ctxOf(transaction), old.path)
    await keepFile(ctxOf(transaction), fresh.path, 'feedback')
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
  expect(['old.png', 'old.png.1.part', 'young.png'].map((name) => left.has(name))).toEqual([
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
  const keeping = within((transaction) => keepFile(ctxOf(transaction), lost, 'feedback'))
  await Promise.all([expect(keeping).rejects.toThrow('文件不存在或已过期，请重新上传'), sweeper.commit()])
})

it('of two processes at once both end well', async () => {
  const uploads = await Promise.all(Array.from({ length: 8 }, () => upload(harness, token)))
  await Promise.all([sweepAt(25), sweepAt(25)])
  await Promise.all([sweepAt(25), sweepAt(25)])
  expect(await rowsOf(uploads.map(({ path }) => path))).toEqual(new Set())
  const left = await bytesLeft()
  expect(uploads.filter(({ path }) => left.has(nameOf(path)))).toEqual([])
})

it('a file is used by its uploader and for its purpose only', async () => {
  const { path } = await upload(harness, token, { purpose: 'feedback' })
  const refusal = '文件不存在或已过期，请重新上传'
  await expect(
    within((transaction) => keepFile(ctxOf(transaction, 'a_colleague'), path, 'feedback'), 'a_colleague'),
  ).rejects.toThrow(refusal)
  await expect(within((transaction) => keepFile(ctxOf(transaction), path, 'avatar'))).rejects.toThrow(refusal)
  await within((transaction) => keepFile(ctxOf(transaction), path, 'feedback'))
})
