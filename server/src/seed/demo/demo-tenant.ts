import { entryOf, present } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { analyze } from '../analyze.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { createDepartments, createUsers } from '../organisation.ts'
import { createTenant } from '../standard.ts'
import { createCodes } from './codes.ts'
import type { Company } from './company.ts'
import { createDeviceLedger } from './device-ledger.ts'
import { archiveOf, createGeneration, createStationHistory } from './archive.ts'
import { createInquiries } from './inquiries.ts'
import { createOrders } from './orders.ts'
import { createMaterialCategories } from './materials.ts'
import { fillPosts, type Person } from './people.ts'
import type { Crew, Place, Staff } from './place.ts'
import { createRandom } from './random.ts'
import { createResourcePlans } from './resource-plans.ts'
import { planStations, type PlannedStation } from './stations.ts'

export type DemoOptions = {
  now: Date
  passwordHash: string
  /** User names taken by tenants created before this one. */
  taken: Set<string>
}

/** Creates a demo tenant as if its people had used the product for a year. */
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
  await createCodes(db)
  const departmentIds = await createDepartments(db, company.departments)
  const people = fillPosts(company, taken)
  const userIds = await createUsers(db, people, { roleIds, departmentIds, passwordHash })
  const stations = planStations(company)
  const psaIds = await createProjects(db, company, stations, departmentIds)
  await relateProjects(db, people, userIds, psaIds)
  const stationIds = await createStations(db, stations, psaIds, departmentIds, now)
  const devices = await createDeviceLedger(db, {
    stations,
    stationIds,
    keeper: keeperOf(people, userIds),
    now,
  })
  await analyze(db, ['department', 'psa', 'station', 'device', 'app_user'])
  const placeOf = (station: PlannedStation): Place => ({
    ...station,
    id: entryOf(stationIds, station.key),
    psaId: entryOf(psaIds, station.project),
    devices: entryOf(devices, station.key),
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
  const administrator = present(people.find(({ role }) => role === 'admin'))
  await createStationHistory(db, stations, stationIds, staffOf(administrator, userIds), now)
  await createGeneration(db, now)
  await createResourcePlans(
    db,
    stations.map((station) => ({ station, id: entryOf(stationIds, station.key) })),
    now.getUTCFullYear(),
  )
  await createMaterialCategories(db)
  await createInquiries(
    db,
    people
      .filter(({ frozen }) => !frozen)
      .map(({ role, username }) => ({ role, id: entryOf(userIds, username) })),
    now.getTime(),
  )
}

const nameOfProject = (project: string) => `${project}光伏项目`

/** One project for all phases of a site; returns ids by the site's name. */
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
      department_id: entryOf(departmentIds, department),
      status: company.closedProjects.includes(project) ? '3' : '1',
    })),
  )
  const rows = await db.selectFrom('psa').select(['id', 'name']).execute()
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return new Map([...departments.keys()].map((project) => [project, entryOf(ids, nameOfProject(project))]))
}

async function relateProjects(
  db: Db,
  people: Person[],
  userIds: Map<string, string>,
  psaIds: Map<string, string>,
) {
  const rows = people.flatMap(({ username, projects = [] }) =>
    projects.map((project) => ({ user_id: entryOf(userIds, username), psa_id: entryOf(psaIds, project) })),
  )
  await insertRows(db, 'user_psa', rows)
}

async function createStations(
  db: Db,
  stations: PlannedStation[],
  psaIds: Map<string, string>,
  departmentIds: Map<string, string>,
  now: Date,
): Promise<Map<string, string>> {
  await insertRows(
    db,
    'station',
    stations.map((station) => ({
      psa_id: entryOf(psaIds, station.project),
      department_id: entryOf(departmentIds, station.department),
      dep_code: station.department,
      name: station.name,
      external_key: station.key,
      site_type: station.siteType,
      capacity_kwp: station.capacityKwp,
      ac_kw: station.acKw,
      grid_date: station.gridDate,
      province: station.province,
      ...archiveOf(station, now),
      latitude: station.latitude,
      longitude: station.longitude,
      owner_name: `${station.project}项目公司`,
      tariff: station.tariff,
      maintenance_status: station.inService ? '1' : '2',
      status: station.inService ? '1' : '3',
    })),
  )
  const rows = await db.selectFrom('station').select(['id', 'external_key']).execute()
  return new Map(rows.map((row) => [present(row.external_key), row.id]))
}

/** The person who filled the device ledger. */
const keeperOf = (people: Person[], userIds: Map<string, string>): Staff =>
  staffOf(present(people.find(({ role }) => role === 'admin')), userIds)

const staffOf = ({ username, realname }: Person, userIds: Map<string, string>): Staff => ({
  id: entryOf(userIds, username),
  realname,
})

/** The people of the station's centre, and the nearest manager above it. */
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
    manager: staffOf(present(managers[0]), userIds),
    master: present(atCentre('r10020')[0]),
    workers: atCentre('r10030'),
  }
}
