import type { FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { entryOf } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import {
  addGrown,
  newestFitOf,
  type Adopted,
  type Happened,
  type Known,
  type Process,
} from '../workflow/index.ts'
import { processesByType } from '../task-types/index.ts'
import { ORDER, orderTitle } from './process.ts'
import { replay, type Recorded } from './replay.ts'

/** Of open orders in one statement. */
const PORTION = 500

/**
 * Gives every order of a company that has none its process instance. An open order gets all that an instance of its age
 * has, by its own history. A closed one gets its end alone: what it went through is read from the order's history when
 * somebody looks at it (`pastOf`).
 */
export async function adoptOrders(db: Db): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true)`.execute(db)
  const closed = await closedInstances(db)
  // Where statistics do not know the company's orders yet, a nested loop would read all of them for each one.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(db)
  await sql`
    with missing as materialized (${withoutInstance(sql`o.flow_sts >= 4`)}), o as (
      select o.* from missing join work_order o on o.id = missing.id
    ), ${closed} select`.execute(db)
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(db)
  const current = await currentProcesses(db)
  const { rows: open } = await withoutInstance(sql`o.flow_sts < 4`).execute(db)
  for (let at = 0; at < open.length; at += PORTION) {
    const ids = open.slice(at, at + PORTION).map(({ id }) => id)
    const orders = await openOrders(db, ids)
    await addGrown(
      db,
      orders.map((order) => grow(order, current)),
    )
  }
}

/**
 * The orders that have none, oldest first. They are subtracted as a set: a search for each order would be planned by
 * statistics that do not know the company's instances yet, and would go through all that the same statement has added.
 */
const withoutInstance = (which: RawBuilder<unknown>) => sql<{ id: string }>`
  select o.id from work_order o where ${which}
  except select i.business_id from process_instance i
    where i.business_type = ${sql.lit(ORDER)} and i.parent_id is null
  order by 1`

/** The ended instances of the closed orders of a part `o`, as parts of a `with`. */
export async function closedInstances(db: Db): Promise<RawBuilder<unknown>> {
  const definitions = [...(await currentProcesses(db))].map(([type, { id }]) => ({ id, type }))
  return sql`definition as (
      select d.id, d.type from jsonb_to_recordset(${JSON.stringify(definitions)}::jsonb) as d (id bigint, type int)
    ), begun as (
      insert into process_instance (definition_id, business_type, business_id, title, dep_code, psa_id, starter_id,
        status, last_event, started_at, ended_at)
      select (select d.id from definition d where d.type = o.task_type),
        ${ORDER}::text, o.id, ${orderTitle}, o.dep_code, o.psa_id, o.reporter_id,
        case o.flow_sts when 4 then 'completed' else 'voided' end, 1, o.created_at,
        coalesce(o.flow_end_time, o.updated_at)
      from o returning id, status, ended_at
    ), ended as (
      insert into process_event (instance_id, seq, at, kind)
      select id, 1, ended_at, case status when 'completed' then 'end' else 'voided' end from begun
    )`
}

/** The process that orders of each type follow now. */
async function currentProcesses(db: Db): Promise<ReadonlyMap<number, Known>> {
  const byType = await processesByType(db)
  const newest = new Map<string, Known>()
  for (const key of new Set(byType.values())) newest.set(key, await newestFitOf(db, key))
  return new Map([...byType].map(([type, key]) => [type, entryOf(newest, key)]))
}

type Stored = {
  id: string
  title: string
  depCode: string
  psaId: string
  taskType: number
  flowSts: FlowStatus
  starter: string | null
  executors: string[]
  recorded: (Omit<Recorded, 'at'> & { at: string })[]
}

const withHistory = sql`select o.id, ${orderTitle} as title, o.dep_code as "depCode", o.psa_id as "psaId",
    o.task_type as "taskType", o.flow_sts as "flowSts", o.reporter_id as starter,
    coalesce(array_remove(array_prepend(o.liable_user_id, o.assist_user_ids), null)::text[], '{}') as executors,
    coalesce((
      select json_agg(json_build_object('at', e.at, 'actor', e.actor_id::text, 'action', e.action,
        'toSts', e.to_sts, 'note', e.note) order by e.id)
      from work_order_event e where e.tenant_id = o.tenant_id and e.order_id = o.id), '[]') as recorded
  from work_order o`

async function openOrders(db: Db, ids: string[]): Promise<Stored[]> {
  const { rows } = await sql<Stored>`${withHistory} where o.id = any(${ids}::bigint[]) order by o.id`.execute(
    db,
  )
  return rows
}

const recordedOf = ({ recorded }: Stored): Recorded[] =>
  recorded.map((line) => ({ ...line, at: new Date(line.at) }))

function grow(order: Stored, current: ReadonlyMap<number, Known>): Adopted {
  const { id: businessId, title, depCode, psaId, flowSts } = order
  const { id: definitionId, process } = entryOf(current, order.taskType)
  return {
    ...replay(process, order, recordedOf(order)),
    subject: { businessType: ORDER, businessId, title, depCode, psaId },
    definitionId,
    businessState: String(flowSts),
  }
}

/** What happened to an order before it had a process. */
export async function pastOf({ db }: { db: Db }, id: string, process: Process): Promise<readonly Happened[]> {
  const { rows } = await sql<Stored>`${withHistory} where o.id = ${id}`.execute(db)
  return rows.flatMap((order) => replay(process, order, recordedOf(order)).events)
}
