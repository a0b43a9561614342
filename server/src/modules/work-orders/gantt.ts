import { dayAfter, daysOf } from '@heliodesk/contract/days.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { MOST_BARS, type taskViewCalls } from '@heliodesk/contract/task-view.ts'
import { sql } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { fromWireTime, withWireTimes } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { isWorkingDay, readCalendar } from '../calendar/index.ts'
import { inScope, isWorkOf } from './conditions.ts'
import { overHoursOf, type OrderRecord } from './rows.ts'

type Call = (typeof taskViewCalls)['gantt']
type Query = Input<Call>
type Answer = Output<Call>

export const listGantt: Handler<Call> = async (ctx, input) => {
  await requireRights(ctx, ['order:list'])
  const found = await readBars(ctx, input)
  const bars = found.slice(0, MOST_BARS)
  const { dayHours, bookingHours } = (await readSettings(ctx.db)).business.values
  const executors = bars.flatMap(({ liableUserId, assistUserIds }) => [liableUserId ?? [], assistUserIds])
  return {
    bars: bars.map(({ flowEndTime, ...bar }) => ({
      ...withWireTimes(
        { ...bar, planStartTime: present(bar.planStartTime), planEndTime: present(bar.planEndTime) },
        ctx.who.timeZone,
      ),
      overHours: overHoursOf({ ...bar, flowEndTime }, ctx.now),
    })),
    isCut: found.length > bars.length,
    people: await readPeople(ctx, [...new Set(executors.flat(2))]),
    restDays: await restDaysOf(ctx, input),
    dayHours,
    bookingHours,
  }
}

type BarRecord = Pick<
  OrderRecord,
  | 'id'
  | 'version'
  | 'workCode'
  | 'psId'
  | 'psName'
  | 'taskType'
  | 'taskDescription'
  | 'flowSts'
  | 'otherSts'
  | 'needTicket'
  | 'liableUserId'
  | 'liablePerson'
  | 'assistUserIds'
  | 'reporterId'
  | 'extensionAskerId'
  | 'extensionCount'
  | 'impCommitTime'
  | 'flowEndTime'
  | 'planStartTime'
  | 'planEndTime'
>

/** Longer plans are few and have an index of their own, so that the start bounds the search for all others. */
const isLong = sql`o.plan_end_time - o.plan_start_time > interval '31 days'`

/** One more than are shown, if there are more. */
async function readBars(ctx: Ctx, input: Query): Promise<BarRecord[]> {
  const from = startOf(ctx, input.begin)
  const until = startOf(ctx, dayAfter(input.end))
  const { flowSts, taskType, liableUserId } = input
  const wanted = allOf(
    visibleOrders(ctx.who, 'o'),
    ...inScope(ctx.who, input, 'o'),
    flowSts && flowSts.length > 0 && sql`o.flow_sts = any(${flowSts}::smallint[])`,
    taskType && taskType.length > 0 && sql`o.task_type = any(${taskType}::smallint[])`,
    liableUserId && isWorkOf(liableUserId),
  )
  const first = sql`order by o.plan_start_time, o.created_at, o.id limit ${sql.lit(MOST_BARS + 1)}`
  const chosen = sql`select o.tenant_id, o.id, o.plan_start_time, o.created_at from`
  // The long ones are read before the scope, which would lead past their index.
  const { rows } = await sql<BarRecord>`
    with far as materialized (
      select o.* from work_order o where o.plan_end_time > ${from} and o.plan_start_time < ${until} and ${isLong}
    ), wanted as (
      select o.tenant_id, o.id from (
        (${chosen} work_order o
          where o.plan_start_time >= ${from}::timestamptz - interval '31 days' and o.plan_start_time < ${until}
            and (o.plan_end_time > ${from} or o.plan_start_time >= ${from}) and not ${isLong} and ${wanted} ${first})
        union all (${chosen} far o where ${wanted})
      ) o ${first}
    )
    select o.id, o.version, o.work_code as "workCode", o.station_id as "psId", s.name as "psName",
      o.task_type as "taskType", o.task_description as "taskDescription", o.flow_sts as "flowSts",
      o.other_sts as "otherSts", o.need_ticket as "needTicket", o.liable_user_id as "liableUserId",
      o.liable_person as "liablePerson", o.assist_user_ids as "assistUserIds", o.reporter_id as "reporterId",
      o.extension_asker_id as "extensionAskerId", o.extension_count as "extensionCount",
      o.imp_commit_time as "impCommitTime", o.flow_end_time as "flowEndTime",
      o.plan_start_time as "planStartTime", o.plan_end_time as "planEndTime"
    from wanted join work_order o on o.tenant_id = wanted.tenant_id and o.id = wanted.id
      join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    order by o.plan_start_time, o.created_at, o.id`.execute(ctx.db)
  return rows
}

const startOf = ({ who }: Ctx, day: string) => fromWireTime(`${day} 00:00:00`, who.timeZone)

/** By department, in the order of their names. */
async function readPeople({ db }: Ctx, ids: string[]): Promise<Answer['people']> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; realname: string; departName: string }>`
    select u.id, u.realname, d.name as "departName" from app_user u
      join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.id = any(${ids}::bigint[]) order by d.org_code, u.name_place, u.id`.execute(db)
  return rows
}

async function restDaysOf({ db }: Ctx, { begin, end }: Query): Promise<string[]> {
  const calendar = await readCalendar(db)
  return daysOf({ begin, end }).filter((day) => !isWorkingDay(calendar, day))
}
