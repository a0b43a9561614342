import { SAME_ALARM_MINUTES } from '@heliodesk/contract/alarms.ts'
import { sql } from 'kysely'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'

export type Alarms = {
  /** How many began on a day. */
  on: ReadonlyMap<string, number>
  /** The day of the first event that was ever reported; null for none. */
  firstDay: string | null
}

type Asked = {
  stationId: string
  deviceIds: readonly string[] | null
  after: string
  until: string
  zone: string
}

/**
 * The alarms of a station, or of some of its devices, that began after a day. An alarm begins where it is raised and was not
 * standing, nor gone for less than ten minutes; levels but 提示 count. The order in which events came does not matter.
 */
export async function alarmsOf(db: Db, { stationId, deviceIds, after, until, zone }: Asked): Promise<Alarms> {
  const isOfDevices = sql`(${deviceIds === null} or e.device_id = any(${deviceIds ?? []}::bigint[]))`
  const { rows } = await sql<{ day: string; n: number }>`
    select (e.at at time zone ${zone})::date::text as day, count(*)::int as n
    from alarm_event e
    left join lateral (
      select p.edge, p.at from alarm_event p
      where p.station_id = e.station_id and p.course = e.course and (p.at, p.id) < (e.at, e.id)
      order by p.at desc, p.id desc limit 1
    ) before on true
    where e.station_id = ${stationId} and e.edge = 'raise' and e.level < 4 and ${isOfDevices}
      and e.at >= (${after}::date + 1)::timestamp at time zone ${zone}
      and e.at < (${until}::date + 1)::timestamp at time zone ${zone}
      and (before.edge is null
        or before.edge = 'clear' and before.at <= e.at - make_interval(mins => ${sql.lit(SAME_ALARM_MINUTES)}))
    group by 1 order by 1`.execute(db)
  const { rows: first } = await sql<{ day: string | null }>`
    select (min(e.at) at time zone ${zone})::date::text as day from alarm_event e
    where e.station_id = ${stationId} and ${isOfDevices}`.execute(db)
  return { on: new Map(rows.map(({ day, n }) => [day, n])), firstDay: one(first).day }
}
