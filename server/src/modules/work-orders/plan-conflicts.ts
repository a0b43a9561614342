import type { Output } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import type { LockedOrder } from './lifecycle.ts'

export type Plan = { start: Date; end: Date }
export type PlanConflict = Output<(typeof workOrderCalls)['planConflicts']>['conflicts'][number]

const HOUR_MS = 3_600_000

/** Named at most; whoever is booked so often needs no more. */
const MOST_BOOKINGS = 5

const warning = (kind: PlanConflict['kind'], text: string, orderId: string | null = null): PlanConflict => ({
  kind,
  refuses: false,
  text,
  orderId,
})

/** What speaks against a planned time of an order, rules first. */
export async function conflictsOf(ctx: Ctx, order: LockedOrder, plan: Plan): Promise<PlanConflict[]> {
  const { imp_commit_time: promised } = order
  const short = (at: Date) => toWireTime(at, ctx.who.timeZone).slice(5, 16)
  return [
    ...(await stationConflicts(ctx, order)),
    ...(plan.end <= ctx.now ? [warning('past', '计划结束时间已经过去，改期后仍为超时')] : []),
    ...(promised && plan.end > promised
      ? [warning('promised', `晚于承诺完成时间 ${short(promised)}，晚 ${hoursBetween(promised, plan.end)} h`)]
      : []),
    ...(await bookings(ctx, order, plan, short)),
  ]
}

const hoursBetween = (from: Date, to: Date): number =>
  Math.max(0.1, Math.round(((to.getTime() - from.getTime()) / HOUR_MS) * 10) / 10)

/** Whoever changes the plan keeps the station as it is until the end of the transaction (`holdForPlan`). */
async function stationConflicts({ db }: Ctx, { station_id: id }: LockedOrder): Promise<PlanConflict[]> {
  const { name, status } = await db
    .selectFrom('station')
    .select(['name', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (status === '1') return []
  return [{ kind: 'station', refuses: true, text: `电站“${name}”已停用，不能改期`, orderId: null }]
}

type Booking = {
  id: string
  workCode: string
  taskDescription: string
  start: Date | null
  end: Date | null
  seen: boolean
  names: string[]
}

/**
 * The other open orders of the same people at that time; of those that the caller does not see, only the time. Long plans
 * book nobody (`bookingHours`).
 */
async function bookings(ctx: Ctx, order: LockedOrder, plan: Plan, short: (at: Date) => string) {
  const people = executorsOf(order)
  const { bookingHours } = (await readSettings(ctx.db)).business.values
  if (people.length === 0 || plan.end.getTime() - plan.start.getTime() > bookingHours * HOUR_MS) return []
  const { rows } = await sql<Booking>`
    select o.id, o.work_code as "workCode", o.task_description as "taskDescription", o.plan_start_time as start,
      o.plan_end_time as end, ${visibleOrders(ctx.who, 'o')} as seen,
      array(select u.realname from app_user u where u.id = any(${people}::bigint[])
        and (u.id = o.liable_user_id or u.id = any(o.assist_user_ids)) order by u.name_place, u.id) as names
    from work_order o
    where o.flow_sts < 4 and o.plan_end_time > ${plan.start} and o.plan_start_time < ${plan.end} and o.id <> ${order.id}
      and o.plan_end_time - o.plan_start_time <= ${bookingHours} * interval '1 hour'
      and exists (select from unnest(${people}::bigint[]) person (id)
        where person.id = o.liable_user_id or person.id = any(o.assist_user_ids))
    order by o.plan_start_time, o.id limit ${MOST_BOOKINGS}`.execute(ctx.db)
  return rows.map(({ names, seen, ...other }) => {
    const time = `${names.join('、')} ${short(present(other.start))} 至 ${short(present(other.end))}`
    return seen
      ? warning('booked', `${time} 已有 ${other.workCode} ${other.taskDescription}`, other.id)
      : warning('booked', `${time} 在数据范围外的电站已有安排`)
  })
}

export const executorsOf = ({ liableUserId, assistUserIds }: LockedOrder): string[] => [
  ...(liableUserId === null ? [] : [liableUserId]),
  ...assistUserIds.map(String),
]

/**
 * Lets one person be planned by one transaction at a time, so that two that would book somebody twice see each other; and
 * keeps the station as it is.
 */
export async function holdForPlan({ db, who }: Ctx, order: LockedOrder): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('plan of ' || ${who.tenantId}::text || ' ' || person.id, 0))
    from (select id from unnest(${executorsOf(order)}::text[]) as given (id) order by id) person`.execute(db)
  await db.selectFrom('station').select('id').where('id', '=', order.station_id).forShare().execute()
}
