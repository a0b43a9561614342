import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'

/** Days before today that have five-minute values. */
const DAYS = 3
/** Of the demo companies. */
const ZONE = sql.lit('Asia/Shanghai')

/**
 * The course of the last days and of today so far, for every station on the grid: a clear day's curve with passing
 * clouds, whose energy is that of the daily figures. Computed in the database, so that every start has the same.
 */
async function addCurves({ db, now }: DemoCompany): Promise<void> {
  await sql`
    select app.open_telemetry_month(day::date)
    from generate_series(${now}::timestamptz - make_interval(days => ${sql.lit(DAYS + 1)}), ${now}::timestamptz,
      interval '1 day') as day order by day`.execute(db)
  await sql`
    insert into telemetry_series (station_id, metric, step_minutes, created_at, received_at, latest_at)
    select s.id, m.metric, 5, ${now}::timestamptz, ${now}::timestamptz, date_bin('5 min', ${now}::timestamptz, 'epoch')
    from station s cross join (values ('power'), ('irradiance')) as m(metric)
    where s.capacity_kwp is not null and s.retired_on is null
      and exists (select from station_generation g where g.station_id = s.id and g.day = ${now}::timestamptz::date - 1)
    order by s.id, m.metric`.execute(db)
  await sql`
    insert into telemetry_hour (series_id, hour, n, total, low, high, v)
    select id, hour, count(*)::smallint, sum(value::float8), min(value), max(value), array_agg(value order by at)
    from (
      select p.id, date_trunc('hour', c.at) as hour, c.at, round((case p.metric
        when 'power' then c.x * g.energy_kwh * 12 else c.x * g.irradiation * 12000 end / nullif(c.whole, 0))::numeric, 1)::real as value
      from telemetry_series p
      cross join lateral (
        select at, day, x, sum(x) over (partition by day) as whole
        from (
          select slot as at, (slot at time zone ${ZONE})::date as day,
            power(greatest(0, sin(pi() * (extract(epoch from (slot at time zone ${ZONE})::time) / 3600 - 6.8) / 10.6)), 1.3)
              * (0.82 + 0.18 * (hashtext(p.station_id::text || date_bin('25 min', slot, 'epoch')::text) & 255) / 255.0) as x
          from generate_series(((${now}::timestamptz at time zone ${ZONE})::date - ${sql.lit(DAYS)})::timestamp at time zone ${ZONE},
            ((${now}::timestamptz at time zone ${ZONE})::date + 1)::timestamp at time zone ${ZONE} - interval '5 min', interval '5 min') as slot
        ) course
      ) c
      join station_generation g on g.station_id = p.station_id
        and g.day = least(c.day, ${now}::timestamptz::date - 1)
      where c.at <= ${now}::timestamptz and p.metric in ('power', 'irradiance')
    ) measured
    group by id, hour having count(*) = 12 order by id, hour`.execute(db)
  await sql`
    insert into telemetry_day (series_id, day, n, total, low, high)
    select series_id, (hour at time zone ${ZONE})::date as day, sum(n), sum(total), min(low), max(high)
    from telemetry_hour group by 1, 2 order by 1, 2`.execute(db)
}

offerFirstData('telemetry', { after: ['generation'], demo: addCurves })
