import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'
import { runNext } from '../../../test/job-tools.ts'
import { somebodyWaits } from '../../../test/locks.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { newPath } from '../../platform/storage.ts'
import { tryDownload, upload } from '../../../test/files.ts'
import * as fixture from './files.fixture.ts'
import { keepFile, releaseFile } from './index.ts'
import { forgetUnused, sweepFiles } from './sweep.ts'

const harness = useHarness()
const HOUR = 3_600_000

const storage = () => openStorage(harness.env)
const sweepAt = (hours: number) => fixture.sweepAt(harness, hours)
const bytesLeft = () => fixture.bytesLeft(harness)
type Run<T> = Parameters<typeof fixture.within<T>>[1]
const within = <T>(run: Run<T>, user?: string) => fixture.within(harness, run, user)
const ctxOf = ({ db }: Transaction) => ({
  db,
  now: harness.clock.now(),
  who: { userId: harness.tenant.users.a_worker!.id },
})

const people = useSignedIn(harness, {
  token: 'a_worker',
  stranger: 'b_worker',
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
    await upload(harness, people.token),
    await upload(harness, people.token),
    await upload(harness, people.stranger),
  ]
  await within((ctx) => keepFile(ctx, kept.path, 'feedback'))
  const all = [unused.path, kept.path, theirs.path]
  const blobs = await blobsOf(all)

  await sweepAt(23.9)
  expect(await rowsOf(all)).toEqual(new Set(all))
  await sweepAt(24.1)
  expect(await rowsOf(all)).toEqual(new Set([kept.path]))
  // The next sweep removes the bytes, when the deletion of their rows is committed.
  await sweepAt(24.1)
  const left = await bytesLeft()
  expect(blobs.map((path) => left.has(path))).toEqual([false, true, false])
  expect((await tryDownload(harness, people.token, kept.path)).status).toBe(200)
})

it('takes a released file, and one that replaced it stays', async () => {
  const [old, fresh] = [await upload(harness, people.token), await upload(harness, people.token)]
  await within(async (ctx) => {
    await keepFile(ctx, old.path, 'feedback')
    await releaseFile(ctx, old.path)
    await keepFile(ctx, fresh.path, 'feedback')
  })
  await sweepAt(25)
  expect(await rowsOf([old.path, fresh.path])).toEqual(new Set([fresh.path]))
})

/** Bytes without a row, written this many hours ago. */
async function strayBytes(hours: number, path = newPath('png')) {
  const written = new Date(Date.now() - hours * HOUR)
  await storage().write(path, Buffer.from('bytes'))
  await utimes(join(harness.env.FILES_DIR!, path), written, written)
  return path
}

const binned = async () => {
  const paths = new Set<string>()
  for await (const { path } of storage().bin.list()) paths.add(path)
  return paths
}

it('puts bytes without a row into the bin once they are a day old, and deletes them a week later', async () => {
  const [old, young] = [await strayBytes(25), await strayBytes(23)]
  const ofEarlierVersion = await strayBytes(25, `${newPath('png')}.${randomUUID()}.part`)
  await sweepAt(0)
  const left = await bytesLeft()
  expect([old, young, ofEarlierVersion].map((path) => left.has(path))).toEqual([false, true, false])
  expect([...(await binned())]).toEqual(expect.arrayContaining([old, ofEarlierVersion]))
  await sweepAt(7 * 24 - 1)
  expect((await binned()).has(old)).toBe(true)
  await sweepAt(7 * 24 + 1)
  expect((await binned()).has(old)).toBe(false)
})

it('brings back from the bin what a row names', async () => {
  const { path } = await upload(harness, people.token)
  await within((ctx) => keepFile(ctx, path, 'feedback'))
  const { path: blob } = await fixture.blobOf(harness, path)
  await storage().bin.take(blob)
  expect((await tryDownload(harness, people.token, path)).message).toBe('文件已不存在')
  // However long it has been there.
  await sweepAt(30 * 24)
  expect((await tryDownload(harness, people.token, path)).status).toBe(200)
  expect((await binned()).has(blob)).toBe(false)
})

it('removes what a killed process had begun a day ago, and leaves what may still be written', async () => {
  const folder = join(harness.env.FILES_DIR!, '.part')
  await mkdir(folder, { recursive: true })
  for (const [name, hours] of [
    ['of-a-killed-process', 25],
    ['under-way', 23],
  ] as const) {
    const at = new Date(Date.now() - hours * HOUR)
    await writeFile(join(folder, name), 'half')
    await utimes(join(folder, name), at, at)
  }
  await sweepAt(0)
  expect(await readdir(folder)).toEqual(['under-way'])
})

it('touches nothing in the folder that is not of our making', async () => {
  const old = new Date(Date.now() - 25 * HOUR)
  const names = ['README.txt', 'aa/notes.txt', 'backup/2026.tar']
  for (const name of names) {
    const place = join(harness.env.FILES_DIR!, name)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, 'theirs')
    await utimes(place, old, old)
  }
  await sweepAt(0)
  for (const name of names) await access(join(harness.env.FILES_DIR!, name))
})

/** Begins a turn, which stays at its first read after its claim until `goOn` lets it end. */
async function heldTurn(turn: () => Promise<boolean>) {
  const holder = await harness.owner.connect()
  await holder.query('begin')
  await holder.query('lock table storage_owner in access exclusive mode')
  const result = turn()
  await vi.waitFor(async () => {
    const { rows } = await harness.owner.query(`select from job where kind = 'sweep' and next_at > now()`)
    expect(rows).toHaveLength(1)
  }, 20_000)
  return {
    goOn: async () => {
      await holder.query('rollback')
      holder.release()
      return result
    },
  }
}

describe('a sweep of many files', () => {
  const turn = () => runNext(harness, sweepFiles)
  const due = `update job set next_at = now(), lease = null where kind = 'sweep'`

  it('is left alone, without a wait, by a second process while the first claims it', async () => {
    await harness.owner.query(due)
    const first = await harness.owner.connect()
    try {
      await first.query(`begin; update job set lease = gen_random_uuid() where kind = 'sweep'`)
      expect(await turn()).toBe(false)
    } finally {
      await first.query('rollback')
      first.release()
    }
  })

  it('is not set back by a process whose claim ran out while it was at work', async () => {
    await harness.owner.query(due)
    const other = await harness.owner.connect()
    try {
      await other.query('begin; lock table storage_owner')
      const late = turn()
      await somebodyWaits(harness)
      await other.query(
        `update job set lease = gen_random_uuid(), payload = '{"stage": "rows", "after": "7"}'
         where kind = 'sweep'; commit`,
      )
      expect(await late).toBe(true)
    } finally {
      await other.query('rollback')
      other.release()
    }
    const { rows } = await harness.owner.query(`select payload from job where kind = 'sweep'`)
    expect(rows).toEqual([{ payload: { stage: 'rows', after: '7' } }])
    await harness.owner.query(
      `${due}; update job set payload = '{"stage": "bytes", "after": ""}' where kind = 'sweep'`,
    )
  })

  it('goes on in another process where one that was killed stood, and only one works at a time', async () => {
    const strays = await Promise.all(Array.from({ length: 1100 }, () => strayBytes(25)))
    const left = async () => {
      const paths = await bytesLeft()
      return strays.filter((path) => paths.has(path)).length
    }
    await harness.owner.query(`update job set next_at = now() where kind = 'sweep'`)
    // A process claimed the sweep and died.
    await harness.owner.query(
      `update job set lease = gen_random_uuid(), next_at = now() + interval '15 seconds' where kind = 'sweep'`,
    )
    expect([await turn(), await left()]).toEqual([false, 1100])
    await harness.owner.query(`update job set next_at = now() where kind = 'sweep'`)
    const working = await heldTurn(turn)
    expect(await turn()).toBe(false)
    expect(await working.goOn()).toBe(true)
    expect(await left()).toBeGreaterThanOrEqual(600)
    expect(await left()).toBeLessThan(1100)
    while (await turn());
    expect(await left()).toBe(0)
    const { rows } = await harness.owner.query(
      `select payload ->> 'stage' as stage, payload ->> 'after' as after,
         next_at > now() + interval '50 minutes' as rests from job where kind = 'sweep'`,
    )
    expect(rows).toEqual([{ stage: 'bytes', after: '', rests: true }])
  })

  it('forgets all that nobody used of a company, in as many steps as it takes', async () => {
    const { path } = await upload(harness, people.token)
    await harness.owner.query(
      `insert into stored_file
         (tenant_id, path, blob_path, file_name, media_type, size, sha256, purpose, created_by, created_at)
       select tenant_id, path || n, blob_path, file_name, media_type, size, sha256, purpose, created_by, created_at
       from stored_file, generate_series(1, 1100) n where path = $1`,
      [path],
    )
    await sweepAt(25)
    const { rows } = await harness.owner.query(
      'select count(*)::int as n from stored_file where starts_with(path, $1)',
      [path],
    )
    expect(rows).toEqual([{ n: 0 }])
  })
})

it('and the use of a file exclude each other: whoever comes second sees what the first did', async () => {
  const { path } = await upload(harness, people.token)
  const user = await Transaction.begin(harness.pool, 'command')
  await user.actAs(harness.tenant.tenantId, harness.tenant.users.a_worker!.id, null)
  await keepFile(ctxOf(user), path, 'feedback')
  const sweeping = sweepAt(25)
  await user.commit()
  await sweeping
  expect(await rowsOf([path])).toEqual(new Set([path]))

  const { path: lost } = await upload(harness, people.token)
  const sweeper = await Transaction.begin(harness.pool, 'command')
  await sweeper.enterTenant(harness.tenant.tenantId)
  await forgetUnused(sweeper.db, new Date(Date.now() + HOUR))
  const keeping = within((ctx) => keepFile(ctx, lost, 'feedback'))
  await Promise.all([expect(keeping).rejects.toThrow('文件不存在或已过期，请重新上传'), sweeper.commit()])
})

it('of two processes at once both end well', async () => {
  const uploads = await Promise.all(Array.from({ length: 8 }, () => upload(harness, people.token)))
  const blobs = await blobsOf(uploads.map(({ path }) => path))
  await Promise.all([sweepAt(25), sweepAt(25)])
  await Promise.all([sweepAt(25), sweepAt(25)])
  expect(await rowsOf(uploads.map(({ path }) => path))).toEqual(new Set())
  const left = await bytesLeft()
  expect(blobs.filter((path) => left.has(path))).toEqual([])
})

it('a file is used by its uploader and for its purpose only', async () => {
  const { path } = await upload(harness, people.token, { purpose: 'feedback' })
  const refusal = '文件不存在或已过期，请重新上传'
  await expect(within((ctx) => keepFile(ctx, path, 'feedback'), 'a_colleague')).rejects.toThrow(refusal)
  await expect(within((ctx) => keepFile(ctx, path, 'avatar'))).rejects.toThrow(refusal)
  await within((ctx) => keepFile(ctx, path, 'feedback'))
})
