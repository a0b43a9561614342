import { itemDefinition, type ItemDefinition } from '@heliodesk/contract/inspection-items.ts'
import { readingLimits } from '@heliodesk/contract/inspection-limits.ts'
import type { Found, LineVerdict } from '@heliodesk/contract/inspection-sheets.ts'
import { judged, jumpRefusal } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'

export type Line = {
  no: number
  stop: number
  itemId: string
  deviceId: string | null
  spaceId: string | null
  version: number
  verdict: LineVerdict | null
  grade: 'I' | 'II' | 'III' | null
  value: number | null
  parts: number[]
  note: string
  exemptReason: string
  defectOrderId: string | null
  recordedBy: string | null
  recorderName: string | null
  doneAt: Date | null
  item: ItemDefinition
}

type LineRecord = Omit<Line, 'item'> & { definition: unknown; limits: unknown }

const toLine = ({ definition, limits, ...row }: LineRecord): Line => {
  const item = itemDefinition.parse(definition)
  return { ...row, item: limits === null ? item : { ...item, limits: readingLimits.parse(limits) } }
}

/** Lines of a sheet in their order, locked unless they are only read. */
export async function lockLines(
  { db }: Pick<Ctx, 'db'>,
  orderId: string,
  { nos, stop }: { nos?: readonly number[]; stop?: number },
  locks = true,
): Promise<Map<number, Line>> {
  const { rows } = await sql<LineRecord>`
    select l.no, l.stop, l.item_id as "itemId", l.device_id as "deviceId", l.space_id as "spaceId", l.version, l.verdict,
      l.grade, l.value, l.parts::float8[] as parts, l.note, l.exempt_reason as "exemptReason",
      l.defect_order_id as "defectOrderId", l.recorded_by as "recordedBy", u.realname as "recorderName",
      l.done_at as "doneAt", v.definition, l.limits
    from inspection_sheet_line l
    join inspection_item_version v
      on v.tenant_id = l.tenant_id and v.item_id = l.item_id and v.version = l.item_version
    left join app_user u on u.tenant_id = l.tenant_id and u.id = l.recorded_by
    where l.order_id = ${orderId} and (l.no = any(${nos ?? []}::int[]) or l.stop = ${stop ?? null}::int)
    order by l.no ${locks ? sql`for update of l` : sql``}`.execute(db)
  if (rows.length === 0 || (nos && rows.length < nos.length)) throw notFound()
  return new Map(rows.map((row) => [row.no, toLine(row)]))
}

/** The last readings of the same item at the same device or place before this order, the oldest first. */
export async function trendOf({ db }: Pick<Ctx, 'db'>, orderId: string, line: Line): Promise<number[]> {
  const { deviceId, spaceId, itemId } = line
  const place =
    deviceId === null ? sql`p.device_id is null and p.space_id = ${spaceId}` : sql`p.device_id = ${deviceId}`
  const { rows } = await sql<{ value: number | null }>`
    select p.value from inspection_sheet_line p
    where ${place} and p.item_id = ${itemId} and p.value is not null and p.order_id <> ${orderId}
    order by p.done_at desc limit 5`.execute(db)
  return rows.flatMap(({ value }) => (value === null ? [] : [value])).toReversed()
}

export const fault = (code: string, message: string) => new DomainError(`inspectionSheet.${code}`, message)

/** Whether what was found is there already. */
export const isSame = (line: Line, { verdict, value, parts, note }: ReturnType<typeof judgedOf>): boolean =>
  line.verdict === verdict &&
  line.value === value &&
  line.note === note &&
  JSON.stringify(line.parts) === JSON.stringify(parts)

/** What was found, judged by the item of the line; refused if it cannot be. */
export function judgedOf(line: Line, found: Found) {
  const result = judged(line.item, found)
  if (typeof result === 'string') throw fault('reading', result)
  const note = [found.note, result.silent].filter((each) => each !== '').join('；')
  return { ...result, note, isReread: found.isReread }
}

/** A value that is too far from the last one is read again first. */
export async function requireNear(ctx: Ctx, orderId: string, line: Line, found: Found): Promise<void> {
  if (line.item.jump === null || found.isReread) return
  const { value } = judgedOf(line, found)
  // Who wrote the same value before has read it again.
  if (value === line.value) return
  const refusal = jumpRefusal(line.item, value, {
    trend: await trendOf(ctx, orderId, line),
    isReread: found.isReread,
  })
  if (refusal !== null) throw fault('jump', refusal)
}

type Doing = { at: Date; action: 'record' | 'exempt' | 'defect' }

const tell = async (
  { db, now, who }: Ctx,
  orderId: string,
  { no }: Pick<Line, 'no'>,
  { at, action }: Doing,
  { verdict, value, note }: { verdict: LineVerdict | null; value: number | null; note: string },
): Promise<void> => {
  await sql`
    insert into inspection_event (order_id, no, at, done_at, actor_name, action, verdict, value, note)
    values (${orderId}, ${no}, ${now}, ${at}, ${who.realname}, ${action}, ${verdict}, ${value}, ${note})`.execute(
    db,
  )
}

/** A defect that was made of a line stays its; its reading does not change any more. */
export function requireNoDefect({ defectOrderId, item }: Line): void {
  if (defectOrderId !== null) throw fault('defect', `“${item.name}”已转缺陷工单，不能再改读数`)
}

/** Writes what was found. The reading before it stays in the history of the line. */
export async function writeReading(
  ctx: Ctx,
  orderId: string,
  line: Line,
  { at, isKept, found }: { at: Date; isKept: boolean; found: ReturnType<typeof judgedOf> },
): Promise<void> {
  const { verdict, grade, value, parts, note, isReread } = found
  await tell(ctx, orderId, line, { at, action: 'record' }, { verdict, value, note })
  if (!isKept) return
  await sql`
    update inspection_sheet_line set verdict = ${verdict}, grade = ${grade}, value = ${value},
      parts = ${parts}::numeric[], is_reread = ${isReread}, note = ${note}, exempt_reason = '',
      recorded_by = ${ctx.who.userId}, recorded_at = ${ctx.now}, done_at = ${at}, version = version + 1
    where order_id = ${orderId} and no = ${line.no}`.execute(ctx.db)
}

export async function writeExemption(
  ctx: Ctx,
  orderId: string,
  line: Line,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  const { verdict, value, item, defectOrderId } = line
  if (verdict !== 'abnormal') throw fault('exempt', `“${item.name}”没有异常，不需要说明免转`)
  if (defectOrderId !== null) throw fault('defect', `“${item.name}”已转缺陷工单，不需要说明免转`)
  await tell(ctx, orderId, line, { at, action: 'exempt' }, { verdict, value, note: reason })
  await sql`
    update inspection_sheet_line set exempt_reason = ${reason}, version = version + 1
    where order_id = ${orderId} and no = ${line.no}`.execute(ctx.db)
}

export async function writeDefect(
  ctx: Ctx,
  orderId: string,
  line: Line,
  { at, defectOrderId, workCode }: { at: Date; defectOrderId: string; workCode: string },
): Promise<void> {
  const { verdict, value } = line
  await tell(ctx, orderId, line, { at, action: 'defect' }, { verdict, value, note: workCode })
  await sql`
    update inspection_sheet_line set defect_order_id = ${defectOrderId}, exempt_reason = '', version = version + 1
    where order_id = ${orderId} and no = ${line.no}`.execute(ctx.db)
}
