import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'

/** Shares of the months in a year's irradiation. */
const SHARES = [0.062, 0.068, 0.087, 0.097, 0.106, 0.1, 0.098, 0.095, 0.084, 0.077, 0.066, 0.06]

/** The performance ratio assumed in plans. */
const RATIO = 0.81

/**
 * Plans of last year, this year and the next for all stations in maintenance. The year's irradiation in the plane of
 * the modules (kWh/m²) depends on the location: it is highest on the plateaus of the northwest.
 */
async function addPlans({ db, now }: DemoCompany): Promise<void> {
  const year = now.getUTCFullYear()
  await sql`
    insert into resource_plan (station_id, year)
    select s.id, year from station s cross join generate_series(${year}::int - 1, ${year}::int + 1) as year
    where s.status = '1' order by s.id, year`.execute(db)
  await sql`
    insert into resource_plan_month (station_id, year, month, irradiation, generation, equivalent_hours)
    select p.station_id, p.year, of_month.month, sun.irradiation, round(run.hours * s.capacity_kwp, 2), run.hours
    from resource_plan p join station s on s.id = p.station_id
      cross join lateral (select 1350 + case when s.latitude > 33 then 12 else 4 end * greatest(0, 118 - s.longitude)
        - greatest(0, s.latitude - 40) * 6 as irradiation) of_year
      cross join unnest(${SHARES}::numeric[]) with ordinality as of_month (share, month)
      cross join lateral (select round(of_year.irradiation * of_month.share, 2) as irradiation) sun
      cross join lateral (select round(sun.irradiation * ${RATIO}::numeric, 2) as hours) run
    order by p.station_id, p.year, of_month.month`.execute(db)
}

offerFirstData('resource-plans', { after: ['stations'], demo: addPlans })
