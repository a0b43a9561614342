import {
  lineVerdicts,
  type Found,
  type LineVerdict,
  type fieldInspectionCalls,
} from '@heliodesk/contract/inspection-sheets.ts'
import { inUnit } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { entryOf } from '../../platform/certain.ts'
import { take } from '../field-work/index.ts'
import { readVisible } from '../work-orders/index.ts'
import {
  isSame,
  judgedOf,
  lockLines,
  requireNear,
  requireNoDefect,
  writeExemption,
  writeReading,
  type Line,
} from './lines.ts'
import { isOpen, joinReadings, makeDefect, settleByRule } from './defect.ts'
import { writeAmbient } from './record.ts'
import { nameOfStop } from './sheet.ts'

type Calls = typeof fieldInspectionCalls

/** A line of the order's sheet; null if it has none of that number. */
async function findLine(ctx: Ctx, orderId: string, no: number): Promise<Line | null> {
  try {
    return entryOf(await lockLines(ctx, orderId, { nos: [no] }), no)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null
    throw error
  }
}

const textOf = (verdict: LineVerdict | null, { value, parts, note }: Found, unit: string): string =>
  [
    value === null ? '' : inUnit(value, unit),
    parts.join('、'),
    verdict === null ? '' : lineVerdicts[verdict],
    note,
  ]
    .filter((each) => each !== '')
    .join('，')

/**
 * A reading of a phone is judged again by the limits that the sheet has. Of two people's readings the one that was taken
 * later stands, and both stay in the history of the line.
 */
export const takeReading: Handler<Calls['reading']> = async (ctx, { id, at, skew, no, ...found }) => {
  const line = await findLine(ctx, id, no)
  const name = line ? `${await nameOfStop(ctx, id, line.stop)} ${line.item.name}` : `第 ${no} 行`
  const said = textOf(found.verdict, found, line?.item.unit ?? '')
  return take(
    ctx,
    'reading',
    { id, at, skew },
    {
      content: { of: 'told', lines: [{ label: name, text: said }] },
      part: `巡检记录“${name}”`,
      readValue: () => line && { isSame: isSame(line, judgedOf(line, found)) },
      async carryOut({ past: { order }, phone }) {
        if (!line) return
        const { doneAt } = phone
        const isLater = line.doneAt === null || line.doneAt <= doneAt
        if (isLater) {
          requireNoDefect(line)
          await requireNear(ctx, id, line, found)
        }
        await writeReading(ctx, id, line, { at: doneAt, isKept: isLater, found: judgedOf(line, found) })
        await settleByRule(ctx, order.station_id, { orderId: id, stop: line.stop, phone })
      },
    },
  )
}

export const takeExemption: Handler<Calls['exempt']> = async (ctx, { id, at, skew, no, reason }) => {
  const line = await findLine(ctx, id, no)
  const name = line ? `${await nameOfStop(ctx, id, line.stop)} ${line.item.name}` : `第 ${no} 行`
  return take(
    ctx,
    'exempt',
    { id, at, skew },
    {
      content: { of: 'told', lines: [{ label: name, text: `免转缺陷：${reason}` }] },
      part: `巡检记录“${name}”`,
      readValue: () => line && { isSame: line.exemptReason === reason },
      async carryOut({ phone: { doneAt } }) {
        if (line) await writeExemption(ctx, id, line, { at: doneAt, reason })
      },
    },
  )
}

/** The defect of a device that another person made of the same readings is the same one. */
export const takeDefect: Handler<Calls['defect']> = async (ctx, { id, at, skew, stop, defectLevel, text }) =>
  take(
    ctx,
    'defect',
    { id, at, skew },
    {
      content: { of: 'told', lines: [{ label: '缺陷', text }] },
      async carryOut({ past: { order }, phone }) {
        await makeDefect(ctx, order.station_id, { orderId: id, stop, level: defectLevel, text, phone })
      },
    },
  )

type Ambient = { ambient: number | null; at: Date | null; by: string | null; byName: string | null }

/** The temperature of the air on the sheet of an order, and whose it is; null without a sheet. */
async function lockAmbient({ db }: Pick<Ctx, 'db'>, orderId: string): Promise<Ambient | null> {
  const { rows } = await sql<Ambient>`
    select s.ambient::float8 as ambient, s.ambient_at as at, s.ambient_by as by, u.realname as "byName"
    from inspection_sheet s left join app_user u on u.tenant_id = s.tenant_id and u.id = s.ambient_by
    where s.order_id = ${orderId} for update of s`.execute(db)
  return rows[0] ?? null
}

/** Of two temperatures the one taken later stands, and the earlier one is a record beside the order. */
export const takeAmbient: Handler<Calls['ambient']> = async (ctx, { id, at, skew, ambient }) => {
  const { id: orderId } = await readVisible(ctx, id, true)
  const known = await lockAmbient(ctx, orderId)
  return take(
    ctx,
    'ambient',
    { id, at, skew },
    {
      content: { of: 'told', lines: [{ label: '环境温度', text: ambient === null ? '无' : `${ambient} ℃` }] },
      part: '巡检记录单',
      readValue: () =>
        known && {
          isSame: known.ambient === ambient,
          ...(known.at && { given: { at: known.at, actorId: known.by, actorName: known.byName } }),
        },
      carryOut: ({ phone: { doneAt } }) => writeAmbient(ctx, orderId, { ambient, at: doneAt }),
    },
  )
}

/** Readings that another person told to the same defect are told to it already. */
export const takeJoin: Handler<Calls['join']> = async (ctx, { id, at, skew, stop, defectId, workCode }) =>
  take(
    ctx,
    'join',
    { id, at, skew },
    {
      content: { of: 'told', lines: [{ label: '并入缺陷', text: workCode }] },
      async readValue() {
        const lines = [...(await lockLines(ctx, id, { stop })).values()]
        return { isSame: !lines.some(isOpen) && lines.some((line) => line.defectOrderId === defectId) }
      },
      carryOut: ({ phone: { doneAt } }) => joinReadings(ctx, { orderId: id, stop, defectId, at: doneAt }),
    },
  )
