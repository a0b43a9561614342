import { sql } from 'kysely'
import {
  addWorkingDays,
  heldCalendar,
  registerDues,
  type Due,
  type WorkCalendar,
} from '../../calendar/index.ts'
import type { Db } from '../../../platform/postgres.ts'
import { compiledById } from '../definitions.ts'
import { boundariesOf, type Delay, type Process } from '../engine/process.ts'
import type { StepCtx } from './business.ts'

/** The nodes of a process whose time is counted in working days, with the days. */
function workingDaysOf({ nodes }: Process): Map<string, number> {
  const found = new Map<string, number>()
  const note = (id: string, delay: Delay | null) =>
    delay !== null && 'workingDays' in delay && found.set(id, delay.workingDays)
  for (const node of nodes.values()) {
    if (node.kind === 'user') note(node.id, node.due)
    if (node.kind === 'catch') note(node.id, node.delay)
    for (const boundary of boundariesOf(node)) note(boundary.id, boundary.delay)
  }
  return found
}

/** When a delay from now ends, in this process; reads the calendar only if the process counts in working days. */
export async function dueTimesOf({ db, now }: StepCtx, process: Process): Promise<(delay: Delay) => Date> {
  const calendar = workingDaysOf(process).size > 0 ? await heldCalendar(db) : null
  return (delay) => {
    if ('ms' in delay) return new Date(now.getTime() + delay.ms)
    if (!calendar) throw new Error('a delay that is not of this process')
    return addWorkingDays(calendar, now, delay.workingDays)
  }
}

type OpenDue = { dueAt: Date; since: Date; node: string }
type Moved<Row> = (Row & Due)[]

/** The due time of each by this calendar. */
const counted = <Row extends OpenDue>(
  rows: readonly Row[],
  days: ReadonlyMap<string, number>,
  calendar: WorkCalendar,
): Moved<Row> =>
  rows.map((row) => ({ ...row, next: addWorkingDays(calendar, row.since, days.get(row.node) ?? 0) }))

async function openDues(db: Db, calendar: WorkCalendar) {
  const { rows: running } = await sql<{ id: string }>`
    select distinct definition_id as id from process_instance where status = 'running'`.execute(db)
  const tasks: Moved<OpenDue & { instanceId: string; id: number }> = []
  const timers: Moved<OpenDue & { job: string }> = []
  for (const { id } of running) {
    const days = workingDaysOf((await compiledById(db, id)).process)
    if (days.size === 0) continue
    const nodes = [...days.keys()]
    const open = await sql<OpenDue & { instanceId: string; id: number }>`
      select t.instance_id as "instanceId", t.id, t.node, t.opened_at as since, t.due_at as "dueAt"
      from process_instance i
      join process_task t on t.tenant_id = i.tenant_id and t.instance_id = i.id
      where i.definition_id = ${id} and i.status = 'running' and t.closed_at is null and t.due_at is not null
        and t.node = any(${nodes})`.execute(db)
    tasks.push(...counted(open.rows, days, calendar))
    // One that is running already, or that has failed, is due by now.
    const waiting = await sql<OpenDue & { job: string }>`
      select j.id as job, coalesce(j.payload->>'node', '') as node, j.due_at as "dueAt", coalesce((
        select max(e.at) from process_event e where e.tenant_id = i.tenant_id and e.instance_id = i.id
          and e.token = k.id and e.kind = 'enter'), i.started_at) as since
      from job j
      join process_instance i on i.id = (j.payload->>'instanceId')::bigint
      join process_token k on k.tenant_id = i.tenant_id and k.instance_id = i.id
        and k.id = (j.payload->>'token')::int and k.round = (j.payload->>'round')::int
      where j.kind = 'process timer' and j.tenant = app.tenant_id() and j.given_up_at is null and j.attempts = 0
        and i.definition_id = ${id} and j.payload->>'node' = any(${nodes})`.execute(db)
    timers.push(...counted(waiting.rows, days, calendar))
  }
  return { tasks, timers }
}

registerDues({
  async by({ db }, calendar) {
    const { tasks, timers } = await openDues(db, calendar)
    return [...tasks, ...timers]
  },
  async move({ db }, calendar) {
    const { tasks, timers } = await openDues(db, calendar)
    const isMoved = ({ dueAt, next }: Due) => dueAt.getTime() !== next.getTime()
    await sql`
      update process_task t set due_at = m.next
      from jsonb_to_recordset(${JSON.stringify(tasks.filter(isMoved))}::jsonb)
        as m ("instanceId" bigint, id int, next timestamptz)
      where t.instance_id = m."instanceId" and t.id = m.id and t.closed_at is null`.execute(db)
    await sql`
      update job j set due_at = m.next, next_at = m.next
      from jsonb_to_recordset(${JSON.stringify(timers.filter(isMoved))}::jsonb) as m (job bigint, next timestamptz)
      where j.id = m.job and j.lease is null and j.attempts = 0`.execute(db)
    return [...tasks, ...timers]
  },
})
