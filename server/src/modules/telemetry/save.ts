import type { Input, Output } from '@heliodesk/contract/call.ts'
import { MINUTE_MS, type telemetryCalls } from '@heliodesk/contract/telemetry.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { foldDays, type SeriesDay } from './days.ts'
import { checkSeries, type Measured } from './series.ts'

type Call = (typeof telemetryCalls)['save']

const HOUR_MS = 3_600_000

export async function saveTelemetry(ctx: Ctx, { series: sent }: Input<Call>): Promise<Output<Call>> {
  const changed = await writeMeasured(ctx, await checkSeries(ctx, sent))
  return { values: sent.reduce((sum, { values }) => sum + values.length, 0), hoursChanged: changed }
}

type SaveCtx = Pick<Ctx, 'db' | 'who' | 'now'>

/** Writes values of series, each series once; returns how many hours changed. Errors: `telemetry.step`. */
export async function writeMeasured(ctx: SaveCtx, measured: readonly Measured[]): Promise<number> {
  const ids = await keepSeries(ctx, measured)
  const hours = measured.flatMap((each, at) => hoursOf(present(ids[at]), each))
  // In the order of the key, so that two batches cannot deadlock.
  hours.sort((one, other) => one.series - other.series || one.hour - other.hour)
  await openMonths(ctx, hours)
  const changed = await writeHours(ctx, hours)
  await foldDays(ctx, daysOf(ctx, changed))
  return changed.length
}

type SeriesRow = { id: number; stationId: string; deviceId: string | null; metric: string; step: number }

const keyOf = ({ stationId, deviceId, metric }: Pick<SeriesRow, 'stationId' | 'deviceId' | 'metric'>) =>
  `${stationId} ${deviceId} ${metric}`

/**
 * The ids of the series, which begin here when they are new. Their rows stay locked until the values are committed, so
 * that two batches of one series follow each other and the sums of a day miss neither.
 */
async function keepSeries({ db, now }: SaveCtx, measured: readonly Measured[]): Promise<number[]> {
  const { rows } = await sql<SeriesRow>`
    insert into telemetry_series as s (station_id, device_id, metric, step_minutes, created_at, received_at, latest_at)
    select station_id, device_id, metric, step_minutes, ${now}::timestamptz, ${now}::timestamptz, latest_at
    from jsonb_to_recordset(${JSON.stringify(measured.map(toSeries))}::jsonb)
      as given (station_id bigint, device_id bigint, metric text, step_minutes smallint, latest_at timestamptz)
    order by station_id, device_id, metric
    on conflict (tenant_id, station_id, device_id, metric) do update
      set received_at = excluded.received_at, latest_at = greatest(s.latest_at, excluded.latest_at)
    returning id, station_id as "stationId", device_id as "deviceId", metric, step_minutes as step`.execute(
    db,
  )
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return measured.map((each, at) => {
    const { id, step } = present(byKey.get(keyOf(each)))
    if (step !== each.step)
      throw new DomainError(
        'telemetry.step',
        `第 ${at + 1} 个序列的间隔是 ${each.step} 分钟，已有的数值间隔是 ${step} 分钟`,
      )
    return id
  })
}

const toSeries = ({ stationId, deviceId, metric, step, points }: Measured) => {
  const last = points.at(-1)
  return {
    station_id: stationId,
    device_id: deviceId,
    metric,
    step_minutes: step,
    latest_at: last ? new Date(last[0]).toISOString() : null,
  }
}

type Hour = { series: number; hour: number; values: (number | null)[] }

/** The values by hours, each with a place for every step of it. */
function hoursOf(series: number, { step, points }: Measured): Hour[] {
  const hours = new Map<number, Hour>()
  for (const [at, value] of points) {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS
    const found = hours.get(hour) ?? { series, hour, values: Array<number | null>(60 / step).fill(null) }
    found.values[(at - hour) / (step * MINUTE_MS)] = value
    hours.set(hour, found)
  }
  return [...hours.values()]
}

async function openMonths({ db }: SaveCtx, hours: readonly Hour[]): Promise<void> {
  const months = [...new Set(hours.map(({ hour }) => new Date(hour).toISOString().slice(0, 7)))]
  if (months.length === 0) return
  await sql`
    select app.open_telemetry_month((month || '-01')::date) from unnest(${months}::text[]) as month order by month`.execute(
    db,
  )
}

/** Writes only hours that differ; returns those. */
async function writeHours(
  { db }: SaveCtx,
  hours: readonly Hour[],
): Promise<{ series: number; hour: Date }[]> {
  if (hours.length === 0) return []
  const { rows } = await sql<{ series: number; hour: Date }>`
    insert into telemetry_hour as h (series_id, hour, n, total, low, high, v)
    select given.series_id, given.hour, sums.n, sums.total, sums.low, sums.high, given.v::real[]
    from unnest(${hours.map(({ series }) => series)}::int[], ${hours.map(({ hour }) => new Date(hour))}::timestamptz[],
      ${hours.map(({ values }) => arrayText(values))}::text[]) as given (series_id, hour, v)
    cross join lateral (
      select count(x)::smallint as n, sum(x::float8) as total, min(x) as low, max(x) as high
      from unnest(given.v::real[]) as x) sums
    on conflict (tenant_id, series_id, hour) do update
      set (v, n, total, low, high) = (
        select array_agg(coalesce(new, old) order by place), count(coalesce(new, old))::smallint,
          sum(coalesce(new, old)::float8), min(coalesce(new, old)), max(coalesce(new, old))
        from unnest(h.v, excluded.v) with ordinality as both_(old, new, place))
      where exists (
        select from unnest(h.v, excluded.v) as both_(old, new) where new is not null and new is distinct from old)
    returning series_id as series, hour`.execute(db)
  return rows
}

const arrayText = (values: readonly (number | null)[]) => `{${values.map((value) => value ?? 'null').join()}}`

/** The company's days that changed hours belong to. */
function daysOf({ who }: SaveCtx, changed: readonly { series: number; hour: Date }[]): SeriesDay[] {
  const days = new Map<string, SeriesDay>()
  for (const { series, hour } of changed) {
    const day = toWireTime(hour, who.timeZone).slice(0, 10)
    days.set(`${series} ${day}`, { series, day })
  }
  return [...days.values()].toSorted(
    (one, other) => one.series - other.series || (one.day < other.day ? -1 : 1),
  )
}
