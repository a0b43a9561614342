import type { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { entryOf } from '../../platform/certain.ts'
import { hasRow } from '../../kernel/one-row.ts'
import {
  attachPhoto,
  detachPhoto,
  keepWork,
  lockForPhotos,
  readVisible,
  readWork,
  refusalFor,
} from '../work-orders/index.ts'
import {
  fault,
  judgedOf,
  lockLines,
  requireNear,
  requireNoDefect,
  writeExemption,
  writeReading,
} from './lines.ts'
import { settleByRule } from './defect.ts'
import { nameOfStop, sheetOf } from './sheet.ts'

type Calls = typeof inspectionSheetCalls

const STALE = stale('inspection_sheet_line', '记录行')

type Seen = { no: number; version: number }

/** The lines as their sender saw them, of an order on which they may work, and its station. */
async function lockFor(ctx: Ctx, orderId: string, seen: readonly Seen[]) {
  const order = await readVisible(ctx, orderId, true)
  const lines = await lockLines(ctx, orderId, { nos: seen.map(({ no }) => no) })
  for (const { no, version } of seen) requireVersion(entryOf(lines, no), version, STALE)
  const refusal = await refusalFor(ctx, 'save', order, ctx.who.userId)
  if (refusal) throw refusal
  return { lines, stationId: order.station_id }
}

/** Nobody goes on to another device before their own abnormal readings of the last one are settled. */
async function requireSettled(ctx: Ctx, orderId: string, stops: ReadonlySet<number>): Promise<void> {
  const { rows } = await sql<{ stop: number }>`
    select stop from inspection_sheet_line
    where order_id = ${orderId} and verdict = 'abnormal' and exempt_reason = '' and defect_order_id is null
      and recorded_by = ${ctx.who.userId} and stop <> all(${[...stops]}::int[])
    order by stop limit 1`.execute(ctx.db)
  const [open] = rows
  if (!open) return
  throw fault('unsettled', `请先处理“${await nameOfStop(ctx, orderId, open.stop)}”的异常：转缺陷，或说明免转`)
}

export const recordLines: Handler<Calls['record']> = async (ctx, { orderId, lineList }) => {
  const { lines, stationId } = await lockFor(ctx, orderId, lineList)
  const stops = new Set([...lines.values()].map(({ stop }) => stop))
  await requireSettled(ctx, orderId, stops)
  for (const { no, version: _version, ...found } of lineList) {
    const line = entryOf(lines, no)
    requireNoDefect(line)
    await requireNear(ctx, orderId, line, found)
    await writeReading(ctx, orderId, line, { at: ctx.now, isKept: true, found: judgedOf(line, found) })
  }
  for (const stop of stops) await settleByRule(ctx, stationId, { orderId, stop })
  return sheetOf(ctx, orderId)
}

export const exemptLine: Handler<Calls['exempt']> = async (ctx, { orderId, no, version, reason }) => {
  const { lines } = await lockFor(ctx, orderId, [{ no, version }])
  const line = entryOf(lines, no)
  await writeExemption(ctx, orderId, line, { at: ctx.now, reason })
  return sheetOf(ctx, orderId)
}

export const noteAmbient: Handler<Calls['ambient']> = async (ctx, { orderId, ambient }) => {
  await lockForPhotos(ctx, orderId)
  await writeAmbient(ctx, orderId, { ambient, at: ctx.now })
  return sheetOf(ctx, orderId)
}

/** Notes the temperature of the air of an order that the caller has locked, and when it was taken. */
export async function writeAmbient(
  { db, who }: Ctx,
  orderId: string,
  { ambient, at }: { ambient: number | null; at: Date },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('inspection_sheet')
    .set({ ambient, ambient_at: at, ambient_by: who.userId, version: sql`version + 1` })
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw notFound()
}

export const addLinePhoto: Handler<Calls['addPhoto']> = async (ctx, { orderId, no, path }) => {
  await lockForPhotos(ctx, orderId)
  await lockLines(ctx, orderId, { nos: [no] })
  await attachPhoto(ctx, { orderId, stepNo: no, part: 'reading', path })
  return sheetOf(ctx, orderId)
}

export const removeLinePhoto: Handler<Calls['removePhoto']> = async (ctx, { orderId, photoId }) => {
  const order = await lockForPhotos(ctx, orderId)
  await detachPhoto(ctx, order, photoId, ['reading'])
  return sheetOf(ctx, orderId)
}

export const finishSheet: Handler<Calls['finish']> = async (ctx, { orderId, version }) => {
  const order = await readVisible(ctx, orderId, true)
  if (!(await hasRow(ctx.db.selectFrom('inspection_sheet').where('order_id', '=', orderId)))) throw notFound()
  requireVersion(order, version, stale('order', '工单'))
  const refusal = await refusalFor(ctx, 'submit', order, ctx.who.userId)
  if (refusal) throw refusal
  const work = await readWork(ctx, orderId)
  return keepWork(ctx, order, 'submit', { before: work, work })
}
