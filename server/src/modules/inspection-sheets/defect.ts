import type { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { defectOf } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { isGraver, type DefectLevel } from '@heliodesk/contract/defect-levels.ts'
import { sourceCategory } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one, present } from '../../platform/certain.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { requireRights } from '../../kernel/rights.ts'
import { gradesOf, recoveryLimit } from '../defects/index.ts'
import { copyFile } from '../files/index.ts'
import { relate } from '../order-relations/index.ts'
import { createSeenOrder, lockForPhotos, readVisible, type Phone } from '../work-orders/index.ts'
import { fault, lockLines, trendOf, writeDefect, type Line } from './lines.ts'
import { nameOfStop, sheetOf } from './sheet.ts'

type Calls = typeof inspectionSheetCalls

/** The types of faults and defects: what is urgent is a fault. */
const typeOf = (level: DefectLevel): 7 | 8 => (level === 'I' ? 7 : 8)

const REPEATED_DAYS = 30
/** The photos that a report of a defect may have. */
const MOST_PHOTOS = 9

export const isOpen = ({ verdict, exemptReason, defectOrderId }: Line) =>
  verdict === 'abnormal' && exemptReason === '' && defectOrderId === null

/** The abnormal readings of a device that nobody dealt with, and what their defect would be. */
async function openAt(ctx: Ctx, orderId: string, stop: number, lines: Iterable<Line>) {
  const open = [...lines].filter(isOpen)
  if (open.length === 0) throw fault('no_defect', '该设备没有待处理的异常，可能已被他人处理，请刷新')
  const told = []
  for (const line of open)
    told.push({ item: line.item, line: { ...line, trend: await trendOf(ctx, orderId, line) } })
  return { open, ...defectOf(await nameOfStop(ctx, orderId, stop), told) }
}

export const draftDefect: Handler<Calls['draft']> = async (ctx, { orderId, stop }) => {
  const order = await readVisible(ctx, orderId)
  const lines = await lockLines(ctx, orderId, { stop }, false)
  const { open, text, defectLevel, grounds } = await openAt(ctx, orderId, stop, lines.values())
  const deviceId = open[0]?.deviceId ?? null
  const { limitHours, at } = await recoveryLimit(ctx.db, { level: defectLevel, entry: ctx.now, deviceId })
  const grade = (await gradesOf(ctx.db)).find((each) => each.defectLevel === defectLevel)
  const taskType = typeOf(defectLevel)
  return {
    nos: open.map(({ no }) => no),
    defectLevel,
    taskType,
    taskTypeName: await nameOfType(ctx, taskType),
    text,
    grounds,
    respondMinutes: grade?.respondMinutes ?? 0,
    recoverHours: limitHours,
    recoverTime: toWireTime(at, ctx.who.timeZone),
    lately: await latelyAt(ctx, order.station_id, deviceId),
  }
}

async function nameOfType({ db }: Ctx, taskType: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from task_type where id = ${taskType}`.execute(db)
  return one(rows).name
}

type Lately = { orderId: string; workCode: string; taskDescription: string; createdAt: Date; isOpen: boolean }

async function latelyAt(ctx: Ctx, stationId: string, deviceId: string | null) {
  if (deviceId === null) return []
  const since = new Date(ctx.now.getTime() - REPEATED_DAYS * 86_400_000)
  const { rows } = await sql<Lately>`
    select o.id as "orderId", o.work_code as "workCode", o.task_description as "taskDescription",
      o.created_at as "createdAt", o.flow_sts < 4 as "isOpen"
    from work_order o
    where o.station_id = ${stationId} and o.device_id = ${deviceId} and o.task_type in (7, 8)
      and o.created_at >= ${since} and ${visibleOrders(ctx.who, 'o')}
    order by o.created_at desc, o.id desc limit 5`.execute(ctx.db)
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    createTime: toWireTime(createdAt, ctx.who.timeZone),
  }))
}

type Making = { orderId: string; stop: number; level?: DefectLevel | undefined; text?: string; phone?: Phone }

/** Makes one defect of the abnormal readings of a device, whose order the caller has locked. */
export async function makeDefect(ctx: Ctx, stationId: string, { orderId, stop, level, text, phone }: Making) {
  const lines = await lockLines(ctx, orderId, { stop })
  const { open, defectLevel, text: usual } = await openAt(ctx, orderId, stop, lines.values())
  const grade = level ?? defectLevel
  const { order } = await createSeenOrder(
    ctx,
    {
      psId: stationId,
      taskType: typeOf(grade),
      taskDescription: text ?? usual,
      defectLevel: grade,
      source: sourceCategory.inspection,
      ...(await deviceOf(ctx, open[0]?.deviceId ?? null)),
    },
    phone,
  )
  const at = phone?.doneAt ?? ctx.now
  for (const line of open)
    await writeDefect(ctx, orderId, line, { at, defectOrderId: order.id, workCode: order.workCode })
  await copyPhotos(ctx, { from: orderId, to: order.id, nos: open.map(({ no }) => no) })
  await relate(ctx, orderId, order.id)
  return order
}

/** Where the plan says so, the abnormal readings of a device become a defect as soon as all its lines are recorded. */
export async function settleByRule(ctx: Ctx, stationId: string, making: Making): Promise<void> {
  const { orderId, stop } = making
  const { rows } = await sql<{ isDue: boolean }>`
    select s.by_rule and not exists (
        select from inspection_sheet_line l where l.order_id = s.order_id and l.stop = ${stop} and l.verdict is null)
      and exists (
        select from inspection_sheet_line l where l.order_id = s.order_id and l.stop = ${stop} and l.verdict = 'abnormal'
          and l.exempt_reason = '' and l.defect_order_id is null) as "isDue"
    from inspection_sheet s where s.order_id = ${orderId}`.execute(ctx.db)
  if (one(rows).isDue) await makeDefect(ctx, stationId, making)
}

async function deviceOf({ db }: Ctx, deviceId: string | null) {
  if (deviceId === null) return {}
  const { code, name } = await db
    .selectFrom('device')
    .select(['code', 'name'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return { deviceCode: code, deviceName: name }
}

/** The defect has the photos of its readings as those of its report. */
async function copyPhotos(ctx: Ctx, { from, to, nos }: { from: string; to: string; nos: number[] }) {
  const { rows } = await sql<{ path: string; addedBy: string; addedAt: Date }>`
    select path, added_by as "addedBy", added_at as "addedAt" from work_order_photo
    where order_id = ${from} and part = 'reading' and step_no = any(${nos}::int[])
    order by step_no, id limit ${sql.lit(MOST_PHOTOS)}`.execute(ctx.db)
  for (const { path, addedBy, addedAt } of rows) {
    const copy = await copyFile(ctx, path)
    if (copy === null) continue
    const place = { order_id: to, step_no: 1, part: 'report' }
    await ctx.db
      .insertInto('work_order_photo')
      .values({ ...place, path: copy, added_by: addedBy, added_at: addedAt })
      .execute()
  }
}

export const toDefect: Handler<Calls['toDefect']> = async (ctx, { orderId, stop, defectLevel, text }) => {
  await requireRights(ctx, ['order:create'])
  const { station_id: stationId } = await lockForPhotos(ctx, orderId)
  const made = await makeDefect(ctx, stationId, { orderId, stop, level: defectLevel, text })
  return { orderId: made.id, workCode: made.workCode, sheet: await sheetOf(ctx, orderId) }
}

/** The defect that readings are told to: of the same device, and still under way. */
async function lockOpenDefect(ctx: Ctx, defectId: string, { deviceId }: Pick<Line, 'deviceId'>) {
  const { rows } = await sql<{
    workCode: string
    level: DefectLevel | null
    isOpen: boolean
    isOfDevice: boolean
  }>`
    select o.work_code as "workCode", o.defect_level as level, o.flow_sts < 4 as "isOpen",
      coalesce(o.device_id = ${deviceId}::bigint and o.task_type in (7, 8), false) as "isOfDevice"
    from work_order o where o.id = ${defectId} and ${visibleOrders(ctx.who, 'o')}
    for update of o`.execute(ctx.db)
  const [order] = rows
  if (!order) throw notFound()
  const { workCode, level, isOpen: isUnderWay, isOfDevice } = order
  if (!isOfDevice) throw fault('join', `缺陷工单（defectId）：${workCode} 不是该设备的缺陷，不能并入`)
  if (!isUnderWay) throw fault('join', `缺陷工单（defectId）：${workCode} 已关闭，请转新的缺陷`)
  return { workCode, level }
}

type Joining = { orderId: string; stop: number; defectId: string; at: Date }

/** Tells the abnormal readings of a device to a defect of it, whose inspection the caller has locked. */
export async function joinReadings(ctx: Ctx, { orderId, stop, defectId, at }: Joining): Promise<string> {
  const lines = await lockLines(ctx, orderId, { stop })
  const { open, defectLevel } = await openAt(ctx, orderId, stop, lines.values())
  const { workCode, level } = await lockOpenDefect(ctx, defectId, present(open[0]))
  // A time limit of days must not swallow what has one of hours.
  if (level !== null && isGraver(defectLevel, level))
    throw fault('join', `本次异常为 ${defectLevel} 级，重于 ${workCode} 的 ${level} 级，请转新的缺陷`)
  for (const line of open) await writeDefect(ctx, orderId, line, { at, defectOrderId: defectId, workCode })
  await relate(ctx, orderId, defectId)
  return workCode
}

export const joinDefect: Handler<Calls['joinDefect']> = async (ctx, { orderId, stop, defectId }) => {
  await lockForPhotos(ctx, orderId)
  const workCode = await joinReadings(ctx, { orderId, stop, defectId, at: ctx.now })
  return { workCode, sheet: await sheetOf(ctx, orderId) }
}
