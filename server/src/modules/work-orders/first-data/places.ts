import { sql } from 'kysely'
import { present } from '../../../platform/certain.ts'
import type { Db } from '../../../platform/postgres.ts'

export type Staff = { id: string; realname: string }

/** `type` is the name of its branch in the type tree. */
export type Device = { id: string; name: string; type: string; ratedKw: number | null }

/** A station in maintenance with its devices and crew. */
export type Place = {
  id: string
  psaId: string
  /** Org code. */
  department: string
  siteType: string
  capacityKwp: number
  gridDate: string
  latitude: number
  devices: Device[]
  /** The people who work at the stations of its centre. */
  crew: { manager: Staff; master: Staff; workers: Staff[] }
  /** Workers of other departments who are related to its project. */
  specialists: Staff[]
}

type Person = Staff & { role: string; department: string; hasAllData: boolean; projects: string[] }

/** The places of the company, with devices that are in operation. */
export async function readPlaces(db: Db): Promise<Place[]> {
  const stations = await sql<Omit<Place, 'devices' | 'crew' | 'specialists'>>`
    select id, psa_id as "psaId", dep_code as department, site_type as "siteType",
      coalesce(capacity_kwp, 0) as "capacityKwp", coalesce(grid_date, current_date) as "gridDate",
      coalesce(latitude, 0) as latitude
    from station where status = '1' order by id`.execute(db)
  const devices = await sql<Device & { stationId: string }>`
    select d.id, d.station_id as "stationId", d.name, branch.name as type, d.rated_kw as "ratedKw"
    from device d
      join device_type t on t.id = d.type_id
      join device_type branch on branch.code = left(t.code, 2)
      join space s on s.id = d.space_id
    where d.status = '1' and s.name <> '备品库' order by d.id`.execute(db)
  const people = await sql<Person>`
    select u.id, u.realname, r.role_code as role, d.org_code as department, u.has_all_data as "hasAllData",
      array(select p.psa_id::text from user_psa p where p.user_id = u.id) as projects
    from app_user u
      join user_role ur on ur.user_id = u.id
      join role r on r.id = ur.role_id
      join department d on d.id = u.department_id
    where u.status = '1' order by u.id`.execute(db)
  const devicesOf = Map.groupBy(devices.rows, ({ stationId }) => stationId)
  return stations.rows.map((station) => ({
    ...station,
    devices: devicesOf.get(station.id) ?? [],
    crew: crewOf(station.department, people.rows),
    specialists: people.rows.filter(({ projects }) => projects.includes(station.psaId)),
  }))
}

/** The people of a centre, and the nearest manager above it. */
function crewOf(department: string, people: Person[]): Place['crew'] {
  const atCentre = (role: string) =>
    people.filter((person) => person.role === role && person.department === department)
  const managers = people
    .filter(({ role }) => role === 'r10010')
    .filter((person) => person.hasAllData || department.startsWith(person.department))
    .toSorted((a, b) => Number(a.hasAllData) - Number(b.hasAllData))
  return {
    manager: present(managers[0]),
    master: present(atCentre('r10020')[0]),
    workers: atCentre('r10030'),
  }
}
