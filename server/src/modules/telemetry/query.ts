import type { Input, Output } from '@heliodesk/contract/call.ts'
import {
  DAYS_OF_GRAIN,
  grains,
  metrics,
  MINUTE_MS,
  type Grain,
  type telemetryCalls,
} from '@heliodesk/contract/telemetry.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import { fromWireTime, toWireTime } from '../../kernel/wire-time.ts'
import { one, present } from '../../platform/certain.ts'
import { getVisibleStation } from '../stations/index.ts'
import { sumOf } from './sum.ts'

type Call = (typeof telemetryCalls)['query']
type Values = (number | null)[]

const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** What one answer may carry; a year of hours of 40 inverters has less. */
const MOST_VALUES = 500_000

type SeriesRow = {
  id: number
  metric: keyof typeof metrics
  deviceId: string | null
  deviceName: string | null
  step: number
}

export async function queryTelemetry(ctx: Ctx, input: Input<Call>): Promise<Output<Call>> {
  await getVisibleStation(ctx, input.psId)
  const span = spanOf(ctx, input)
  const all = await seriesOf(ctx, input)
  const chosen = input.ofStation ? all.filter(isOfStation(all)) : all
  const step = stepOf(input.grain, chosen)
  const places = Math.round((span.until - span.from) / (step * MINUTE_MS))
  if (places * chosen.length > MOST_VALUES) throw new InvalidInput('数据过多，请缩短时段或改用更粗的粒度')
  const values = await valuesOf(ctx, chosen, span, { grain: input.grain, step, places })
  const each = chosen.map(({ id, metric, deviceId, deviceName }) => ({
    metric,
    deviceId,
    deviceName,
    summed: false,
    values: values.get(id) ?? Array<null>(places).fill(null),
  }))
  const { firstDay, lastDay } = await boundsOf(ctx, all)
  return {
    step,
    at: Array.from({ length: places }, (_each, at) =>
      toWireTime(new Date(span.from + at * step * MINUTE_MS), ctx.who.timeZone),
    ),
    series: input.ofStation ? input.metric.flatMap((metric) => sumOf(metric, each)) : each,
    firstDay,
    lastDay,
  }
}

/** The series of the station as a whole, and those of the devices for what it does not measure as a whole. */
const isOfStation =
  (all: readonly SeriesRow[]) =>
  ({ metric, deviceId }: SeriesRow) =>
    deviceId === null || !all.some((other) => other.metric === metric && other.deviceId === null)

function spanOf({ who }: Ctx, { from, until, grain }: Input<Call>) {
  if (until < from) throw new InvalidInput('参数有误：结束日期：不能早于开始日期')
  const start = fromWireTime(`${from} 00:00:00`, who.timeZone).getTime()
  const days = Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1
  if (days > DAYS_OF_GRAIN[grain])
    throw new InvalidInput(`参数有误：结束日期：粒度为${grains[grain]}时最多 ${DAYS_OF_GRAIN[grain]} 天`)
  return { from: start, until: start + days * DAY_MS, firstDay: from, lastDay: until }
}

async function seriesOf({ db }: Ctx, { psId, metric }: Input<Call>): Promise<SeriesRow[]> {
  const { rows } = await sql<SeriesRow>`
    select s.id, s.metric, s.device_id as "deviceId", d.name as "deviceName", s.step_minutes as step
    from telemetry_series s left join device d on d.tenant_id = s.tenant_id and d.id = s.device_id
    where s.station_id = ${psId} and s.metric = any(${metric}::text[])
    order by array_position(${metric}::text[], s.metric), d.code nulls first`.execute(db)
  return rows
}

const stepOf = (grain: Grain, series: readonly SeriesRow[]): number => {
  if (grain === 'step') return Math.min(60, ...series.map(({ step }) => step))
  return grain === 'hour' ? 60 : 1440
}

type Span = ReturnType<typeof spanOf>
type Axis = { grain: Grain; step: number; places: number }

async function valuesOf(
  ctx: Ctx,
  series: readonly SeriesRow[],
  span: Span,
  axis: Axis,
): Promise<Map<number, Values>> {
  const byId = new Map(series.map((each) => [each.id, each]))
  const values = new Map<number, Values>()
  const put = (id: number, time: number, value: number | null) => {
    const own = values.get(id) ?? Array<number | null>(axis.places).fill(null)
    own[Math.floor((time - span.from) / (axis.step * MINUTE_MS))] = value
    values.set(id, own)
  }
  if (series.length === 0) return values
  const ids = [...byId.keys()]
  if (axis.grain === 'step') {
    for (const { id, hour, v } of await readSteps(ctx, ids, span))
      for (const [at, value] of (v as Values).entries())
        put(id, hour.getTime() + (at * HOUR_MS) / v.length, value)
    return values
  }
  const rows = axis.grain === 'hour' ? await readHours(ctx, ids, span) : await readDays(ctx, ids, span)
  for (const { id, at, n, total } of rows) {
    const { rolls } = metrics[present(byId.get(id)).metric]
    put(id, at.getTime(), rolls === 'sum' ? total : total / n)
  }
  return values
}

async function readSteps({ db }: Ctx, ids: number[], { from, until }: Span) {
  const { rows } = await sql<{ id: number; hour: Date; v: number[] }>`
    select series_id as id, hour, v from telemetry_hour
    where series_id = any(${ids}::int[]) and hour >= ${new Date(from)} and hour < ${new Date(until)}`.execute(
    db,
  )
  return rows
}

type Summed = { id: number; at: Date; n: number; total: number }

async function readHours({ db }: Ctx, ids: number[], { from, until }: Span): Promise<Summed[]> {
  const { rows } = await sql<Summed>`
    select series_id as id, hour as at, n::int as n, total from telemetry_hour
    where series_id = any(${ids}::int[]) and hour >= ${new Date(from)} and hour < ${new Date(until)}`.execute(
    db,
  )
  return rows
}

async function readDays({ db, who }: Ctx, ids: number[], { firstDay, lastDay }: Span): Promise<Summed[]> {
  const { rows } = await sql<Summed>`
    select series_id as id, day::timestamp at time zone ${who.timeZone} as at, n, total from telemetry_day
    where series_id = any(${ids}::int[]) and day between ${firstDay}::date and ${lastDay}::date and n > 0`.execute(
    db,
  )
  return rows
}

async function boundsOf({ db }: Ctx, series: readonly SeriesRow[]) {
  const { rows } = await sql<{ firstDay: string | null; lastDay: string | null }>`
    select min(day) as "firstDay", max(day) as "lastDay" from telemetry_day
    where series_id = any(${series.map(({ id }) => id)}::int[]) and n > 0`.execute(db)
  return one(rows)
}
