import type { Output } from '@heliodesk/contract/call.ts'
import { lossMethods, outageCategories, outageParties } from '@heliodesk/contract/outage-categories.ts'
import { lossInputs, type outageCalls } from '@heliodesk/contract/outages.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { readVisible } from '../work-orders/index.ts'
import { figuresOf, type Figures } from './figures.ts'
import { refusalToChange } from './rights.ts'
import { HOUR_MS } from './sun.ts'
import { readWindows, spanOf, windowsDuring, type OutageWindow } from './windows.ts'

type Calls = typeof outageCalls
type Row = Output<Calls['save']>

function toRow(window: OutageWindow, figures: Figures, at: Date, zone: string): Row {
  const { fromAt, untilAt, endAt, settled: _settled, ...told } = window
  return {
    ...told,
    ...figures,
    fromTime: toWireTime(fromAt, zone),
    untilTime: toWireTimeOrNull(untilAt, zone),
    categoryName: outageCategories[window.category],
    partyName: outageParties[window.party],
    methodName: lossMethods[figures.method],
    hours: Math.round(((endAt.getTime() - fromAt.getTime()) / HOUR_MS) * 10) / 10,
    calculatedTime: toWireTime(at, zone),
  }
}

type Kept = Omit<Figures, 'inputs'> & { id: string; inputs: unknown; at: Date }

/** Windows of an order: closed ones as they were calculated, open ones until now. */
async function readRows(ctx: Ctx, orderId: string, stationId: string): Promise<Row[]> {
  const own = await readWindows(ctx, sql`w.order_id = ${orderId}`)
  const { rows: kept } = await sql<Kept>`
    select id, method, inputs, lost_kwh as "lostKwh", lost_yuan as "lostYuan", rate, calculated_at as at
    from outage where order_id = ${orderId}`.execute(ctx.db)
  const byId = new Map(
    kept.map(({ id, inputs, at, ...figures }) => [
      id,
      { at, figures: { ...figures, inputs: lossInputs.parse(inputs) } },
    ]),
  )
  const open = own.filter(({ untilAt }) => untilAt === null)
  const live =
    open.length > 0
      ? await figuresOf(
          ctx,
          stationId,
          await windowsDuring(ctx, stationId, spanOf(open)),
          new Set(open.map(({ id }) => id)),
        )
      : new Map<string, Figures>()
  return own.flatMap((window) => {
    const stored = byId.get(window.id)
    const now = live.get(window.id)
    if (now) return [toRow(window, now, ctx.now, ctx.who.timeZone)]
    return stored ? [toRow(window, stored.figures, stored.at, ctx.who.timeZone)] : []
  })
}

const cents = (value: number) => Math.round(value * 100) / 100

export const listOutages: Handler<Calls['list']> = async (ctx, { orderId }) => {
  const order = await readVisible(ctx, orderId)
  const rows = await readRows(ctx, orderId, order.station_id)
  const totalOf = (some: readonly Row[]) => ({
    lostKwh: cents(some.reduce((sum, { lostKwh }) => sum + lostKwh, 0)),
    lostYuan: cents(some.reduce((sum, { lostYuan }) => sum + (lostYuan ?? 0), 0)),
  })
  const parties = [...new Set(rows.map(({ party }) => party))]
  return {
    at: toWireTime(ctx.now, ctx.who.timeZone),
    rows,
    total: {
      ...totalOf(rows),
      rate: Math.round(rows.reduce((sum, { rate }) => sum + rate, 0) * 10) / 10,
      open: rows.filter(({ untilTime }) => untilTime === null).length,
    },
    byParty: parties.map((party) => ({
      party,
      partyName: outageParties[party],
      ...totalOf(rows.filter((row) => row.party === party)),
    })),
    mayChange: (await refusalToChange(ctx, order)) === null,
  }
}

export async function readOutage(
  ctx: Ctx,
  { id, orderId }: { id: string; orderId: string },
  stationId: string,
) {
  const row = (await readRows(ctx, orderId, stationId)).find((each) => each.id === id)
  if (!row) throw notFound()
  return row
}
