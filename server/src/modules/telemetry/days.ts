import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'

type FoldCtx = Pick<Ctx, 'db' | 'who' | 'now'>
export type SeriesDay = { series: number; day: string }

/** Sums the hours of days anew. The caller holds the locks of the series. */
export async function foldDays(ctx: FoldCtx, days: readonly SeriesDay[]): Promise<void> {
  if (days.length === 0) return
  const { db, who } = ctx
  await sql`
    insert into telemetry_day as d (series_id, day, n, total, low, high)
    select given.series_id, given.day, sum(h.n)::int, sum(h.total), min(h.low), max(h.high)
    from unnest(${days.map(({ series }) => series)}::int[], ${days.map(({ day }) => day)}::date[])
      as given (series_id, day)
    join telemetry_hour h on h.series_id = given.series_id
      and h.hour >= given.day::timestamp at time zone ${who.timeZone}
      and h.hour < (given.day + 1)::timestamp at time zone ${who.timeZone}
    group by given.series_id, given.day order by given.series_id, given.day
    on conflict (tenant_id, series_id, day) do update
      set n = excluded.n, total = excluded.total, low = excluded.low, high = excluded.high`.execute(db)
  await writeFigures(ctx, days)
}

const WATT_HOURS = 1000

/**
 * Puts the energy of a station's own meter among its daily figures, where nobody typed or imported one. Only days that
 * are over: the first values of a day complete the day before it.
 */
async function writeFigures({ db, who, now }: FoldCtx, days: readonly SeriesDay[]): Promise<void> {
  const today = toWireTime(now, who.timeZone).slice(0, 10)
  await sql`
    insert into station_generation as g (station_id, day, energy_kwh, irradiation, measured, updated_at)
    select distinct on (e.station_id, energy.day) e.station_id, energy.day, round(energy.total::numeric, 2),
      (select least(20, greatest(0, round((sun.total * i.step_minutes / 60 / ${sql.lit(WATT_HOURS)})::numeric, 3)))
        from telemetry_series i join telemetry_day sun on sun.series_id = i.id and sun.day = energy.day
        where i.station_id = e.station_id and i.device_id is null and i.metric = 'irradiance'),
      true, ${now}::timestamptz
    from unnest(${days.map(({ series }) => series)}::int[], ${days.map(({ day }) => day)}::date[])
      as given (series_id, day)
    join telemetry_series s on s.id = given.series_id and s.device_id is null and s.metric in ('energy', 'irradiance')
    join telemetry_series e on e.station_id = s.station_id and e.device_id is null and e.metric = 'energy'
    join telemetry_day energy on energy.series_id = e.id and energy.day in (given.day, given.day - 1)
    where energy.day < ${today}::date
    order by e.station_id, energy.day
    on conflict (tenant_id, station_id, day) do update
      set energy_kwh = excluded.energy_kwh, irradiation = coalesce(excluded.irradiation, g.irradiation),
        updated_at = excluded.updated_at
      where g.measured and (g.energy_kwh, g.irradiation)
        is distinct from (excluded.energy_kwh, coalesce(excluded.irradiation, g.irradiation))`.execute(db)
}
