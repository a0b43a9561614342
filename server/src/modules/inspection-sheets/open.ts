import { MOST_LINES } from '@heliodesk/contract/inspection-sheets.ts'
import { INSPECTION } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'

/** What is to be recorded at a place of the round. */
export type SheetLine = { itemId: string; spaceId: string | null; deviceId: string | null }

/**
 * Gives an inspection order its sheet, in the order of the way: the items in their current versions, with the limits
 * that its station has for them in the month of its planned start. Later changes of either do not reach it. Items that
 * were deleted or are out of use are left out. Returns how many lines there are.
 */
export async function openSheet(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  workOrderId: string,
  lines: readonly SheetLine[],
): Promise<number> {
  if (lines.length > MOST_LINES)
    throw new DomainError('inspectionSheet.lines', `巡检记录最多 ${MOST_LINES} 行，请拆分计划`)
  const { rows: orders } = await sql<{ month: number; stationId: string; taskType: number }>`
    select extract(month from coalesce(o.plan_start_time, ${now}) at time zone t.time_zone)::int as month,
      o.station_id as "stationId", o.task_type as "taskType"
    from work_order o join tenant t on t.id = o.tenant_id where o.id = ${workOrderId}`.execute(db)
  const { month, stationId, taskType } = one(orders)
  if (taskType !== INSPECTION) throw new DomainError('inspectionSheet.type', '只有巡检工单有巡检记录单')
  await db.insertInto('inspection_sheet').values({ order_id: workOrderId, opened_at: now }).execute()
  const { rows } = await sql<{ no: number }>`
    with given as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as ("itemId" bigint, "spaceId" bigint, "deviceId" bigint)) with ordinality as g ("itemId", "spaceId", "deviceId", place)
    ), standing as (
      select g.*, i.current_version, l.limits,
        concat("deviceId", '/', "spaceId") is distinct from
          lag(concat("deviceId", '/', "spaceId")) over (order by g.place) as begins
      from given g
      join inspection_item i on i.id = g."itemId" and i.active and i.deleted_at is null
      left join lateral (
        select l.limits from inspection_item_limits l
        where l.tenant_id = i.tenant_id and l.item_id = i.id and l.station_id = ${stationId}
          and app.in_season(${month}, l.from_month, l.until_month)
        order by l.from_month is null limit 1) l on true
    )
    insert into inspection_sheet_line (order_id, no, stop, item_id, item_version, space_id, device_id, limits)
    select ${workOrderId}::bigint, row_number() over (order by place), sum(begins::int) over (order by place),
      "itemId", current_version, "spaceId", "deviceId", limits
    from standing order by place returning no`.execute(db)
  return rows.length
}
