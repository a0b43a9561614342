import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { handoverCalls as calls } from '@heliodesk/contract/handovers.ts'
import { expect, it } from 'vitest'
import { endLeases, runNext } from '../../../test/job-tools.ts'
import { useSite } from '../../../test/site.ts'
import { handOver } from './carry-out.ts'

const TAKE_JOBS = fileURLToPath(new URL('../../../test/take-jobs.ts', import.meta.url))
const site = useSite()
const { harness } = site

it(
  'a hand-over whose process is killed goes on behind the last thing, and gives each on once',
  { timeout: 60_000 },
  async () => {
    const orders: string[] = []
    for (let at = 0; at < 6; at++) orders.push((await site.assignTo(await site.create())).id)
    const blocker = await harness.owner.connect()
    await blocker.query('begin')
    await blocker.query('select from work_order where id = $1 for update', [orders[3]])
    const { admin, worker, worker2 } = site.people
    await harness.call(admin.token, calls.add, {
      personId: worker.id,
      successorId: worker2.id,
      reason: '离职',
    })
    const told = async () => {
      const { rows } = await harness.owner.query<{ record: string }>(
        `select record from handover_result order by at`,
      )
      return rows.map(({ record }) => record)
    }
    const killed = fork(TAKE_JOBS, [harness.url], { execArgv: [] })
    await expect.poll(told, { timeout: 30_000, interval: 50 }).toEqual(orders.slice(0, 3))
    // Another process leaves it alone as long as that one has it.
    expect(await runNext(harness, handOver)).toBe(false)
    const gone = once(killed, 'exit')
    killed.kill('SIGKILL')
    await gone
    await blocker.query('rollback')
    blocker.release()
    await endLeases(harness)
    // Two processes take it up at once.
    const taken = await Promise.all([runNext(harness, handOver), runNext(harness, handOver)])
    expect(taken.toSorted((one, other) => Number(one) - Number(other))).toEqual([false, true])
    expect((await told()).toSorted((one, other) => Number(one) - Number(other))).toEqual(orders)
    const { rows } = await harness.owner.query<{ n: number }>(
      `select count(*)::int as n from work_order_event where order_id = any($1::bigint[]) and note like '由 %' group by order_id`,
      [orders],
    )
    expect(rows.map(({ n }) => n)).toEqual(orders.map(() => 1))
    const [done] = await harness.call(admin.token, calls.list, { personId: worker.id })
    expect(done).toMatchObject({ state: 'done', given: 6, refused: 0 })
    const { rows: frozen } = await harness.owner.query(`select status from app_user where id = $1`, [
      worker.id,
    ])
    expect(frozen).toEqual([{ status: '2' }])
  },
)
