import type { Output } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { titleOfEvent, type EventAction } from './events.ts'
import { rowColumns, rowJoins, toRow, type OrderRecord } from './rows.ts'

type Detail = Output<(typeof workOrderCalls)['detail']>

type DetailRecord = OrderRecord & {
  dep_code: string
  task_category: string | null
  ops_business_source: string | null
  ops_source_category: string
  device_id: string | null
  device_name: string | null
  device_type: string | null
  device_model: string | null
  device_manufacturer: string | null
  capacity_kwp: number | null
  reporter_name: string | null
  checker_name: string | null
  assist_names: string[] | null
  work_start_time: Date | null
  submit_time: Date | null
  need_work_hours: boolean
  purchases_way: string | null
  execution_note: string | null
  score: number | null
  suggestion: string | null
  terminate_reason: string | null
  prerequisites: Detail['prerequisiteList'] | null
  steps: Detail['stepList'] | null
  hours: HoursRecord[] | null
}

type HoursRecord = {
  id: string
  executor_name: string
  actual_start_time: string
  actual_end_time: string
  people_num: number
  work_hours: number
  remark: string
}

/** Everything on the detail page, in one statement; unknown and invisible orders throw the same error. */
export async function getWorkOrderDetail(ctx: Ctx, id: string): Promise<Detail> {
  const { rows } = await sql<DetailRecord>`
    select ${rowColumns}, o.dep_code, o.task_category, o.ops_business_source, o.ops_source_category,
      o.device_id, device.name as device_name, device_type.name as device_type, device.model as device_model,
      device.manufacturer as device_manufacturer, s.capacity_kwp,
      reporter.realname as reporter_name, checker.realname as checker_name,
      case when o.assist_user_ids <> '{}' then array(
        select u.realname from app_user u where u.id = any(o.assist_user_ids) order by u.realname) end as assist_names,
      o.work_start_time, o.submit_time, o.need_work_hours, o.purchases_way, o.execution_note, o.score, o.suggestion,
      o.terminate_reason, e.prerequisites, e.steps,
      (select json_agg(json_build_object('id', h.id::text, 'executor_name', h.executor_name,
          'actual_start_time', h.actual_start_time, 'actual_end_time', h.actual_end_time,
          'people_num', h.people_num, 'work_hours', h.work_hours, 'remark', h.remark) order by h.id)
        from work_order_hours h where h.tenant_id = o.tenant_id and h.order_id = o.id) as hours
    from work_order o
    ${rowJoins}
    left join device on device.tenant_id = o.tenant_id and device.id = o.device_id
    left join device_type on device_type.tenant_id = device.tenant_id and device_type.id = device.type_id
    left join app_user reporter on reporter.tenant_id = o.tenant_id and reporter.id = o.reporter_id
    left join app_user checker on checker.tenant_id = o.tenant_id and checker.id = o.checker_id
    left join work_order_execution e on e.tenant_id = o.tenant_id and e.order_id = o.id
    where o.id = ${id} and ${visibleStations(ctx.who, 'o')}`.execute(ctx.db)
  const order = rows[0]
  if (!order) throw notFound()
  const zone = ctx.who.timeZone
  return {
    ...toRow(order, ctx.now, zone),
    depCode: order.dep_code,
    taskCategory: order.task_category,
    opsBusinessSource: order.ops_business_source,
    opsSourceCategory: order.ops_source_category,
    deviceId: order.device_id,
    deviceName: order.device_name,
    deviceType: order.device_type,
    deviceModel: order.device_model,
    deviceManufacturer: order.device_manufacturer,
    capacityKwp: order.capacity_kwp,
    reporterName: order.reporter_name,
    assistUserNames: order.assist_names ?? [],
    checkerName: order.checker_name,
    workStartTime: toWireTimeOrNull(order.work_start_time, zone),
    submitTime: toWireTimeOrNull(order.submit_time, zone),
    needWorkHours: order.need_work_hours ? 1 : 0,
    purchasesWay: order.purchases_way,
    executionNote: order.execution_note,
    score: order.score,
    suggestion: order.suggestion,
    terminateReason: order.terminate_reason,
    prerequisiteList: order.prerequisites ?? [],
    stepList: order.steps ?? [],
    workHoursList: (order.hours ?? []).map((hours) => toHoursRow(hours, zone)),
    extensionList: [],
  }
}

const toHoursRow = (hours: HoursRecord, zone: string) => ({
  id: hours.id,
  executorName: hours.executor_name,
  actualStartTime: toWireTime(new Date(hours.actual_start_time), zone),
  actualEndTime: toWireTime(new Date(hours.actual_end_time), zone),
  peopleNum: hours.people_num,
  workHours: hours.work_hours,
  remark: hours.remark,
})

/** An order's history with authors, newest first. */
export async function listHistory(
  ctx: Ctx,
  orderId: string,
): Promise<Output<(typeof workOrderCalls)['history']>> {
  await requireVisible(ctx, orderId)
  const events = await ctx.db
    .selectFrom('work_order_event')
    .select(['id', 'at', 'actor_name', 'action', 'from_sts', 'to_sts', 'note'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
  return events.map((event) => ({
    id: event.id,
    at: toWireTime(event.at, ctx.who.timeZone),
    actorName: event.actor_name,
    action: event.action,
    actionName: titleOfEvent(event.action as EventAction),
    fromSts: event.from_sts,
    toSts: event.to_sts,
    note: event.note,
    color: event.action === 'reject' || event.action === 'terminate' ? 'red' : 'limegreen',
  }))
}

export async function requireVisible(ctx: Ctx, orderId: string): Promise<{ version: number }> {
  return ctx.db
    .selectFrom('work_order as o')
    .select('o.version')
    .where('o.id', '=', orderId)
    .where(visibleStations(ctx.who, 'o'))
    .executeTakeFirstOrThrow(notFound)
}
