import type { Output } from '@heliodesk/contract/call.ts'
import { defectLevels, usualGrades } from '@heliodesk/contract/defect-levels.ts'
import { siteTypes } from '@heliodesk/contract/stations.ts'
import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { one, present } from '../../platform/certain.ts'

export type OrderRow = Output<(typeof workOrderCalls)['assign']>

/** What the program derives from an order's columns. */
type Derived = 'siteTypeLabel' | 'overHours' | 'flowStsName'

type OrderTime =
  | 'planStartTime'
  | 'planEndTime'
  | 'flowEndTime'
  | 'impCommitTime'
  | 'realStartTime'
  | 'createTime'

/** An order with its place and labels, as `rowColumns` select it. */
export type OrderRecord = Stored<Omit<OrderRow, Derived | 'flowSts'>, OrderTime> & { flowSts: FlowStatus }

/** A choice's label, looked up per row; the dictionary itself is found once per statement. */
const labelOf = (dictionary: string, column: string) => sql`(
  select i.item_text from dictionary_item i
  where i.dictionary_id = (select d.id from dictionary d where d.dict_code = ${sql.lit(dictionary)})
    and i.item_value = ${sql.ref(column)})`

/** What the company calls an order's grade: I 紧急. The settings are read for the orders that have one. */
const gradeLabel = sql<
  string | null
>`case when o.defect_level is not null then o.defect_level || ' ' || coalesce(
  (select t.settings -> ('defect' || o.defect_level) ->> 'label' from tenant_setting t where t.section = 'business'),
  case o.defect_level ${sql.join(
    defectLevels.map((level) => sql`when ${sql.lit(level)} then ${sql.lit(usualGrades[level].label)}`),
    sql` `,
  )} end) end`

export const rowColumns = sql`
  o.id, o.version, o.work_code as "workCode", o.psa_id as "psaId", p.name as "psaName", o.station_id as "psId",
  s.name as "psName", s.site_type as "siteType",
  ${labelOf('taskCategory', 'o.task_category')} as "taskCategoryLabel",
  o.task_type as "taskType", type.name as "taskTypeLabel", followed.scored, o.work_subclass as "workSubclass", o.task_description as "taskDescription",
  ${labelOf('opsBusinessSource', 'o.ops_business_source')} as "opsBusinessSourceLabel",
  coalesce(${labelOf('opsSourceCategory', 'o.ops_source_category')}, o.ops_source_category) as "opsSourceCategoryLabel",
  o.plan_start_time as "planStartTime", o.plan_end_time as "planEndTime", o.flow_end_time as "flowEndTime",
  o.imp_commit_time as "impCommitTime", o.real_start_time as "realStartTime", o.plan_code as "planCode",
  o.ticket_no as "ticketNo", o.liable_user_id as "liableUserId", o.liable_person as "liablePerson",
  o.assist_user_ids as "assistUserIds", o.reporter_id as "reporterId", o.area_name as "areaName",
  d.name as "depName", o.flow_sts as "flowSts", o.other_sts as "otherSts",
  o.extension_asker_id as "extensionAskerId", o.extension_count as "extensionCount", o.need_ticket as "needTicket",
  o.defect_level as "defectLevel", ${gradeLabel} as "defectLevelLabel", o.loss_power as "lossPower", o.created_at as "createTime"`

/**
 * The joins that `rowColumns` need, on an order named `o`: each looks up one row by its key. `offset 0` keeps the planner from
 * anything else; with statistics from before a burst of orders it merged a page of twenty with all stations.
 */
export const rowJoins = sql`
  cross join lateral (
    select * from station x where x.tenant_id = o.tenant_id and x.id = o.station_id offset 0) s
  cross join lateral (select * from psa x where x.tenant_id = o.tenant_id and x.id = o.psa_id offset 0) p
  cross join lateral (
    select * from department x where x.tenant_id = s.tenant_id and x.id = s.department_id offset 0) d
  cross join lateral (
    select * from task_type x where x.tenant_id = o.tenant_id and x.id = o.task_type offset 0) type
  cross join lateral (
    select * from task_type_version x
    where x.tenant_id = o.tenant_id and x.type_id = o.task_type and x.version = o.type_version offset 0) followed`

/** Orders as lists show them, in the order of the ids; the caller has found that they are visible. */
export async function readRows({ db, now, who }: Pick<Ctx, 'db' | 'now' | 'who'>, ids: string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<OrderRecord>`
    select ${rowColumns} from work_order o ${rowJoins} where o.id = any(${ids}::bigint[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => toRow(present(byId.get(id)), now, who.timeZone))
}

/** An order as lists show it; the caller has found that it is visible. */
export const readRow = async (ctx: Ctx, id: string): Promise<OrderRow> => one(await readRows(ctx, [id]))

const HOUR_MS = 3_600_000

/** Hours past the planned end: until now for an open order, until its closing time for a closed one. */
export function overHoursOf(
  { planEndTime, flowEndTime, flowSts }: Pick<OrderRecord, 'planEndTime' | 'flowEndTime' | 'flowSts'>,
  now: Date,
): number | null {
  if (!planEndTime || flowSts === 5) return null
  const until = flowSts === 4 ? flowEndTime : now
  const hours = until ? (until.getTime() - planEndTime.getTime()) / HOUR_MS : 0
  return hours > 0 ? Math.max(0.1, Math.round(hours * 10) / 10) : null
}

export const toRow = <Order extends OrderRecord>(order: Order, now: Date, zone: string) => ({
  ...withWireTimes(order, zone),
  siteTypeLabel: siteTypes[order.siteType as keyof typeof siteTypes],
  overHours: overHoursOf(order, now),
  flowStsName: flowStatuses[order.flowSts],
})
