import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { exportCalls as calls } from '@heliodesk/contract/exports.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator } from '../../../test/hire.ts'
import { addOrders, ask, fetchFile, look, storedFiles } from '../../../test/exports.ts'

const TAKE_JOBS = fileURLToPath(new URL('../../../test/take-jobs.ts', import.meta.url))

/** 30,000 orders with long texts; the soak test has many more. */
const ORDERS = Number(process.env.HELIODESK_EXPORT_ROWS ?? 30_000)
/**
 * The process uses 27 MB when idle and up to 38 MB at work; the texts alone would add 60 MB. The rest is slack for a
 * garbage collector that gets little CPU on a busy machine.
 */
const HEAP_MB = 72
const PATIENT = { timeout: 60_000 + ORDERS * 2 }

const harness = useHarness()
let admin: string
let worker: ReturnType<typeof fork>
let ended: Promise<unknown>

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
  await addOrders(harness, harness.tenant, ORDERS, '长'.repeat(1000))
  await harness.owner.query('analyze work_order')
  worker = fork(TAKE_JOBS, [harness.url], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: { ...process.env, FILES_DIR: harness.env.FILES_DIR, LOG_LEVEL: 'silent' },
  })
  ended = once(worker, 'exit')
}, PATIENT.timeout)

afterAll(async () => {
  worker.kill('SIGKILL')
  await ended
})

it.each(['xlsx', 'csv'] as const)(
  '%s is written in a heap that could not hold its rows',
  PATIENT,
  async (format) => {
    const { id } = await ask(harness, admin, { format })
    const isDone = expect
      .poll(async () => (await look(harness, admin, id)).state, { timeout: PATIENT.timeout, interval: 100 })
      .toBe('done')
    const outOfMemory = ended.then(() => {
      throw new Error('the process ran out of memory')
    })
    await Promise.race([isDone, outOfMemory])
    expect(await look(harness, admin, id)).toMatchObject({ rowCount: ORDERS, doneCount: ORDERS, attempts: 1 })
  },
)

it('cancelling stops the writing midway', PATIENT, async () => {
  const files = await storedFiles(harness)
  const { id } = await ask(harness, admin)
  await expect
    .poll(async () => (await look(harness, admin, id)).rowCount, { timeout: 20_000, interval: 20 })
    .toBe(ORDERS)
  await expect.poll(() => storedFiles(harness), { timeout: 20_000, interval: 20 }).toBe(files + 1)
  await harness.call(admin, calls.cancel, { id })
  await expect.poll(() => storedFiles(harness), { timeout: 20_000, interval: 20 }).toBe(files)
  expect((await look(harness, admin, id)).doneCount).toBeLessThan(ORDERS)
})

it('a page of the browser need not hold the file either', PATIENT, async () => {
  const { pageList } = await harness.call(admin, calls.page, {})
  const made = pageList.find(({ state, format }) => state === 'done' && format === 'csv')!
  const { headers } = await fetchFile(harness, admin, made.id)
  expect(Number(headers['content-length'])).toBe(made.size)
})
