import type { Output } from '@heliodesk/contract/call.ts'
import { itemDefinition, TREND_READINGS } from '@heliodesk/contract/inspection-items.ts'
import { readingLimits } from '@heliodesk/contract/inspection-limits.ts'
import type { inspectionSheetCalls, SheetItem, SheetStop } from '@heliodesk/contract/inspection-sheets.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { missingRight } from '../../kernel/rights.ts'
import { one } from '../../platform/certain.ts'
import { photosWhere, readVisible, refusalFor, withFiles, type PhotoRecord } from '../work-orders/index.ts'

type Calls = typeof inspectionSheetCalls
export type Sheet = NonNullable<Output<Calls['detail']>>
type Line = Sheet['lineList'][number]

type HeadRecord = {
  workCode: string
  title: string
  orderVersion: number
  flowSts: number
  psId: string
  psName: string
  liablePerson: string | null
  startTime: Date | null
  planEndTime: Date | null
  finishTime: Date | null
  ambient: number | null
  photos: PhotoRecord[]
}

async function readHead({ db }: Ctx, orderId: string): Promise<HeadRecord | null> {
  const { rows } = await sql<HeadRecord>`
    select o.work_code as "workCode", o.task_description as title, o.version as "orderVersion", o.flow_sts as "flowSts",
      o.station_id as "psId", ps.name as "psName", o.liable_person as "liablePerson", o.work_start_time as "startTime",
      o.plan_end_time as "planEndTime", s.finished_at as "finishTime", s.ambient,
      ${photosWhere(sql`p.part = 'reading'`)} as photos
    from inspection_sheet s
    join work_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
    join station ps on ps.tenant_id = o.tenant_id and ps.id = o.station_id
    where s.order_id = ${orderId}`.execute(db)
  return rows[0] ?? null
}

/** The items of a sheet in its versions, with the limits that count at its station. */
export async function readItems({ db }: Pick<Ctx, 'db'>, orderId: string): Promise<SheetItem[]> {
  const { rows } = await sql<{
    itemId: string
    itemVersion: number
    category: SheetItem['category']
    definition: unknown
    limits: unknown
  }>`
    select l.item_id as "itemId", l.item_version as "itemVersion", i.category, v.definition, l.limits
    from (
      select distinct on (item_id) tenant_id, item_id, item_version, limits, no from inspection_sheet_line
      where order_id = ${orderId} order by item_id, no) l
    join inspection_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
    join inspection_item_version v
      on v.tenant_id = l.tenant_id and v.item_id = l.item_id and v.version = l.item_version
    order by l.no`.execute(db)
  return rows.map(({ definition, limits, ...row }) => {
    const said = itemDefinition.parse(definition)
    return {
      ...row,
      ...said,
      isStationLimits: limits !== null,
      limits: limits === null ? said.limits : readingLimits.parse(limits),
    }
  })
}

/** Of a device more defects are not shown. */
const MOST_DEFECTS = 3

type DefectRecord = Omit<SheetStop['defectList'][number], 'createTime'> & { createdAt: string }

async function readStops({ db, who }: Ctx, orderId: string): Promise<SheetStop[]> {
  const { rows } = await sql<Omit<SheetStop, 'defectList'> & { defects: DefectRecord[] }>`
    select l.stop, l.device_id as "deviceId", coalesce(d.name, sp.name, ps.name) as name, d.model, d.code,
      app.space_path(coalesce(l.space_id, d.space_id)) as "spaceName", coalesce((
        select jsonb_agg(k.defect order by k.created_at desc) from (
          select o.created_at, jsonb_build_object('orderId', o.id::text, 'workCode', o.work_code,
            'taskDescription', o.task_description, 'defectLevel', o.defect_level, 'createdAt', o.created_at) as defect
          from work_order o
          where o.tenant_id = l.tenant_id and o.device_id = l.device_id and o.task_type in (7, 8) and o.flow_sts < 4
            and ${visibleOrders(who, 'o')}
          order by o.created_at desc, o.id desc limit ${sql.lit(MOST_DEFECTS)}) k), '[]') as defects
    from (
      select distinct on (stop) tenant_id, order_id, stop, device_id, space_id from inspection_sheet_line
      where order_id = ${orderId} order by stop, no) l
    join work_order i on i.tenant_id = l.tenant_id and i.id = l.order_id
    join station ps on ps.tenant_id = i.tenant_id and ps.id = i.station_id
    left join device d on d.tenant_id = l.tenant_id and d.id = l.device_id
    left join space sp on sp.tenant_id = l.tenant_id and sp.id = l.space_id
    order by l.stop`.execute(db)
  return rows.map(({ defects, ...stop }) => ({
    ...stop,
    defectList: defects.map(({ createdAt, ...defect }) => ({
      ...defect,
      createTime: toWireTime(new Date(createdAt), who.timeZone),
    })),
  }))
}

type LineRecord = Omit<Line, 'defect' | 'doneTime' | 'photoList'> & {
  defectId: string | null
  defectCode: string | null
  doneAt: Date | null
}

/** The readings of the same item at the same device or place before the sheet was opened, the oldest first. */
const trendOf = sql`
  array(select before.value::float8 from (
    (select p.value, p.done_at from inspection_sheet_line p
      where l.device_id is not null and p.tenant_id = l.tenant_id and p.device_id = l.device_id and p.item_id = l.item_id
        and p.value is not null and p.order_id <> l.order_id and p.done_at < coalesce(l.done_at, ${sql.lit('infinity')})
      order by p.done_at desc limit ${sql.lit(TREND_READINGS - 1)})
    union all
    (select p.value, p.done_at from inspection_sheet_line p
      where l.device_id is null and p.device_id is null and p.tenant_id = l.tenant_id and p.space_id = l.space_id
        and p.item_id = l.item_id and p.value is not null and p.order_id <> l.order_id
        and p.done_at < coalesce(l.done_at, ${sql.lit('infinity')})
      order by p.done_at desc limit ${sql.lit(TREND_READINGS - 1)})) before order by before.done_at)`

async function readLines({ db }: Ctx, orderId: string): Promise<LineRecord[]> {
  const { rows } = await sql<LineRecord>`
    select l.no, l.stop, l.item_id as "itemId", l.version, l.verdict, l.grade, l.value, l.parts::float8[] as parts,
      l.is_reread as "isReread", l.note, l.exempt_reason as "exemptReason", l.defect_order_id as "defectId",
      d.work_code as "defectCode", l.recorded_by as "recorderId", u.realname as "recorderName", l.done_at as "doneAt",
      ${trendOf} as trend
    from inspection_sheet_line l
    left join app_user u on u.tenant_id = l.tenant_id and u.id = l.recorded_by
    left join work_order d on d.tenant_id = l.tenant_id and d.id = l.defect_order_id
    where l.order_id = ${orderId} order by l.no`.execute(db)
  return rows
}

/** The sheet of an order that the caller sees; null if it has none. */
export async function readSheet(ctx: Ctx, orderId: string): Promise<Sheet | null> {
  const head = await readHead(ctx, orderId)
  if (!head) return null
  const zone = ctx.who.timeZone
  const { photos, startTime, planEndTime, finishTime, ...told } = head
  const photosOf = Map.groupBy(await withFiles(ctx, photos), ({ stepNo }) => stepNo)
  const lines = await readLines(ctx, orderId)
  return {
    orderId,
    ...told,
    startTime: toWireTimeOrNull(startTime, zone),
    planEndTime: toWireTimeOrNull(planEndTime, zone),
    finishTime: toWireTimeOrNull(finishTime, zone),
    recordRefusal: await recordRefusal(ctx, orderId),
    itemList: await readItems(ctx, orderId),
    stopList: await readStops(ctx, orderId),
    lineList: lines.map(({ defectId, defectCode, doneAt, ...line }) => ({
      ...line,
      defect: defectId === null || defectCode === null ? null : { orderId: defectId, workCode: defectCode },
      doneTime: toWireTimeOrNull(doneAt, zone),
      photoList: photosOf.get(line.no) ?? [],
    })),
  }
}

async function recordRefusal(ctx: Ctx, orderId: string): Promise<string | null> {
  if ((await missingRight(ctx, ['order:execute'])) !== null) return '没有执行工单的权限'
  const order = await readVisible(ctx, orderId)
  return (await refusalFor(ctx, 'save', order, ctx.who.userId))?.message ?? null
}

export async function sheetOf(ctx: Ctx, orderId: string): Promise<Sheet> {
  const sheet = await readSheet(ctx, orderId)
  if (!sheet) throw notFound()
  return sheet
}

export const showSheet: Handler<Calls['detail']> = async (ctx, { orderId }) =>
  readSheet(ctx, (await readVisible(ctx, orderId)).id)

/** What a device is called on a sheet. */
export async function nameOfStop({ db }: Pick<Ctx, 'db'>, orderId: string, stop: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(d.name, sp.name, ps.name) as name
    from inspection_sheet_line l
    join work_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
    join station ps on ps.tenant_id = o.tenant_id and ps.id = o.station_id
    left join device d on d.tenant_id = l.tenant_id and d.id = l.device_id
    left join space sp on sp.tenant_id = l.tenant_id and sp.id = l.space_id
    where l.order_id = ${orderId} and l.stop = ${stop} limit 1`.execute(db)
  return one(rows).name
}
