import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { figuresOf, type Figures } from './figures.ts'
import { spanOf, windowsDuring } from './windows.ts'

type Span = { fromAt: Date; endAt: Date }

/**
 * Calculates the windows of a station that share time with a span, and what their orders lose now. Closed orders keep
 * what they have. Returns how many windows changed.
 */
export async function calculateAgain(
  ctx: Ctx,
  stationId: string,
  span: Span,
  orderIds: readonly string[],
): Promise<number> {
  const touched = (await windowsDuring(ctx, stationId, span)).filter(({ settled }) => !settled)
  const all = touched.length > 0 ? await windowsDuring(ctx, stationId, spanOf(touched)) : []
  const figures = await figuresOf(ctx, stationId, all, new Set(touched.map(({ id }) => id)))
  const changed = await writeFigures(ctx, figures)
  await writeRates(ctx, [...new Set([...orderIds, ...touched.map(({ orderId }) => orderId)])])
  return changed
}

/** Returns how many windows had other figures. */
export async function writeFigures(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  figures: ReadonlyMap<string, Figures>,
): Promise<number> {
  const calculated = [...figures].map(([id, each]) => ({ id, ...each }))
  const { rows } = await sql`
    update outage w set method = f.method, inputs = f.inputs, lost_kwh = f."lostKwh", lost_yuan = f."lostYuan",
      rate = f.rate, calculated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(calculated)}::jsonb)
      as f (id bigint, method text, inputs jsonb, "lostKwh" numeric, "lostYuan" numeric, rate numeric)
    where w.id = f.id and (w.method, w.inputs, w.lost_kwh, w.lost_yuan, w.rate)
      is distinct from (f.method, f.inputs, f."lostKwh", f."lostYuan", f.rate)
    returning w.id`.execute(db)
  return rows.length
}

/** Orders lose what their open windows lose. */
export async function writeRates(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  orderIds: readonly string[],
): Promise<void> {
  await sql`
    update work_order o set loss_power = current.rate, updated_at = ${now}
    from (
      select asked.id, coalesce(sum(w.rate), 0) as rate
      from unnest(${orderIds}::bigint[]) as asked (id) left join outage w on w.order_id = asked.id group by asked.id
    ) current
    where o.id = current.id and o.flow_sts < 4 and o.loss_power <> current.rate`.execute(db)
}
