import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'

const YEARS = 2

/**
 * Two years of daily energy for every station on the grid, computed in the database: a hash of station and day stands
 * for the weather, so that every start has the same figures and none is sent over the network.
 */
async function addGeneration({ db, now }: DemoCompany): Promise<void> {
  await sql`
    insert into station_generation (station_id, day, energy_kwh, irradiation, rain, updated_at)
    select s.id, d.day, round((s.capacity_kwp * sun.irradiation * sun.ratio)::numeric, 2), sun.irradiation,
      -- The darkest days are wet, and a few of them wash the modules.
      case when draw.weather < 0.015 then 10 + round(((0.015 - draw.weather) * 1000)::numeric, 1)
        else round((greatest(0, 0.1 - draw.weather) * 60)::numeric, 1) end, d.day + interval '20 hours'
    from station s
    cross join lateral (
      select day::date as day from generate_series(
        greatest(s.grid_date, (${now}::timestamptz - make_interval(years => ${sql.lit(YEARS)}))::date),
        least(coalesce(s.retired_on, 'infinity'::date), ${now}::timestamptz::date - 1), interval '1 day') as day
    ) d
    cross join lateral (
      select (hashtext(coalesce(s.province, '') || d.day::text) & 65535) / 65535.0 as weather,
        (hashtext(s.external_key || d.day::text) & 65535) / 65535.0 as site,
        cos(radians((extract(doy from d.day) - 172) * 360 / 365.25)) as season
    ) draw
    cross join lateral (
      select round(((4.3 + (coalesce(s.latitude, 35) - 30) * 0.02 + season * (0.9 + (coalesce(s.latitude, 35) - 30) * 0.03))
          * (0.35 + 0.75 * sqrt(weather)) * (0.97 + 0.06 * site))::numeric, 3) as irradiation,
        (0.845 - 0.012 * season - 0.003 * (extract(year from d.day) - extract(year from s.grid_date))
          - case when site < 0.02 then 0.25 when site < 0.1 then 0.05 else 0 end) as ratio
    ) sun
    where s.grid_date is not null and s.capacity_kwp is not null`.execute(db)
}

offerFirstData('generation', { after: ['stations'], demo: addGeneration })
