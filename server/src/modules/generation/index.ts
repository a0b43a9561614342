import type { Input, Output } from '@heliodesk/contract/call.ts'
import { generationCalls } from '@heliodesk/contract/generation.ts'
import { sql } from 'kysely'
import { defineModule, type Ctx } from '../../kernel/context.ts'
import { getVisibleStation } from '../stations/index.ts'
import { figuresOf, type Sums } from './figures.ts'
import { monthlyPlan } from './plan.ts'
import { saveGeneration } from './save.ts'
import './first-data.ts'

export { findStations, implausible, writeDays, type DayOfStation, type Stations } from './save.ts'

type Call = (typeof generationCalls)['query']

const MONTHS = Array.from({ length: 12 }, (_each, at) => String(at + 1).padStart(2, '0'))

const daysIn = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}

/** Days of a month, or months of a year, in the answer's format. */
function placesOf(period: string): string[] {
  if (period.length === 4) return MONTHS.map((month) => `${period}-${month}`)
  return Array.from({ length: daysIn(period) }, (_each, at) => `${period}-${String(at + 1).padStart(2, '0')}`)
}

const firstOf = (period: string) => (period.length === 4 ? `${period}-01-01` : `${period}-01`)
const lastOf = (period: string) => (period.length === 4 ? `${period}-12-31` : `${period}-${daysIn(period)}`)

type Summed = Sums & { at: string }

/** The sums of a period, grouped by the first characters of the day: 10 by day, 7 by month, 0 in total. */
async function sumsOf({ db }: Ctx, psId: string, period: string, by: 10 | 7 | 0): Promise<Summed[]> {
  const { rows } = await sql<Summed>`
    select left(to_char(day, 'YYYY-MM-DD'), ${sql.lit(by)}) as at, count(*)::int as days, sum(energy_kwh) as "energyKwh",
      sum(irradiation) as irradiation, sum(rain) as rain,
      sum(energy_kwh) filter (where irradiation is not null) as "energyWithSun"
    from station_generation
    where station_id = ${psId} and day between ${firstOf(period)}::date and ${lastOf(period)}::date
    group by 1 order by 1`.execute(db)
  return rows
}

const NOTHING: Sums = { days: 0, energyKwh: null, irradiation: null, rain: null, energyWithSun: null }

const yearBefore = (period: string) => `${Number(period.slice(0, 4)) - 1}${period.slice(4)}`

async function query(ctx: Ctx, { psId, period }: Input<Call>): Promise<Output<Call>> {
  const { capacityKwp } = await getVisibleStation(ctx, psId)
  const inYear = period.length === 4
  const plan = await monthlyPlan(ctx, psId, period.slice(0, 4))
  const planOf = (at: string): number | null => {
    const month = plan.get(at.slice(0, 7)) ?? null
    return month === null || inYear ? month : month / daysIn(period)
  }
  const sums = await sumsOf(ctx, psId, period, inYear ? 7 : 10)
  const bySpan = new Map(sums.map((each) => [each.at, each]))
  const places = placesOf(period)
  const plans = places.map(planOf).filter((each) => each !== null)
  const [total] = await sumsOf(ctx, psId, period, 0)
  const before = await lastYear(ctx, psId, period, sums)
  const bounds = await ctx.db
    .selectFrom('station_generation')
    .select((eb) => [eb.fn.min('day').as('firstDay'), eb.fn.max('day').as('lastDay')])
    .where('station_id', '=', psId)
    .executeTakeFirstOrThrow()
  return {
    rows: places.map((at) => ({ at, ...figuresOf(bySpan.get(at) ?? NOTHING, capacityKwp, planOf(at)) })),
    total: figuresOf(
      total ?? NOTHING,
      capacityKwp,
      plans.length === 0 ? null : plans.reduce((sum, each) => sum + each, 0),
    ),
    lastYearKwh: before,
    capacityKwp,
    ...bounds,
  }
}

/** Of the previous year only the days that this period has too, so that an unfinished period compares fairly. */
async function lastYear(ctx: Ctx, psId: string, period: string, sums: Summed[]): Promise<number | null> {
  if (sums.length === 0) return null
  const { rows } = await sql<{ kwh: number | null }>`
    select sum(before.energy_kwh) as kwh
    from station_generation g join station_generation before on before.tenant_id = g.tenant_id
      and before.station_id = g.station_id and to_char(before.day, 'MM-DD') = to_char(g.day, 'MM-DD')
      and before.day between ${firstOf(yearBefore(period))}::date and ${lastOf(yearBefore(period))}::date
    where g.station_id = ${psId} and g.day between ${firstOf(period)}::date and ${lastOf(period)}::date`.execute(
    ctx.db,
  )
  return rows[0]?.kwh ?? null
}

export const generation = defineModule(generationCalls, { query, save: saveGeneration })
