import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../server/test/harness.ts'
import { openSession } from '../server/test/hire.ts'
import { prepareProcesses, type ProcessTenant } from './process-dataset.ts'
import { useWatchedServer } from './watched-server.fixture.ts'

const INSTANCES = Number(process.env.HELIODESK_SOAK_INSTANCES ?? 100_000)
const STEPS = 1000
const GROWTH_MB = 8
/** Completed by a process that has one core. */
const STEPS_A_SECOND = 300
const COMPLETE_STEPS = fileURLToPath(new URL('complete-steps.ts', import.meta.url))

const harness = useHarness()
let company: ProcessTenant
const tokenOf = (userId: string) =>
  openSession(harness, userId, { ...harness.tenant, tenantId: company.tenantId })

beforeAll(async () => {
  company = await prepareProcesses(harness.url, INSTANCES)
}, 30 * 60_000)

describe(`at ${INSTANCES} running instances`, () => {
  it('a list of to-dos holds exactly what is open for its reader', async () => {
    for (const [userId, kind, refs] of [
      [company.headId, 'user', [company.headId]],
      [company.managerId, 'role', ['r10010']],
    ] as const) {
      const { rows } = await harness.owner.query<{ n: number }>(
        `select count(*)::int as n from process_candidate c
         join process_instance i on i.tenant_id = c.tenant_id and i.id = c.instance_id
         where c.tenant_id = $1 and c.open and c.kind = $2 and c.ref = any($3) and starts_with(i.dep_code, (
           select d.org_code from app_user u join department d on d.id = u.department_id where u.id = $4))`,
        [company.tenantId, kind, refs, userId],
      )
      const token = await tokenOf(userId)
      const { rowCount } = await harness.call(token, calls.page, { box: 'todo' })
      expect(rowCount).toBe(rows[0]!.n)
      expect((await harness.call(token, calls.counts, {})).todo).toBe(rowCount)
    }
  })

  it(`${STEPS} steps of as many instances leave nothing in memory`, async () => {
    // Steps of several heads, so that the lists of the others stay as they are.
    const { rows } = await harness.owner.query<{ id: string; head: string }>(
      `select instance_id as id, ref as head from process_candidate
       where tenant_id = $1 and open and kind = 'user' and ref <> $2 order by ref, instance_id limit $3`,
      [company.tenantId, company.headId, 2 * STEPS],
    )
    const tokens = new Map<string, string>()
    for (const { head } of rows) if (!tokens.has(head)) tokens.set(head, await tokenOf(head))
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const complete = async (some: typeof rows) => {
      for (const { id: processInstanceId, head } of some)
        await harness.call(tokens.get(head)!, calls.complete, {
          processInstanceId,
          taskId: 2,
          outcome: 'approve',
        })
      collect()
      return process.memoryUsage().heapUsed
    }
    const before = await complete(rows.slice(0, STEPS))
    const after = await complete(rows.slice(STEPS))
    process.stdout.write(`heap ${Math.round(before / 1e6)} MB, then ${Math.round(after / 1e6)} MB\n`)
    expect(after - before).toBeLessThan(GROWTH_MB * 1e6)
  })
})

it(`one core is enough for ${STEPS_A_SECOND} completed steps a second`, async () => {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [
    COMPLETE_STEPS,
    harness.url,
    JSON.stringify(company),
    '3000',
  ])
  const { each, milliseconds } = JSON.parse(stdout) as { each: number; milliseconds: number }
  process.stdout.write(
    `${each.toFixed(0)} steps a second, ${milliseconds.toFixed(2)} ms of processor time each\n`,
  )
  // Of the process itself, since PostgreSQL may have to share the cores of this machine with others.
  expect(milliseconds).toBeLessThan(1000 / STEPS_A_SECOND)
})

describe('plans', () => {
  const server = useWatchedServer(harness)

  const TABLES = new Set([
    'process_task',
    'process_candidate',
    'process_instance',
    'process_event',
    'process_token',
  ])

  /** The most frequent calls, and the most rows that each may read for a reader with that many to-dos. */
  it.each<[what: string, path: string, body: object, mostOfOwn: number]>([
    ['to-dos', calls.page.path, { box: 'todo' }, 20],
    ['to-dos with a keyword', calls.page.path, { box: 'todo', keyword: '第 7' }, 20],
    ['counts', calls.counts.path, {}, 20],
  ])('%s read what is the reader’s, and never a whole table', async (what, path, body, mostOfOwn) => {
    const token = await tokenOf(company.headId)
    const { todo } = await harness.call(token, calls.counts, {})
    // From the sixth execution on a statement may use its generic plan.
    for (let time = 1; time <= 8; time++) {
      const reports = await server.plansOf(token, path, body)
      const scans = reports.flatMap((report) => report.scans).filter(({ table }) => TABLES.has(table))
      const rows = scans.reduce((sum, scan) => sum + scan.rows, 0)
      const milliseconds = reports.reduce((sum, report) => sum + report.milliseconds, 0)
      if (time === 8)
        process.stdout.write(
          `${what} (${todo} own): ${rows} rows, ${milliseconds.toFixed(1)} ms, ${scans.map(({ how, table }) => `${how} ${table}`).join(', ')}\n`,
        )
      expect(scans.filter(({ how }) => how === 'Seq Scan')).toEqual([])
      expect(rows).toBeLessThanOrEqual(todo * mostOfOwn + 100)
    }
  })
})
