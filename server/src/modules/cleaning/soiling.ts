import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { dayAfter, daysOf } from '@heliodesk/contract/days.ts'
import { sql } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { readVisible } from '../work-orders/index.ts'
import { lossCourse, type DayFacts } from './loss-course.ts'

/** How many days the course has; the cleaning and what follows it are the last of them. */
const DAYS = 60
/** Measurements of so many days before decide where the course begins. */
const BEFORE = 180

type Found = DayFacts & { othersKwp: number }

/** The soiling of a station follows from what was measured at its cleanings, the rate of soiling, and the rain. */
export const showSoiling: Handler<(typeof cleaningCalls)['soiling']> = async (ctx, { orderId }) => {
  const order = await readVisible(ctx, orderId)
  const usual = (await readSettings(ctx.db)).business.values.cleaning
  const today = toWireDay(ctx.now, ctx.who.timeZone)
  const { rows: last } = await sql<{ day: string | null }>`
    select max(cleaned_on) as day from cleaning where order_id = ${orderId}`.execute(ctx.db)
  const after = dayAfter(one(last).day ?? today, usual.days)
  const end = after < today ? after : today
  const begin = dayAfter(end, 1 - DAYS)
  const { rows } = await sql<Found>`
    select d.day::date as day, w."cleanedKwp", w."othersKwp", w."measuredKwp", w.before, w.after, g.rain,
      s.capacity_kwp as "stationKwp"
    from generate_series(${dayAfter(begin, -BEFORE)}::date, ${end}::date, interval '1 day') as d (day)
    join station s on s.id = ${order.station_id}
    left join station_generation g on g.tenant_id = s.tenant_id and g.station_id = s.id and g.day = d.day::date
    cross join lateral (
      select coalesce(sum(c.capacity_kwp) filter (where c.order_id = ${orderId}), 0) as "cleanedKwp",
        coalesce(sum(c.capacity_kwp) filter (where c.order_id <> ${orderId}), 0) as "othersKwp",
        coalesce(sum(c.capacity_kwp) filter (where c.sr_after is not null), 0) as "measuredKwp",
        sum(c.capacity_kwp * (1 - c.sr_before)) / nullif(sum(c.capacity_kwp) filter (where c.sr_after is not null), 0) as before,
        sum(c.capacity_kwp * (1 - c.sr_after)) / nullif(sum(c.capacity_kwp) filter (where c.sr_after is not null), 0) as after
      from cleaning c join work_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
      where o.tenant_id = s.tenant_id and o.station_id = s.id and o.flow_sts <> 5 and c.cleaned_on = d.day::date
    ) w
    order by d.day`.execute(ctx.db)
  const shown = new Set(daysOf({ begin, end }))
  const course = lossCourse(rows, usual).filter(({ day }) => shown.has(day))
  return {
    days: course,
    rate: usual.soilingRate,
    rateSource: 'setting',
    washingRain: usual.rain,
    rainDays: course.filter(({ rain }) => rain !== null).length,
  }
}
