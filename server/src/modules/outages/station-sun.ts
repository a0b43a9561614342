import type { inputSources } from '@heliodesk/contract/outages.ts'
import type { LossSettings } from '@heliodesk/contract/outage-categories.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { dayBefore, daylight, type Place, type SunDay } from './sun.ts'

export type Source = keyof typeof inputSources
export type StationDay = SunDay & { source: Source; energyKwh: number | null }

/** What is known about a station's sun and energy on some days. */
export type StationSun = {
  capacityKwp: number | null
  acKw: number | null
  price: number
  priceSource: Source
  usual: LossSettings
  place: Place
  dayOf: (day: string) => StationDay
  /** The usual performance ratio before a day. */
  prBefore: (day: string) => { pr: number; source: Source }
}

/** Whoever reads decides by their calendar what a day is. */
export type Zoned = { who: { timeZone: string } }

/** Days before an outage whose performance is the usual one, and how many of them must be known. */
const BEFORE = 30
const LEAST_DAYS = 5

type Station = {
  capacityKwp: number | null
  acKw: number | null
  latitude: number | null
  longitude: number | null
  tariff: number | null
}
type Generated = { day: string; energyKwh: number; irradiation: number | null }

export async function readStationSun(
  { db, who }: Pick<Ctx, 'db'> & Zoned,
  stationId: string,
  { fromAt, endAt }: { fromAt: Date; endAt: Date },
): Promise<StationSun> {
  const [first, last] = [toWireDay(fromAt, who.timeZone), toWireDay(endAt, who.timeZone)]
  const usual = (await readSettings(db)).business.values.losses
  const found = await sql<Station>`
    select capacity_kwp as "capacityKwp", ac_kw as "acKw", latitude, longitude, tariff from station
    where id = ${stationId}`.execute(db)
  const station = one(found.rows)
  const { rows: generated } = await sql<Generated>`
    select to_char(day, 'YYYY-MM-DD') as day, energy_kwh as "energyKwh", irradiation from station_generation
    where station_id = ${stationId} and day >= ${dayBefore(first, BEFORE)}::date and day <= ${last}::date`.execute(
    db,
  )
  const { rows: planned } = await sql<{ month: string; daily: number }>`
    select year || '-' || lpad(month::text, 2, '0') as month,
      irradiation / extract(day from make_date(year, month, 1) + interval '1 month' - interval '1 day') as daily
    from resource_plan_month where station_id = ${stationId} and irradiation is not null
      and year between ${Number(first.slice(0, 4))} and ${Number(last.slice(0, 4))}`.execute(db)
  const byDay = new Map(generated.map((row) => [row.day, row]))
  const byMonth = new Map(planned.map(({ month, daily }) => [month, daily]))
  const place = { ...station, zone: who.timeZone }
  const { capacityKwp } = station
  return {
    capacityKwp,
    acKw: station.acKw,
    price: station.tariff ?? usual.price,
    priceSource: station.tariff === null ? 'setting' : 'station',
    usual,
    place,
    dayOf(day) {
      const measured = byDay.get(day)
      const plan = byMonth.get(day.slice(0, 7))
      const energyKwh = measured?.energyKwh ?? null
      const light = { day, ...daylight(day, place), energyKwh }
      if (typeof measured?.irradiation === 'number')
        return { ...light, irradiation: measured.irradiation, source: 'measured' }
      return plan === undefined
        ? { ...light, irradiation: usual.irradiation, source: 'setting' }
        : { ...light, irradiation: plan, source: 'plan' }
    },
    prBefore(day) {
      const since = dayBefore(day, BEFORE)
      const ratios = generated
        .filter((row) => row.day >= since && row.day < day && row.irradiation && capacityKwp)
        .map(({ energyKwh, irradiation }) => energyKwh / ((capacityKwp ?? 0) * (irradiation ?? 0)))
        .toSorted((a, b) => a - b)
      const middle = ratios[Math.floor(ratios.length / 2)]
      // A ratio above 1 says that the capacity or the irradiation is wrong.
      return ratios.length < LEAST_DAYS || middle === undefined || middle <= 0 || middle > 1
        ? { pr: usual.pr, source: 'setting' }
        : { pr: Math.round(middle * 10_000) / 10_000, source: 'measured' }
    },
  }
}
