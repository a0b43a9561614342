import { sql } from 'kysely'
import { entryOf, present } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { DAY, dayOf } from './calendar.ts'
import type { PlannedStation } from './stations.ts'

const YEARS = 2
const CLOSED_REASON = '运维合同到期，业主收回自行运维'

const RETIRED_DAYS_AGO = 200

/** `吴忠市盐池县` as its two parts. */
const PLACE = /^(.+?[市州盟])(.+[县区旗市镇])$/

const contacts = ['陈师傅', '刘站长', '马主任', '吴师傅', '高站长'] as const

const retiredOn = (now: Date) => dayOf(now.getTime() - RETIRED_DAYS_AGO * DAY)

/** The descriptive fields of a station's archive; the same station always gets the same values. */
export function archiveOf({ city, gridDate, key, inService, siteType }: PlannedStation, now: Date) {
  const [, whole = city, county = null] = PLACE.exec(city) ?? []
  const number = Number(key.replaceAll(/\D/g, ''))
  const warrantyYears = siteType === 'C' ? 5 : 3
  return {
    city: whole,
    created_at: `${gridDate}T10:00:00+08:00`,
    county,
    address: `${county ?? whole}光伏路 ${(number % 90) + 1} 号`,
    contact_name: present(contacts[number % contacts.length]),
    contact_phone: `0${510 + (number % 480)}-8${100_000 + ((number * 7919) % 900_000)}`,
    warranty_end: `${Number(gridDate.slice(0, 4)) + warrantyYears}${gridDate.slice(4).replace('02-29', '02-28')}`,
    retired_on: inService ? null : retiredOn(now),
    retire_reason: inService ? null : CLOSED_REASON,
  }
}

type Author = { id: string; realname: string }

/** Adds the first entry to the history of every station, and the last one to those that are retired. */
export async function createStationHistory(
  db: Db,
  stations: readonly PlannedStation[],
  ids: Map<string, string>,
  author: Author,
  now: Date,
): Promise<void> {
  const event = (station: PlannedStation, at: string, action: string, note: string | null) => ({
    station_id: entryOf(ids, station.key),
    at,
    actor_id: author.id,
    actor_name: author.realname,
    action,
    note,
  })
  const day = retiredOn(now)
  await insertRows(db, 'station_event', [
    ...stations.map((each) => event(each, `${each.gridDate}T10:00:00+08:00`, 'create', null)),
    ...stations
      .filter(({ inService }) => !inService)
      .map((each) => event(each, `${day}T17:30:00+08:00`, 'retire', `${day} ${CLOSED_REASON}`)),
  ])
}

/**
 * Two years of daily energy for every station on the grid, computed in the database: a hash of station and day stands
 * for the weather, so that every start has the same figures and none is sent over the network.
 */
export async function createGeneration(db: Db, now: Date): Promise<void> {
  await sql`
    insert into station_generation (station_id, day, energy_kwh, irradiation, updated_at)
    select s.id, d.day, round((s.capacity_kwp * sun.irradiation * sun.ratio)::numeric, 2), sun.irradiation,
      d.day + interval '20 hours'
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
