import type { Output } from '@heliodesk/contract/call.ts'
import { siteTypes } from '@heliodesk/contract/stations.ts'
import { flowStatuses, taskTypes, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'

export type OrderRow = Output<(typeof workOrderCalls)['assign']>

/** An order with its place and labels, as `rowColumns` select it. */
export type OrderRecord = {
  id: string
  version: number
  work_code: string
  psa_id: string
  psa_name: string
  station_id: string
  station_name: string
  site_type: string
  task_category_label: string | null
  task_type: number
  work_subclass: string | null
  task_description: string
  business_source_label: string | null
  source_category_label: string
  plan_start_time: Date | null
  plan_end_time: Date | null
  flow_end_time: Date | null
  imp_commit_time: Date | null
  real_start_time: Date | null
  plan_code: string | null
  ticket_no: string | null
  liable_user_id: string | null
  liable_person: string | null
  assist_user_ids: string[]
  reporter_id: string | null
  area_name: string | null
  department_name: string
  flow_sts: FlowStatus
  other_sts: number
  need_ticket: number
  loss_power: number
  created_at: Date
}

/** A choice's label, looked up per row; the dictionary itself is found once per statement. */
const labelOf = (dictionary: string, column: string) => sql`(
  select i.item_text from dictionary_item i
  where i.dictionary_id = (select d.id from dictionary d where d.dict_code = ${sql.lit(dictionary)})
    and i.item_value = ${sql.ref(column)})`

export const rowColumns = sql`
  o.id, o.version, o.work_code, o.psa_id, p.name as psa_name, o.station_id, s.name as station_name, s.site_type,
  ${labelOf('taskCategory', 'o.task_category')} as task_category_label,
  o.task_type, o.work_subclass, o.task_description,
  ${labelOf('opsBusinessSource', 'o.ops_business_source')} as business_source_label,
  coalesce(${labelOf('opsSourceCategory', 'o.ops_source_category')}, o.ops_source_category) as source_category_label,
  o.plan_start_time, o.plan_end_time, o.flow_end_time, o.imp_commit_time, o.real_start_time, o.plan_code,
  o.ticket_no, o.liable_user_id, o.liable_person, o.assist_user_ids, o.reporter_id, o.area_name,
  d.name as department_name, o.flow_sts, o.other_sts, o.need_ticket, o.loss_power, o.created_at`

/** The joins that `rowColumns` need, on an order named `o`. */
export const rowJoins = sql`
  join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
  join psa p on p.tenant_id = o.tenant_id and p.id = o.psa_id
  join department d on d.tenant_id = s.tenant_id and d.id = s.department_id`

const HOUR_MS = 3_600_000

/** Hours past the planned end: until now for an open order, until its closing time for a closed one. */
function overHoursOf(order: OrderRecord, now: Date): number | null {
  if (!order.plan_end_time || order.flow_sts === 5) return null
  const until = order.flow_sts === 4 ? order.flow_end_time : now
  const hours = until ? (until.getTime() - order.plan_end_time.getTime()) / HOUR_MS : 0
  return hours > 0 ? Math.max(0.1, Math.round(hours * 10) / 10) : null
}

export function toRow(order: OrderRecord, now: Date, zone: string): OrderRow {
  return {
    id: order.id,
    version: order.version,
    workCode: order.work_code,
    psaId: order.psa_id,
    psaName: order.psa_name,
    psId: order.station_id,
    psName: order.station_name,
    siteType: order.site_type,
    siteTypeLabel: siteTypes[order.site_type as keyof typeof siteTypes],
    taskCategoryLabel: order.task_category_label,
    taskType: order.task_type,
    taskTypeLabel: taskTypes[order.task_type as keyof typeof taskTypes],
    workSubclass: order.work_subclass,
    taskDescription: order.task_description,
    opsBusinessSourceLabel: order.business_source_label,
    opsSourceCategoryLabel: order.source_category_label,
    planStartTime: toWireTimeOrNull(order.plan_start_time, zone),
    planEndTime: toWireTimeOrNull(order.plan_end_time, zone),
    overHours: overHoursOf(order, now),
    flowEndTime: toWireTimeOrNull(order.flow_end_time, zone),
    impCommitTime: toWireTimeOrNull(order.imp_commit_time, zone),
    realStartTime: toWireTimeOrNull(order.real_start_time, zone),
    planCode: order.plan_code,
    ticketNo: order.ticket_no,
    liableUserId: order.liable_user_id,
    liablePerson: order.liable_person,
    assistUserIds: order.assist_user_ids,
    reporterId: order.reporter_id,
    areaName: order.area_name,
    depName: order.department_name,
    flowSts: order.flow_sts,
    flowStsName: flowStatuses[order.flow_sts],
    otherSts: order.other_sts,
    needTicket: order.need_ticket,
    lossPower: order.loss_power,
    createTime: toWireTime(order.created_at, zone),
  }
}
