import { otherStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { entryOf } from '../../platform/certain.ts'
import { requireProcess, workDocument, type TypeVersion } from '../task-types/index.ts'
import { addGrown, type GrownInstance } from '../workflow/index.ts'
import { codePrefix } from './create.ts'
import { ORDER } from './process.ts'
import { replay, type Recorded } from './replay.ts'

/** An order that the program makes: assigned, or waiting to be assigned where `executorId` is null. */
export type ProgramOrder = {
  psId: string
  taskDescription: string
  workSubclass: string
  /** A value of the dictionary opsSourceCategory. */
  source: string
  planCode: string
  planStart: Date
  planEnd: Date
  executorId: string | null
}

type Added = {
  place: number
  id: string
  title: string
  depCode: string
  psaId: string
  executor: string | null
}

/**
 * Adds orders with their codes, histories and processes, in one statement each. As in `addOrder`, the day's counter row is
 * locked last and held until commit, so the transaction should end soon after. Returns their ids in the order given.
 */
export async function addMany(
  { db, now, timeZone }: Pick<Ctx, 'db' | 'now'> & { timeZone: string },
  type: TypeVersion,
  orders: readonly ProgramOrder[],
): Promise<string[]> {
  if (orders.length === 0) return []
  const day = toWireDay(now, timeZone)
  const { process, id: definitionId } = await requireProcess(db, type.definition.process)
  const given = JSON.stringify(orders.map((order, at) => ({ ...order, place: at + 1 })))
  const { rows } = await sql<Added>`
    with given as (
      select g.*, u.realname from jsonb_to_recordset(${given}::jsonb) as g (place int, "psId" bigint,
        "taskDescription" text, "workSubclass" text, source text, "planCode" text, "planStart" timestamptz,
        "planEnd" timestamptz, "executorId" bigint)
      left join app_user u on u.id = g."executorId"
    ), counter as (
      insert into work_code_counter (day, last) values (${day}, ${orders.length})
      on conflict (tenant_id, day) do update set last = work_code_counter.last + ${orders.length} returning last
    ), coded as (
      select g.*, c.last - ${orders.length}::int + g.place as number from given g cross join counter c
    ), o as (
      insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, work_subclass,
        ops_source_category, need_ticket, need_work_hours, type_version, plan_start_time, plan_end_time, plan_code,
        flow_sts, other_sts, liable_user_id, liable_person, real_start_time, created_at, updated_at)
      select ${codePrefix(day)} || lpad(number::text, greatest(6, length(number::text)), '0'), "psId", 0, '', ${type.id},
        "taskDescription", "workSubclass", source, 0, ${type.definition.needWorkHours}, ${type.version}::int, "planStart",
        "planEnd", "planCode",
        case when realname is null then 1 else 2 end,
        case when realname is null then ${otherStatuses.toAssign}::int else ${otherStatuses.notStarted}::int end,
        case when realname is not null then "executorId" end, realname,
        case when realname is not null then ${now}::timestamptz end, ${now}::timestamptz, ${now}::timestamptz
      from coded order by place
      returning id, work_code, task_description, dep_code, psa_id, liable_user_id, liable_person
    ), event as (
      insert into work_order_event (order_id, at, actor_name, action, from_sts, to_sts, note)
      select o.id, ${now}::timestamptz, '系统', e.action, e.from_sts, e.to_sts,
        case e.action when 'assign' then '→ ' || o.liable_person else '' end
      from o cross join (values ('create', null::smallint, 1::smallint), ('assign', 1, 2)) e (action, from_sts, to_sts)
      where e.action = 'create' or o.liable_user_id is not null
      order by o.id, e.to_sts
    ), document as (
      insert into work_order_execution (order_id, prerequisites, steps)
      select o.id, t.prerequisites, t.steps from o cross join ${workDocument(type.id, type.version)} t
      where o.liable_user_id is not null
    )
    select (right(o.work_code, -${codePrefix(day).length}::int)::int - (c.last - ${orders.length}::int)) as place, o.id,
      left(o.work_code || ' ' || o.task_description, 200) as title, o.dep_code as "depCode", o.psa_id as "psaId",
      o.liable_user_id as executor
    from o cross join counter c order by 1`.execute(db)
  const grown = new Map<string | null, GrownInstance>()
  const grow = (executor: string | null): GrownInstance => {
    const executors = executor === null ? [] : [executor]
    const flowSts = executor === null ? 1 : 2
    const line = { at: now, actor: null, note: '' }
    const recorded: Recorded[] = [{ ...line, action: 'create', toSts: 1 }]
    if (executor !== null) recorded.push({ ...line, action: 'assign', toSts: 2 })
    return replay(process, { flowSts, taskType: type.id, executors, starter: null }, recorded)
  }
  for (const { executor } of rows) if (!grown.has(executor)) grown.set(executor, grow(executor))
  await addGrown(
    db,
    rows.map(({ id: businessId, title, depCode, psaId, executor }) => ({
      ...entryOf(grown, executor),
      subject: { businessType: ORDER, businessId, title, depCode, psaId },
      definitionId,
      businessState: executor === null ? '1' : '2',
    })),
  )
  return rows.map(({ id }) => id)
}
