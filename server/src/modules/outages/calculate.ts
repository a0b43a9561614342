import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { figuresOf } from './figures.ts'
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
  const calculated = [...figures].map(([id, each]) => ({ id, ...each }))
  const { rows } = await sql`
    update outage w set method = f.method, inputs = f.inputs, lost_kwh = f."lostKwh", lost_yuan = f."lostYuan",
      rate = f.rate, calculated_at = ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(calculated)}::jsonb)
      as f (id bigint, method text, inputs jsonb, "lostKwh" numeric, "lostYuan" numeric, rate numeric)
    where w.id = f.id and (w.method, w.inputs, w.lost_kwh, w.lost_yuan, w.rate)
      is distinct from (f.method, f.inputs, f."lostKwh", f."lostYuan", f.rate)
    returning w.id`.execute(ctx.db)
  const orders = [...new Set([...orderIds, ...touched.map(({ orderId }) => orderId)])]
  await sql`
    update work_order o set loss_power = now.rate, updated_at = ${ctx.now}
    from (
      select asked.id, coalesce(sum(w.rate), 0) as rate
      from unnest(${orders}::bigint[]) as asked (id) left join outage w on w.order_id = asked.id group by asked.id
    ) now
    where o.id = now.id and o.flow_sts < 4 and o.loss_power <> now.rate`.execute(ctx.db)
  return rows.length
}
