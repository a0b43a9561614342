import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { dataImportCalls as calls } from '@heliodesk/contract/data-import.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator } from '../../../test/hire.ts'
import { endLeases, runNext, skipWait } from '../../../test/job-tools.ts'
import { startJobs } from '../../kernel/jobs.ts'
import { modules } from '../../modules.ts'
import { runImport } from './jobs.ts'
import { countRows, eventFile, eventLines, upload } from './upload.fixture.ts'

const TAKE_JOBS = fileURLToPath(new URL('../../../test/take-jobs.ts', import.meta.url))

/** Thousands of orders each, on machines that may be busy. */
const PATIENT = { timeout: 120_000 }

const harness = useHarness()
let admin: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
})

const job = (id: string) => harness.call(admin, calls.job, { id })
const imported = (id: string) => countRows(harness, 'work_order', `work_code like 'GD${id}%'`)

/** Starts an import of two batches; the second waits for its day's counter until `release` is called. */
async function startBlocked(year: string) {
  const content = eventFile(eventLines(2000, `${year}-01-01`), eventLines(5, `${year}-01-02`))
  const { id } = await upload(harness, admin, { kind: 'events', depCode: 'A01A01', content })
  const blocker = await harness.owner.connect()
  await blocker.query('begin')
  await blocker.query('insert into work_code_counter (tenant_id, day, last) values ($1, $2, 0)', [
    harness.tenant.tenantId,
    `${year}-01-02`,
  ])
  await harness.call(admin, calls.run, { id })
  let isReleased = false
  const release = async () => {
    if (isReleased) return
    isReleased = true
    await blocker.query('rollback')
    blocker.release()
  }
  // A test that failed before it did so would keep the database from being closed.
  onTestFinished(release)
  return { id, release }
}

const untilHalfDone = (id: string) =>
  expect.poll(async () => (await job(id)).doneCount, { timeout: 60_000, interval: 50 }).toBe(2000)

it(
  'an import shows its progress, is left alone by other processes and keeps nobody from creating orders',
  PATIENT,
  async () => {
    const { id, release } = await startBlocked('2011')
    const running = runNext(harness, runImport)
    await untilHalfDone(id)
    expect(await job(id)).toMatchObject({ state: 'importing', rowCount: 2005 })
    expect(await imported('2011')).toBe(0)
    expect(await runNext(harness, runImport)).toBe(false)
    expect(await harness.call(admin, calls.run, { id })).toMatchObject({ state: 'importing' })
    await harness.call(admin, workOrderCalls.insert, {
      psId: harness.tenant.stations[0]!.id,
      taskType: 12,
      taskDescription: '导入期间新建',
    })
    await release()
    expect(await running).toBe(true)
    expect(await job(id)).toMatchObject({
      state: 'done',
      doneCount: 2005,
      result: { stations: 1, orders: 2005 },
    })
    expect(await imported('2011')).toBe(2005)
    expect(await runNext(harness, runImport)).toBe(false)
  },
)

it('an import whose process is killed leaves nothing and is done by the next', PATIENT, async () => {
  const { id, release } = await startBlocked('2012')
  const killed = fork(TAKE_JOBS, [harness.url], { execArgv: [] })
  await untilHalfDone(id)
  const gone = once(killed, 'exit')
  killed.kill('SIGKILL')
  await gone
  await release()
  expect(await runNext(harness, runImport)).toBe(false)
  await endLeases(harness)
  expect(await runNext(harness, runImport)).toBe(true)
  expect(await job(id)).toMatchObject({ state: 'done', result: { stations: 0, orders: 2005 } })
  expect(await imported('2012')).toBe(2005)
})

it('an import given up by a stopping server goes on after the next start', PATIENT, async () => {
  const { id, release } = await startBlocked('2013')
  const stop = startJobs(harness.pool, harness.env, modules, harness.app.log)
  await untilHalfDone(id)
  const stopped = stop()
  await release()
  await stopped
  expect(await job(id)).toMatchObject({ state: 'importing', error: null })
  expect(await imported('2013')).toBe(0)

  const stopAgain = startJobs(harness.pool, harness.env, modules, harness.app.log)
  await expect.poll(async () => (await job(id)).state, { timeout: 60_000, interval: 50 }).toBe('done')
  await stopAgain()
  expect(await imported('2013')).toBe(2005)
})

/** Ends the connection of an import that waits for a day's counter, as a database administrator can. */
async function cutOff() {
  const end = async () => {
    const { rows } = await harness.owner.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%work_code_counter%'`,
    )
    return rows
  }
  // It begins to wait a moment after it has told of its first batch.
  await expect.poll(end, { timeout: 60_000, interval: 50 }).toEqual([{ ended: true }])
}

it('an import whose connection is cut off goes on by itself', PATIENT, async () => {
  const { id, release } = await startBlocked('2015')
  const running = runNext(harness, runImport)
  await untilHalfDone(id)
  await cutOff()
  expect(await running).toBe(true)
  expect(await job(id)).toMatchObject({ state: 'importing', doneCount: 0, error: null })
  expect(await imported('2015')).toBe(0)
  await release()
  expect(await runNext(harness, runImport)).toBe(false)
  await skipWait(harness, runImport)
  expect(await runNext(harness, runImport)).toBe(true)
  expect(await job(id)).toMatchObject({ state: 'done', result: { orders: 2005 } })
  expect(await imported('2015')).toBe(2005)
})

it('an import that is cut off again and again fails, and can be run again', PATIENT, async () => {
  const { id, release } = await startBlocked('2018')
  for (const ends of ['importing', 'importing', 'failed']) {
    const running = runNext(harness, runImport)
    await untilHalfDone(id)
    await cutOff()
    await running
    expect((await job(id)).state).toBe(ends)
    if (ends === 'importing') await skipWait(harness, runImport)
  }
  expect((await job(id)).error).toBe('数据库连接多次中断，未导入任何数据；请稍后重新运行')
  expect(await imported('2018')).toBe(0)
  await release()
  await harness.call(admin, calls.run, { id })
  await runNext(harness, runImport)
  expect(await job(id)).toMatchObject({ state: 'done', error: null, result: { orders: 2005 } })
})

it('an import fails with its reason when its starter was frozen meanwhile', async () => {
  const content = eventFile(eventLines(1, '2014-01-01'))
  const { id } = await upload(harness, admin, { kind: 'events', depCode: 'A01A01', content })
  await harness.call(admin, calls.run, { id })
  const setStatus = (status: string) =>
    harness.owner.query(
      `update app_user set status = $1 where id = (select user_id from user_session where tenant_id = $2 limit 1)`,
      [status, harness.tenant.tenantId],
    )
  await setStatus('2')
  await runNext(harness, runImport)
  await setStatus('1')
  expect(await job(id)).toMatchObject({ state: 'failed', doneCount: 0, error: '发起导入的用户已停用' })
  expect(await imported('2014')).toBe(0)
})
