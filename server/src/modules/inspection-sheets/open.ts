import { MOST_LINES } from '@heliodesk/contract/inspection-sheets.ts'
import { INSPECTION } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'

/** What is to be recorded at a place of the round. */
export type SheetLine = { itemId: string; spaceId: string | null; deviceId: string | null }

type Opening = Pick<Ctx, 'db' | 'now'>

/** `byRule`: its abnormal readings become defects by themselves. */
export type Opened = { orderId: string; lines: readonly SheetLine[]; byRule?: boolean }

/**
 * Gives an inspection order its sheet, in the order of the way: the items in their current versions, with the limits
 * that its station has for them in the month of its planned start. Later changes of either do not reach it. Items that
 * were deleted or are out of use are left out. Returns how many lines there are.
 */
export async function openSheet(
  ctx: Opening,
  workOrderId: string,
  lines: readonly SheetLine[],
): Promise<number> {
  return one(await openSheets(ctx, [{ orderId: workOrderId, lines }]))
}

/** The same of several orders, in few statements; returns how many lines each has. */
export async function openSheets({ db, now }: Opening, sheets: readonly Opened[]): Promise<number[]> {
  if (sheets.some(({ lines }) => lines.length > MOST_LINES))
    throw new DomainError('inspectionSheet.lines', `巡检记录最多 ${MOST_LINES} 行，请拆分计划`)
  const orderIds = sheets.map(({ orderId }) => orderId)
  const { rows: orders } = await sql<{ known: number }>`
    select count(*)::int as known from work_order o
    where o.id = any(${orderIds}::bigint[]) and o.task_type = ${INSPECTION}`.execute(db)
  if (one(orders).known < sheets.length)
    throw new DomainError('inspectionSheet.type', '只有巡检工单有巡检记录单')
  await sql`
    insert into inspection_sheet (order_id, opened_at, by_rule)
    select id, ${now}::timestamptz, rule
    from unnest(${orderIds}::bigint[], ${sheets.map(({ byRule = false }) => byRule)}::boolean[]) as o (id, rule)`.execute(
    db,
  )
  const lines = sheets.flatMap(({ orderId, lines: own }) => own.map((line) => ({ orderId, ...line })))
  const { rows } = await sql<{ orderId: string; lines: number }>`
    with given as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as ("orderId" bigint, "itemId" bigint, "spaceId" bigint, "deviceId" bigint))
        with ordinality as g ("orderId", "itemId", "spaceId", "deviceId", place)
    ), standing as (
      select g.*, i.current_version, l.limits,
        concat("deviceId", '/', "spaceId") is distinct from
          lag(concat("deviceId", '/', "spaceId")) over (partition by "orderId" order by g.place) as begins
      from given g
      join work_order o on o.id = g."orderId"
      join tenant t on t.id = o.tenant_id
      join inspection_item i on i.id = g."itemId" and i.active and i.deleted_at is null
      left join lateral (
        select l.limits from inspection_item_limits l
        where l.tenant_id = i.tenant_id and l.item_id = i.id and l.station_id = o.station_id
          and app.in_season(
            extract(month from coalesce(o.plan_start_time, ${now}::timestamptz) at time zone t.time_zone)::int,
            l.from_month, l.until_month)
        order by l.from_month is null limit 1) l on true
    ), added as (
      insert into inspection_sheet_line (order_id, no, stop, item_id, item_version, space_id, device_id, limits)
      select "orderId", row_number() over (partition by "orderId" order by place),
        sum(begins::int) over (partition by "orderId" order by place), "itemId", current_version, "spaceId", "deviceId",
        limits
      from standing order by place returning order_id
    )
    select order_id as "orderId", count(*)::int as lines from added group by 1`.execute(db)
  const counts = new Map(rows.map(({ orderId, lines: count }) => [orderId, count]))
  return orderIds.map((id) => counts.get(id) ?? 0)
}
