import {
  QUEUE_ROWS,
  RECURRING,
  type QueueAction,
  type workPortalCalls,
} from '@heliodesk/contract/work-portal.ts'
import { otherStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { isOverdue, isTodo } from '../work-orders/index.ts'
import { hoursBetween, lateBy, periodsOf } from './day.ts'
import { reasonsOf, type QueueFacts } from './reasons.ts'

type Found = QueueFacts & {
  id: string
  workCode: string
  psName: string
  taskType: number
  taskTypeLabel: string
  taskDescription: string
  flowSts: FlowStatus
  isOwn: boolean
  place: string
}

/**
 * Orders that wait for the caller, and for whoever directs others, those under way that are late; of a team, all open
 * ones in scope.
 */
function isQueued(ctx: Ctx, team: boolean): RawBuilder<SqlBool> {
  if (team) return sql<SqlBool>`true`
  return sql<SqlBool>`(${isTodo(ctx.who.userId)}
    or o.flow_sts = 2 and ${isOverdue(ctx.now)} and ${mayDo(ctx.who.userId, 'order:assign')})`
}

/** What to do next: by loss, then what is late, then by due time. The reasons are found for the shown rows alone. */
export const listQueue: Handler<(typeof workPortalCalls)['queue']> = async (ctx, { team }) => {
  await requireRights(ctx, ['order:list'])
  const since = new Date(ctx.now.getTime() - RECURRING.days * 86_400_000)
  const order = sql`o.open_loss desc, ${isOverdue(ctx.now)} is true desc, o.plan_end_time nulls last, o.id`
  const { rows } = await sql<{ total: number } & (Found | { [Field in keyof Found]: null })>`
    with queued as materialized (
      select o.tenant_id, o.id, o.flow_sts, o.open_loss, o.plan_end_time
      from work_order o
      where o.flow_sts < 4 and ${visibleOrders(ctx.who, 'o')} and ${isQueued(ctx, team)}
    ), first as (
      select o.tenant_id, o.id from queued o order by ${order} limit ${sql.lit(QUEUE_ROWS)}
    )
    select counted.total, shown.*
    from (select count(*)::int as total from queued) counted left join (
      select o.id, o.work_code as "workCode", s.name as "psName", o.task_type as "taskType", t.name as "taskTypeLabel",
        o.task_description as "taskDescription", o.flow_sts as "flowSts", o.other_sts as "otherSts",
        o.loss_power as "lossPower", o.plan_start_time as "planStartTime", o.plan_end_time as "planEndTime",
        o.submit_time as "submitTime", o.created_at as "createdAt", o.liable_person as "liablePerson",
        ${isTodo(ctx.who.userId)} as "isOwn", stepped.at as "steppedAt", rejected.note as "returnNote",
        coalesce(same.n, 0) as "ofDevice", present.name as "onSite", broken.since as "outSince", row_number() over (order by ${order}) as place
      from first
      join work_order o on o.tenant_id = first.tenant_id and o.id = first.id
      join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
      join task_type t on t.tenant_id = o.tenant_id and t.id = o.task_type
      left join lateral (
        select e.at from work_order_event e where e.tenant_id = o.tenant_id and e.order_id = o.id
        order by e.id desc limit 1) stepped on true
      left join lateral (
        select e.note from work_order_event e
        where e.tenant_id = o.tenant_id and e.order_id = o.id and e.action = 'reject'
        order by e.id desc limit 1) rejected on o.other_sts = ${sql.lit(otherStatuses.returned)}
      left join lateral (
        select count(*)::int as n from work_order d
        where d.tenant_id = o.tenant_id and d.device_id = o.device_id and d.created_at >= ${since}
          and d.task_type in (7, 8, 15)) same on o.task_type in (7, 8, 15)
      left join lateral (
        select w.liable_person as name from work_order w
        where w.tenant_id = o.tenant_id and w.dep_code = o.dep_code and w.flow_sts < 4
          and w.station_id = o.station_id and w.flow_sts = 2 and w.other_sts = ${sql.lit(otherStatuses.inExecution)}
        order by w.id limit 1) present on o.flow_sts = 1
      left join lateral (
        select min(w.from_at) as since from outage w
        where w.tenant_id = o.tenant_id and w.order_id = o.id and w.until_at is null) broken on true
    ) shown on true
    order by shown.place`.execute(ctx.db)
  const { total } = present(rows[0])
  const { dayEnd } = periodsOf(ctx.now, ctx.who.timeZone)
  const found = rows.filter((row): row is { total: number } & Found => row.id !== null)
  return {
    total,
    rows: found.map((row, at) => ({
      id: row.id,
      workCode: row.workCode,
      psName: row.psName,
      taskTypeLabel: row.taskTypeLabel,
      taskDescription: row.taskDescription,
      flowSts: row.flowSts,
      action: actionOf(row, team),
      lossPower: row.lossPower,
      planEndTime: toWireTimeOrNull(row.planEndTime, ctx.who.timeZone),
      overHours: lateBy(row.planEndTime, ctx.now),
      hoursLeft:
        row.planEndTime && row.planEndTime >= ctx.now ? hoursBetween(ctx.now, row.planEndTime) : null,
      liablePerson: row.liablePerson,
      reasons: reasonsOf(row, { now: ctx.now, zone: ctx.who.timeZone, dayEnd, isFirst: at === 0 }),
    })),
  }
}

/** The caller's next step; what is somebody else's is followed, or only looked at among the work of a team. */
function actionOf({ isOwn, flowSts, otherSts }: Found, team: boolean): QueueAction {
  if (!isOwn) return team ? 'look' : 'follow'
  if (flowSts === 1) return 'assign'
  if (flowSts === 3) return 'check'
  return otherSts === otherStatuses.notStarted ? 'start' : 'execute'
}
