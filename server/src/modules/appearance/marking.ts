import { isBelow, type Rework } from '@heliodesk/contract/appearance-score.ts'
import type { appearanceSheetCalls, rowActions } from '@heliodesk/contract/appearance-sheet.ts'
import type { OrderAction } from '@heliodesk/contract/work-order-rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { entryOf } from '../../platform/certain.ts'
import { attachPhoto, detachPhoto, lockForPhotos, readVisible, refusalFor } from '../work-orders/index.ts'
import { readSheet, type Sheet } from './sheet.ts'

type Calls = typeof appearanceSheetCalls

type Locked = {
  no: number
  version: number
  project: string
  mark: number
  mayNotInvolve: boolean
  isNotInvolve: boolean
  score: number | null
  rework: Rework
  reworkFrom: Date | null
}

/** Rows of a sheet, locked after their order, in the order of their numbers. */
async function lockRows({ db }: Ctx, orderId: string, nos: readonly number[]): Promise<Map<number, Locked>> {
  const { rows } = await sql<Locked>`
    select no, version, project, mark, may_not_involve as "mayNotInvolve", is_not_involve as "isNotInvolve", score, rework,
      rework_from as "reworkFrom"
    from appearance_row where order_id = ${orderId} and no in (${sql.join(nos)}) order by no for update`.execute(
    db,
  )
  if (rows.length < nos.length) throw notFound()
  return new Map(rows.map((row) => [row.no, row]))
}

/** The rows as their sender saw them, of an order that the caller may do this to. */
async function lockFor(
  ctx: Ctx,
  action: OrderAction,
  orderId: string,
  seen: readonly { no: number; version: number }[],
): Promise<Map<number, Locked>> {
  const order = await readVisible(ctx, orderId, true)
  const rows = await lockRows(
    ctx,
    orderId,
    seen.map(({ no }) => no),
  )
  for (const { no, version } of seen)
    requireVersion(entryOf(rows, no), version, stale('appearance_row', '检查项'))
  const refusal = await refusalFor(ctx, action, order, ctx.who.userId)
  if (refusal) throw refusal
  return rows
}

type Change = {
  no: number
  set: Record<string, RawBuilder<unknown>>
  action: keyof typeof rowActions
  score: number | null
  note: string
}

async function writeRow({ db, now, who }: Ctx, orderId: string, change: Change): Promise<void> {
  const { no, set, action, score, note } = change
  const assignments = Object.entries({ ...set, version: sql`version + 1` }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  await sql`update appearance_row set ${sql.join(assignments)} where order_id = ${orderId} and no = ${no}`.execute(
    db,
  )
  await sql`
    insert into appearance_event (order_id, no, at, actor_name, action, score, note)
    values (${orderId}, ${no}, ${now}, ${who.realname}, ${action}, ${score}, ${note})`.execute(db)
}

const answer = async (ctx: Ctx, orderId: string): Promise<Sheet> => {
  const sheet = await readSheet(ctx, orderId)
  if (!sheet) throw notFound()
  return sheet
}

const fault = (code: string, message: string) => new DomainError(`appearance.${code}`, message)

function requireWithin({ project, mark }: Locked, field: string, score: number): void {
  if (score > mark) throw fault('score', `${field}：“${project}”不能大于满分 ${mark}`)
}

export const assess: Handler<Calls['assess']> = async (ctx, { orderId, rowList }) => {
  const rows = await lockFor(ctx, 'save', orderId, rowList)
  for (const { no, isNotInvolve, notInvolveReason, selfScore = null, improvementSuggest } of rowList) {
    const row = entryOf(rows, no)
    if (row.score !== null) throw fault('reviewed', `“${row.project}”已评审，不能再自评`)
    if (isNotInvolve && !row.mayNotInvolve)
      throw fault('involved', `不涉及（isNotInvolve）：“${row.project}”每座电站都有，不能不涉及`)
    const score = isNotInvolve ? null : selfScore
    if (score !== null) requireWithin(row, '自评得分（selfScore）', score)
    await writeRow(ctx, orderId, {
      no,
      action: 'assess',
      score,
      note: isNotInvolve ? `不涉及：${notInvolveReason}` : improvementSuggest,
      set: {
        is_not_involve: sql`${isNotInvolve}`,
        not_involve_reason: sql`${isNotInvolve ? notInvolveReason : ''}`,
        self_score: sql`${score}`,
        improvement_suggest: sql`${isNotInvolve ? '' : improvementSuggest}`,
        assessed_by: sql`${ctx.who.userId}`,
      },
    })
  }
  return answer(ctx, orderId)
}

/**
 * Gives marks to items. One that is too low, or for which the reviewer says so, has to be put right; one that was put
 * right is closed by a mark that is not. A mark for an item that is said not to be there takes it into the base.
 */
export const review: Handler<Calls['review']> = async (ctx, { orderId, rowList }) => {
  const rows = await lockFor(ctx, 'pass', orderId, rowList)
  const { reworkPercent } = (await readSettings(ctx.db)).business.values.appearance
  for (const { no, score, examineSuggest, rework } of rowList) {
    const row = entryOf(rows, no)
    requireWithin(row, '评审得分（score）', score)
    const again = row.reworkFrom !== null
    const next: Rework =
      rework || isBelow(score, row.mark, reworkPercent) ? 'asked' : again ? 'closed' : 'none'
    await writeRow(ctx, orderId, {
      no,
      action: again ? 'recheck' : 'review',
      score,
      note: examineSuggest,
      set: {
        is_not_involve: sql`false`,
        not_involve_reason: sql`''`,
        first_score: sql`coalesce(first_score, ${score})`,
        score: sql`${score}`,
        examine_suggest: sql`${examineSuggest}`,
        rework: sql`${next}`,
      },
    })
  }
  return answer(ctx, orderId)
}

export const reportRework: Handler<Calls['rework']> = async (ctx, { orderId, no, version, note }) => {
  const row = entryOf(await lockFor(ctx, 'save', orderId, [{ no, version }]), no)
  if (row.rework !== 'open' && row.rework !== 'done') throw fault('rework', `“${row.project}”不需要整改`)
  if (!(await hasAfterPhoto(ctx, orderId, row)))
    throw fault('rework_photo', `请先上传“${row.project}”整改后的照片`)
  await writeRow(ctx, orderId, {
    no,
    action: 'rework',
    score: null,
    note,
    set: { rework: sql`'done'`, rework_note: sql`${note}` },
  })
  return answer(ctx, orderId)
}

/** A photo since the order came back. */
async function hasAfterPhoto({ db }: Ctx, orderId: string, { no, reworkFrom }: Locked): Promise<boolean> {
  const { rows } = await sql`
    select from work_order_photo
    where order_id = ${orderId} and step_no = ${no} and part = 'after' and added_at >= ${reworkFrom} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export const addItemPhoto: Handler<Calls['addPhoto']> = async (ctx, { orderId, no, path }) => {
  await lockForPhotos(ctx, orderId)
  const row = entryOf(await lockRows(ctx, orderId, [no]), no)
  const isOpen = row.rework === 'open' || row.rework === 'done'
  if (!isOpen && row.score !== null) throw fault('reviewed', `“${row.project}”已评审，不能再添加照片`)
  await attachPhoto(ctx, { orderId, stepNo: no, part: isOpen ? 'after' : 'before', path })
  return answer(ctx, orderId)
}

/** An item whose last photo after the rework is taken away is not put right any more. */
export const removeItemPhoto: Handler<Calls['removePhoto']> = async (ctx, { orderId, photoId }) => {
  const order = await lockForPhotos(ctx, orderId)
  await detachPhoto(ctx, order, photoId, ['before', 'after'])
  await sql`
    update appearance_row r set rework = 'open', version = version + 1
    where order_id = ${orderId} and rework = 'done' and not exists (
      select from work_order_photo p where p.tenant_id = r.tenant_id and p.order_id = r.order_id and p.step_no = r.no
        and p.part = 'after' and p.added_at >= r.rework_from)`.execute(ctx.db)
  return answer(ctx, orderId)
}
