import type { Input } from '@heliodesk/contract/call.ts'
import { fieldActs, textOfStep, type FieldAct, type FieldMark } from '@heliodesk/contract/field-conflicts.ts'
import type { FieldRecord, fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import type { PhotoPart } from '@heliodesk/contract/order-photos.ts'
import { sql } from 'kysely'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { insertRow } from '../../kernel/one-row.ts'
import { missingRight } from '../../kernel/rights.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { extraPhotos, readVisible, refusalFor, type LockedOrder, type Phone } from '../work-orders/index.ts'

type Calls = typeof fieldWorkCalls
type Sent<Name extends keyof Calls> = Omit<Input<Calls[Name]>, 'id' | 'at' | 'skew' | 'base'>

/** What was done, as it was sent. */
export type Content =
  | ({ of: 'step' } & Sent<'step'>)
  | ({ of: 'prerequisite' } & Sent<'prerequisite'>)
  | ({ of: 'hours' } & Sent<'hours'>)
  | ({ of: 'note' } & Sent<'note'>)
  | { of: 'whole' }
  /** In words, of an act that was handed over. */
  | { of: 'told'; lines: FieldRecord['lines'] }
  | { of: 'photo'; photo: string; stepNo: number; part: PhotoPart; name: string }

export type StepValue = Pick<Sent<'step'>, 'done' | 'value' | 'note'>
/** The value that the order has: of a step, or of the note. */
export type Beside = { value: StepValue | string; authorName: string; doneAt: string | null }

type NewRecord = {
  act: FieldAct
  outcome: FieldRecord['outcome']
  marks: readonly FieldMark[]
  phone: Phone
  content: Content
  beside?: Beside | null
  why: string
  handedKey?: string
}

export const keepRecord = (
  ctx: Ctx,
  orderId: string,
  { act, outcome, marks, phone, content, beside = null, why, handedKey }: NewRecord,
): Promise<string> =>
  insertRow(ctx.db, 'field_record', {
    order_id: orderId,
    act,
    outcome,
    marks: [...marks],
    author_name: ctx.who.realname,
    device_at: phone.at,
    device_skew: phone.skew,
    done_at: phone.doneAt,
    at: ctx.now,
    content: JSON.stringify(content),
    beside: beside && JSON.stringify(beside),
    why,
    handed_key: handedKey ?? null,
  })

export const textOfHours = (hours: Sent<'hours'>): string =>
  [
    `${hours.executorName} ${hours.actualStartTime.slice(0, 16)} 至 ${hours.actualEndTime.slice(0, 16)}`,
    `${hours.peopleNum} 人`,
    hours.remark,
  ]
    .filter((each) => each !== '')
    .join('，')

const placeOf = (part: PhotoPart) => (part === 'step' || part === 'film' || part === 'report' ? '步' : '项')

/** What was done, in lines. */
export function linesOf(content: Content): FieldRecord['lines'] {
  switch (content.of) {
    case 'step':
      return [{ label: `第 ${content.stepNo} 步 ${content.name}`, text: textOfStep(content) }]
    case 'prerequisite':
      return [{ label: content.name, text: content.met ? '已满足' : '未满足' }]
    case 'hours':
      return [{ label: '工时', text: textOfHours(content) }]
    case 'note':
      return [{ label: '执行情况', text: content.executionNote || '（空）' }]
    case 'whole':
      return []
    case 'told':
      return content.lines
    case 'photo':
      return [
        {
          label: `第 ${content.stepNo} ${placeOf(content.part)}${content.part === 'film' ? '视频' : '照片'}`,
          text: content.name,
        },
      ]
  }
}

type Row = {
  id: string
  act: FieldAct
  outcome: FieldRecord['outcome']
  marks: FieldMark[]
  authorName: string
  deviceAt: Date
  doneAt: Date
  at: Date
  content: Content
  beside: Beside | null
  why: string
  chosen: boolean | null
  chooserName: string | null
  chosenAt: Date | null
}

/** The supplementary records of an order that the caller has found to be visible, the latest first. */
export async function readRecords({ db }: Pick<Ctx, 'db'>, orderId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.act, r.outcome, r.marks, r.author_name as "authorName", r.device_at as "deviceAt",
      r.done_at as "doneAt", r.at, r.content, r.beside, r.why, c.chosen, c.chooser_name as "chooserName",
      c.at as "chosenAt"
    from field_record r
    left join field_choice c on c.tenant_id = r.tenant_id and c.record_id = r.id
    where r.order_id = ${orderId} order by r.id desc`.execute(db)
  return rows
}

/** The part of the work that a value in dispute is of; 0 is the note. */
export const partOf = ({ outcome, content }: Pick<Row, 'outcome' | 'content'>): number | null =>
  outcome === 'both' ? (content.of === 'step' ? content.stepNo : 0) : null

export const listRecords: Handler<Calls['records']> = async (ctx, { id }) => {
  const order = await readVisible(ctx, id)
  const rows = await readRecords(ctx, id)
  const photos = await extraPhotos(ctx, id)
  return {
    rows: rows.map((row) => ({
      ...wired(row, ctx.who.timeZone),
      photo: (row.content.of === 'photo' && photos.get(row.content.photo)) || null,
    })),
    choiceRefusal: await choiceRefusal(ctx, order),
  }
}

function wired(row: Row, zone: string): Omit<FieldRecord, 'photo'> {
  const { id, act, outcome, marks, authorName, why, beside, content, chosen, chooserName, chosenAt } = row
  const time = (at: Date) => toWireTime(at, zone)
  return {
    id,
    act,
    actName: fieldActs[act],
    outcome,
    marks,
    authorName,
    deviceTime: time(row.deviceAt),
    doneTime: time(row.doneAt),
    arrivalTime: time(row.at),
    lines: linesOf(content),
    why,
    stepNo: partOf(row),
    beside: beside && {
      text: typeof beside.value === 'string' ? beside.value : textOfStep(beside.value),
      authorName: beside.authorName,
      doneTime: toWireTimeOrNull(beside.doneAt === null ? null : new Date(beside.doneAt), zone),
    },
    choice:
      chosen === null || chooserName === null || chosenAt === null
        ? null
        : { isChosen: chosen, chooserName, chooseTime: time(chosenAt) },
  }
}

/** Why a person may not choose between values in dispute: it is a part of the acceptance. */
export async function choiceRefusal(ctx: Ctx, order: LockedOrder): Promise<string | null> {
  if (order.flowSts !== 3) return '工单提交验收后，由验收人选定'
  if ((await missingRight(ctx, ['order:check'])) !== null) return '由验收人选定'
  return (await refusalFor(ctx, 'pass', order, ctx.who.userId))?.message ?? null
}
