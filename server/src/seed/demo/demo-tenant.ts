import type { Db } from '../../platform/postgres.ts'
import { analyze } from '../analyze.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { createDepartments, createUsers } from '../organisation.ts'
import { createTenant } from '../standard.ts'
import type { Company } from './company.ts'
import { planDevices } from './devices.ts'
import { createInquiries } from './inquiries.ts'
import { createOrders } from './orders.ts'
import { fillPosts, type Person } from './people.ts'
import type { Crew, Place, Staff } from './place.ts'
import { createRandom } from './random.ts'
import { planStations, type PlannedStation } from './stations.ts'

export type DemoOptions = {
  now: Date
  passwordHash: string
  /** User names that tenants before this one took. */
  taken: Set<string>
}

/** A demo tenant as if its people had worked with the product for a year. */
export async function createDemoTenant(
  db: Db,
  company: Company,
  { now, passwordHash, taken }: DemoOptions,
): Promise<void> {
  const { roleIds } = await createTenant(db, {
    name: company.name,
    demo: true,
    demo_password_hash: passwordHash,
  })
  const departmentIds = await createDepartments(db, company.departments)
  const people = fillPosts(company, taken)
  const userIds = await createUsers(db, people, { roleIds, departmentIds, passwordHash })
  const stations = planStations(company)
  const psaIds = await createProjects(db, company, stations, departmentIds)
  await relateProjects(db, people, userIds, psaIds)
  const stationIds = await createStations(db, stations, psaIds, departmentIds)
  const devices = await createDevices(db, stations, stationIds)
  await analyze(db, ['department', 'psa', 'station', 'device', 'app_user'])
  const placeOf = (station: PlannedStation): Place => ({
    ...station,
    id: stationIds.get(station.key)!,
    psaId: psaIds.get(station.project)!,
    devices: devices.get(station.key)!,
    crew: crewOf(station, people, userIds),
    specialists: people
      .filter((person) => person.projects?.includes(station.project))
      .map((person) => staffOf(person, userIds)),
  })
  await createOrders(db, {
    count: company.orderCount,
    places: stations.map(placeOf),
    now: now.getTime(),
    random: createRandom(company.name),
  })
  await createInquiries(
    db,
    people
      .filter(({ frozen }) => !frozen)
      .map(({ role, username }) => ({ role, id: userIds.get(username)! })),
    now.getTime(),
  )
}

const nameOfProject = (project: string) => `${project}光伏项目`

/** One project for all phases of a site; answers ids by the site's name. */
async function createProjects(
  db: Db,
  company: Company,
  stations: PlannedStation[],
  departmentIds: Map<string, string>,
): Promise<Map<string, string>> {
  const departments = new Map(stations.map((station) => [station.project, station.department]))
  await insertRows(
    db,
    'psa',
    [...departments].map(([project, department]) => ({
      name: nameOfProject(project),
      department_id: departmentIds.get(department)!,
      status: company.closedProjects.includes(project) ? '3' : '1',
    })),
  )
  const rows = await db.selectFrom('psa').select(['id', 'name']).execute()
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return new Map([...departments.keys()].map((project) => [project, ids.get(nameOfProject(project))!]))
}

async function relateProjects(
  db: Db,
  people: Person[],
  userIds: Map<string, string>,
  psaIds: Map<string, string>,
) {
  const rows = people.flatMap(({ username, projects = [] }) =>
    projects.map((project) => ({ user_id: userIds.get(username)!, psa_id: psaIds.get(project)! })),
  )
  await insertRows(db, 'user_psa', rows)
}

async function createStations(
  db: Db,
  stations: PlannedStation[],
  psaIds: Map<string, string>,
  departmentIds: Map<string, string>,
): Promise<Map<string, string>> {
  await insertRows(
    db,
    'station',
    stations.map((station) => ({
      psa_id: psaIds.get(station.project)!,
      department_id: departmentIds.get(station.department)!,
      dep_code: station.department,
      name: station.name,
      external_key: station.key,
      site_type: station.siteType,
      capacity_kwp: station.capacityKwp,
      ac_kw: station.acKw,
      grid_date: station.gridDate,
      province: station.province,
      city: station.city,
      latitude: station.latitude,
      longitude: station.longitude,
      owner_name: `${station.project}项目公司`,
      tariff: station.tariff,
      maintenance_status: station.inService ? '1' : '2',
      status: station.inService ? '1' : '3',
    })),
  )
  const rows = await db.selectFrom('station').select(['id', 'external_key']).execute()
  return new Map(rows.map((row) => [row.external_key!, row.id]))
}

async function createDevices(
  db: Db,
  stations: PlannedStation[],
  stationIds: Map<string, string>,
): Promise<Map<string, Place['devices']>> {
  const planned = stations.map((station) => ({
    station,
    stationId: stationIds.get(station.key)!,
    devices: planDevices(station),
  }))
  await insertRows(
    db,
    'device',
    planned.flatMap(({ station, stationId, devices }) =>
      devices.map((device) => ({
        station_id: stationId,
        name: device.name,
        device_type: device.deviceType,
        model: device.model,
        manufacturer: device.manufacturer,
        rated_kw: device.ratedKw,
        installed_on: station.gridDate,
      })),
    ),
  )
  const rows = await db.selectFrom('device').select(['id', 'station_id', 'name']).execute()
  const ids = new Map(rows.map((row) => [`${row.station_id}/${row.name}`, row.id]))
  return new Map(
    planned.map(({ station, stationId, devices }) => [
      station.key,
      devices.map((device) => ({ ...device, id: ids.get(`${stationId}/${device.name}`)! })),
    ]),
  )
}

const staffOf = ({ username, realname }: Person, userIds: Map<string, string>): Staff => ({
  id: userIds.get(username)!,
  realname,
})

/** The people of the station's centre, and the manager nearest above it. */
function crewOf({ department }: PlannedStation, people: Person[], userIds: Map<string, string>): Crew {
  const atCentre = (role: Person['role']) =>
    people
      .filter((person) => person.role === role && person.department === department && !person.frozen)
      .map((person) => staffOf(person, userIds))
  const managers = people
    .filter(({ role }) => role === 'r10010')
    .filter((person) => person.hasAllData || department.startsWith(person.department))
    .toSorted((a, b) => Number(a.hasAllData ?? false) - Number(b.hasAllData ?? false))
  return {
    manager: staffOf(managers[0]!, userIds),
    master: atCentre('r10020')[0]!,
    workers: atCentre('r10030'),
  }
}
