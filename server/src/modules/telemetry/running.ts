import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'

/** How long something ran on a day, and how much of the day was measured, in minutes. */
export type RunningDay = { running: number; measured: number }
export type Running = ReadonlyMap<string, RunningDay>

type Asked = {
  stationId: string
  deviceIds: readonly string[] | null
  after: string
  until: string
  zone: string
}
type Series = { id: number; deviceId: string | null; metric: string; step: number }

/**
 * How long a station as a whole, or each of some devices, gave power on the days after one. Something runs in the steps
 * whose power, or else energy, is above zero. A station without a meter of its own runs as long as the device that ran
 * longest. Days without any value are not there.
 */
export async function runningOf(db: Db, asked: Asked): Promise<Running[]> {
  const series = await seriesOf(db, asked)
  if (series.length === 0) return []
  const byId = new Map<number, Map<string, RunningDay>>(series.map(({ id }) => [id, new Map()]))
  const steps = new Map(series.map(({ id, step }) => [id, step]))
  const { after, until, zone } = asked
  const { rows } = await sql<{ id: number; day: string; n: number; above: number }>`
    select h.series_id as id, (h.hour at time zone ${zone})::date::text as day, sum(h.n)::int as n,
      sum(case when h.low > 0 then h.n when h.high <= 0 then 0
        else (select count(*) from unnest(h.v) as value where value > 0) end)::int as above
    from telemetry_hour h
    where h.series_id = any(${[...byId.keys()]}::int[])
      and h.hour >= (${after}::date + 1)::timestamp at time zone ${zone}
      and h.hour < (${until}::date + 1)::timestamp at time zone ${zone}
    group by 1, 2 order by 1, 2`.execute(db)
  for (const { id, day, n, above } of rows) {
    const step = steps.get(id) ?? 0
    byId.get(id)?.set(day, { running: above * step, measured: n * step })
  }
  const each = [...byId.values()]
  return asked.deviceIds === null ? [longestOf(each)] : each
}

/** The series by which it is told of the station or each device whether it runs. */
async function seriesOf(db: Db, { stationId, deviceIds }: Asked): Promise<Series[]> {
  const { rows } = await sql<Series>`
    select distinct on (s.device_id) s.id, s.device_id as "deviceId", s.metric, s.step_minutes as step
    from telemetry_series s
    where s.station_id = ${stationId} and s.metric in ('power', 'energy')
      and (${deviceIds === null} or s.device_id = any(${deviceIds ?? []}::bigint[]))
    order by s.device_id nulls first, s.metric desc`.execute(db)
  const own = rows.filter(({ deviceId }) => deviceId === null)
  return own.length > 0 ? own : rows
}

function longestOf(each: readonly Running[]): Running {
  const longest = new Map<string, RunningDay>()
  for (const days of each)
    for (const [day, one] of days) if (one.running >= (longest.get(day)?.running ?? 0)) longest.set(day, one)
  return longest
}
