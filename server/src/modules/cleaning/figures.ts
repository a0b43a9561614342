import { benefitOf, type CleaningDefaults, type keptBenefit } from '@heliodesk/contract/cleaning-benefit.ts'
import { countDays, dayAfter } from '@heliodesk/contract/days.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/postgres.ts'
import { one } from '../../platform/certain.ts'
import { insertRows } from '../../platform/insert-rows.ts'

export type Figures = z.output<typeof keptBenefit>

/** The sums over the zones of an order `o`, as `w`. */
export const zoneSums = sql`cross join lateral (
  select coalesce(sum(c.capacity_kwp), 0) as planned,
    coalesce(sum(c.capacity_kwp) filter (where c.cleaned_on is not null), 0) as covered,
    coalesce(sum(c.capacity_kwp) filter (where c.sr_after is not null), 0) as measured,
    sum(c.capacity_kwp * c.sr_before) as before, sum(c.capacity_kwp * c.sr_after) as after,
    coalesce(sum(c.cost) filter (where c.cleaned_on is not null), 0) as cost, sum(c.water) as water,
    coalesce(sum(c.broken), 0)::int as broken, count(c.id)::int as zones, count(c.cleaned_on)::int as done,
    (count(c.id) filter (where c.sr_after is null))::int as unmeasured,
    min(c.cleaned_on) as first_day, max(c.cleaned_on) as last_day
  from cleaning c where c.tenant_id = o.tenant_id and c.order_id = o.id
) w`

/** What the economics of an order's cleaning are calculated from. */
export type Sums = {
  measured: number
  before: number | null
  after: number | null
  cost: number
  zones: number
  done: number
  unmeasured: number
  cleanedOn: string | null
  tariff: number | null
  sun: number | null
  sunDays: number
  rainDay: string | null
  rainMm: number | null
}

export const sumColumns = sql`w.measured, w.before, w.after, w.cost, w.zones, w.done, w.unmeasured,
  w.last_day as "cleanedOn", s.tariff, sun.mean as sun, sun.days as "sunDays", rain.day as "rainDay",
  rain.rain as "rainMm"`

/**
 * Beside `zoneSums` and the station `s`: the mean of the measured days before, as many as the benefit is counted for,
 * and the first rain after the cleaning that washes the modules too.
 */
export const weatherAround = ({ days, rain }: CleaningDefaults, today: string) => sql`
  cross join lateral (
    select round(avg(g.irradiation), 3) as mean, count(g.irradiation)::int as days from station_generation g
    where g.tenant_id = o.tenant_id and g.station_id = o.station_id
      and g.day > coalesce(w.last_day, ${today}::date) - ${days}::int and g.day <= coalesce(w.last_day, ${today}::date)
  ) sun
  left join lateral (
    select g.day, g.rain from station_generation g
    where g.tenant_id = o.tenant_id and g.station_id = o.station_id
      and g.day > w.last_day and g.day < w.last_day + ${days}::int and g.rain >= ${rain}::numeric
    order by g.day limit 1
  ) rain on true`

export function toFigures(sums: Sums, usual: CleaningDefaults): Figures {
  const { measured, before, after, cost, tariff, sun, cleanedOn, rainDay, rainMm } = sums
  const gain = measured > 0 ? ((after ?? 0) - (before ?? 0)) / measured : 0
  const rain = cleanedOn !== null && rainDay !== null && rainMm !== null ? { day: rainDay, mm: rainMm } : null
  const days =
    rain === null || cleanedOn === null ? usual.days : countDays({ begin: cleanedOn, end: rain.day }) - 1
  const inputs = {
    capacityKwp: measured,
    irradiation: sun ?? usual.irradiation,
    pr: usual.pr,
    srGain: Math.round(gain * 1_000_000) / 1_000_000,
    days,
    price: tariff ?? usual.price,
    cost,
    soilingRate: usual.soilingRate / 100,
  }
  const outcome = benefitOf(inputs)
  return {
    inputs,
    sources: {
      capacityKwp: 'records',
      irradiation: sun === null ? 'setting' : 'measured',
      pr: 'setting',
      srGain: 'records',
      days: rain ? 'rain' : 'setting',
      price: tariff === null ? 'setting' : 'station',
      cost: 'records',
      soilingRate: 'setting',
    },
    measuredDays: sums.sunDays,
    outcome,
    unmeasured: sums.unmeasured,
    cleanedOn,
    breakEvenDay: breakEvenDayOf(cleanedOn, outcome.breakEvenDays, days),
    rain,
  }
}

/** What ends before its cost has come back never breaks even. */
function breakEvenDayOf(cleanedOn: string | null, after: number | null, atMost: number): string | null {
  if (cleanedOn === null || after === null || after > atMost) return null
  return dayAfter(cleanedOn, Math.ceil(after))
}

export type RoundFigures = { figures: Figures; zones: number; done: number }

/** The figures of orders as they are now. */
export async function figuresOf(
  db: Db,
  orderIds: readonly string[],
  usual: CleaningDefaults,
  today: string,
): Promise<Map<string, RoundFigures>> {
  const { rows } = await sql<Sums & { id: string }>`
    select o.id, ${sumColumns}
    from work_order o join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    ${zoneSums} ${weatherAround(usual, today)}
    where o.id = any(${orderIds}::bigint[])`.execute(db)
  return new Map(
    rows.map((row) => [row.id, { figures: toFigures(row, usual), zones: row.zones, done: row.done }]),
  )
}

/** The same of one order, which exists. */
export async function figuresOfOne(db: Db, orderId: string, usual: CleaningDefaults, today: string) {
  const found = await figuresOf(db, [orderId], usual, today)
  return one([...found.values()])
}

type Kept = { orderId: string; at: Date; checkerId: string; figures: Figures }

/** Keeps the figures of orders as they are at their acceptance. */
export const keepFigures = (db: Db, accepted: readonly Kept[]): Promise<void> =>
  insertRows(
    db,
    'cleaning_acceptance',
    accepted.map(({ orderId, at, checkerId, figures }) => ({
      order_id: orderId,
      accepted_at: at,
      checker_id: checkerId,
      benefit: figures,
    })),
  )
