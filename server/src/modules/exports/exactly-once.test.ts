import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, beforeAll, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, type Hired } from '../../../test/hire.ts'
import { endLeases, runNext, skipWait } from '../../../test/job-tools.ts'
import { startJobs } from '../../kernel/jobs.ts'
import { modules } from '../../modules.ts'
import { addOrders, ask, fetchFile, holdBack, look, makeNext, storedFiles } from '../../../test/exports.ts'
import { makeExport } from './jobs.ts'

const TAKE_JOBS = fileURLToPath(new URL('../../../test/take-jobs.ts', import.meta.url))
const ORDERS = 1200

/** Other processes start slowly on a busy machine. */
const PATIENT = { timeout: 120_000 }

const harness = useHarness()
let person: Hired
let hired = 0

beforeAll(() => addOrders(harness, harness.tenant, ORDERS))

beforeEach(async () => {
  hired += 1
  person = await hire(harness, { username: `exporter${hired}`, codes: ['order:export'], hasAllData: true })
})

const seen = (id: string) => look(harness, person.token, id)

const takeJobs = () =>
  fork(TAKE_JOBS, [harness.url], {
    execArgv: [],
    env: { ...process.env, FILES_DIR: harness.env.FILES_DIR, LOG_LEVEL: 'silent' },
  })

const untilRowsAreRead = (id: string) =>
  expect.poll(async () => (await seen(id)).rowCount, { timeout: 60_000, interval: 20 }).toBe(ORDERS)

/** Waits until a process is blocked just before it records the finished file. */
const untilHeldBack = () =>
  expect
    .poll(
      async () => {
        const { rows } = await harness.owner.query<{ n: string }>(
          `select count(*) as n from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%stored_file%'`,
        )
        return rows[0]!.n
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe('1')

const filesOf = async () => {
  const { rows } = await harness.owner.query(`select path from stored_file where created_by = $1`, [
    person.id,
  ])
  return rows.length
}

it('an export is seen to move and left alone by other processes', PATIENT, async () => {
  const { id } = await ask(harness, person.token)
  const release = await holdBack(harness)
  const running = makeNext(harness)
  await untilRowsAreRead(id)
  expect(await seen(id)).toMatchObject({ state: 'running', rowCount: ORDERS, attempts: 1 })
  expect(await makeNext(harness)).toBe(false)
  await release()
  expect(await running).toBe(true)
  expect(await seen(id)).toMatchObject({ state: 'done', doneCount: ORDERS })
  expect(await filesOf()).toBe(1)
  expect(await makeNext(harness)).toBe(false)
})

it('an export whose process is killed leaves nothing recorded and is done by the next', PATIENT, async () => {
  const { id } = await ask(harness, person.token, { format: 'csv' })
  const release = await holdBack(harness)
  const killed = takeJobs()
  await untilHeldBack()
  const gone = once(killed, 'exit')
  killed.kill('SIGKILL')
  await gone
  await release()
  expect(await filesOf()).toBe(0)
  expect((await seen(id)).state).toBe('running')
  expect(await makeNext(harness)).toBe(false)
  await endLeases(harness)
  expect(await makeNext(harness)).toBe(true)
  expect(await seen(id)).toMatchObject({ state: 'done', attempts: 2, doneCount: ORDERS })
  expect(await filesOf()).toBe(1)
  expect((await fetchFile(harness, person.token, id)).body.split('\r\n')).toHaveLength(ORDERS + 2)
})

it('an export that kills every process that begins it is given up with a reason', PATIENT, async () => {
  const { id } = await ask(harness, person.token)
  await harness.owner.query('update job set attempts = 3 where kind = $1', [makeExport.kind])
  await makeNext(harness)
  expect(await seen(id)).toMatchObject({
    state: 'failed',
    error: '生成过程多次中断，未能完成；请稍后重新导出',
  })
  expect(await makeNext(harness)).toBe(false)
})

it('an export given up by a stopping server starts over, and the try does not count', PATIENT, async () => {
  const { id } = await ask(harness, person.token)
  const files = await storedFiles(harness)
  const ending = new AbortController()
  // Stops when the rows have been counted; the fourth connection marks that moment.
  let connections = 0
  const counted = () => {
    connections += 1
    if (connections === 4) ending.abort()
  }
  harness.pool.on('acquire', counted)
  expect(await runNext(harness, makeExport, { signal: ending.signal })).toBe(true)
  harness.pool.off('acquire', counted)
  expect(await seen(id)).toMatchObject({
    state: 'waiting',
    attempts: 0,
    doneCount: 0,
    rowCount: null,
    error: null,
  })
  expect(await storedFiles(harness)).toBe(files)
  const stop = startJobs(harness.pool, harness.env, modules, harness.app.log)
  await expect.poll(async () => (await seen(id)).state, { timeout: 60_000, interval: 50 }).toBe('done')
  await stop()
  expect(await filesOf()).toBe(1)
})

it('an export whose connection is cut off goes on by itself, but not for ever', PATIENT, async () => {
  const { id } = await ask(harness, person.token)
  for (const attempts of [1, 2, 3]) {
    if (attempts > 1) await skipWait(harness, makeExport)
    const release = await holdBack(harness)
    const running = makeNext(harness)
    await untilHeldBack()
    await harness.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%stored_file%'`,
    )
    expect(await running).toBe(true)
    await release()
    if (attempts < 3) expect(await seen(id)).toMatchObject({ state: 'waiting', attempts, error: null })
  }
  expect(await seen(id)).toMatchObject({
    state: 'failed',
    attempts: 3,
    error: '生成过程多次中断，未能完成；请稍后重新导出',
  })
  expect(await filesOf()).toBe(0)
})

it('two processes make each of many exports once', PATIENT, async () => {
  const others = await Promise.all(
    [1, 2, 3].map((at) =>
      hire(harness, { username: `many${hired}.${at}`, codes: ['order:export'], hasAllData: true }),
    ),
  )
  const asked = await Promise.all(
    others.flatMap(({ token }) => [1, 2].map(async () => ({ token, ...(await ask(harness, token)) }))),
  )
  const processes = [takeJobs(), takeJobs()]
  for (const { token, id } of asked) {
    await expect
      .poll(async () => (await look(harness, token, id)).state, { timeout: 60_000, interval: 50 })
      .toBe('done')
  }
  for (const each of processes) {
    const gone = once(each, 'exit')
    each.kill('SIGKILL')
    await gone
  }
  const { rows } = await harness.owner.query(
    `select attempts, count(*)::int as n from export_job
    where created_by = any($1::bigint[]) group by attempts`,
    [others.map(({ id }) => id)],
  )
  expect(rows).toEqual([{ attempts: 1, n: 6 }])
  const files = await harness.owner.query(
    'select path from stored_file where created_by = any($1::bigint[])',
    [others.map(({ id }) => id)],
  )
  expect(files.rows).toHaveLength(6)
})
