import { siteTypes } from '@heliodesk/contract/stations.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { dayOf, DAY } from '../../kernel/first-data/calendar.ts'
import { flag, readTable } from '../../kernel/first-data/data-file.ts'
import { idsBy } from '../../kernel/first-data/ids.ts'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { entryOf } from '../../platform/certain.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'

const stationRow = {
  company: z.string(),
  key: z.string(),
  name: z.string(),
  /** All phases of a site are one project. */
  project: z.string(),
  /** Org code of the responsible centre. */
  department: z.string(),
  site_type: z.enum(Object.keys(siteTypes) as (keyof typeof siteTypes)[]),
  capacity_kwp: z.coerce.number(),
  ac_kw: z.coerce.number(),
  grid_date: z.iso.date(),
  province: z.string(),
  city: z.string(),
  county: z.string().optional(),
  address: z.string(),
  latitude: z.coerce.number(),
  longitude: z.coerce.number(),
  contact_name: z.string(),
  contact_phone: z.string(),
  tariff: z.coerce.number(),
  warranty_end: z.iso.date(),
  /** The contract of its project has ended. */
  retired: flag,
}

/** A person who works at the stations of a project of another department. */
const projectPersonRow = { company: z.string(), project: z.string(), username: z.string() }

const fileOf = (name: string) => new URL(`./first-data/${name}.csv`, import.meta.url)

type NewStation = ReturnType<typeof readStations>[number]

const readStations = () => readTable(fileOf('stations'), stationRow)

const CLOSED_REASON = '运维合同到期，业主收回自行运维'
const RETIRED_DAYS_AGO = 200

async function addStations(company: DemoCompany): Promise<void> {
  const { db, now } = company
  const stations = readStations().filter((row) => row.company === company.name)
  const departmentIds = await idsBy(db, 'department', 'org_code')
  const psaIds = await addProjects(company, stations, departmentIds)
  const retiredOn = dayOf(now.getTime() - RETIRED_DAYS_AGO * DAY)
  await insertRows(
    db,
    'station',
    stations.map(({ company: _company, key, project, department, retired, ...station }) => ({
      ...station,
      county: station.county ?? null,
      psa_id: entryOf(psaIds, nameOf(project)),
      department_id: entryOf(departmentIds, department),
      dep_code: department,
      external_key: key,
      created_at: `${station.grid_date}T10:00:00+08:00`,
      owner_name: `${project}项目公司`,
      maintenance_status: retired ? '2' : '1',
      status: retired ? '3' : '1',
      retired_on: retired ? retiredOn : null,
      retire_reason: retired ? CLOSED_REASON : null,
    })),
  )
  await addHistory(db)
}

const nameOf = (project: string) => `${project}光伏项目`

/** Returns ids by name. */
async function addProjects(
  { db, name }: DemoCompany,
  stations: NewStation[],
  departmentIds: Map<string, string>,
): Promise<Map<string, string>> {
  const projects = new Map(stations.map((station) => [station.project, station]))
  await insertRows(
    db,
    'psa',
    [...projects].map(([project, { department, retired }]) => ({
      name: nameOf(project),
      department_id: entryOf(departmentIds, department),
      status: retired ? '3' : '1',
    })),
  )
  const ids = await idsBy(db, 'psa', 'name')
  const userIds = await idsBy(db, 'app_user', 'username')
  await insertRows(
    db,
    'user_psa',
    readTable(fileOf('project-people'), projectPersonRow)
      .filter(({ company }) => company === name)
      .map(({ project, username }) => ({
        user_id: entryOf(userIds, username),
        psa_id: entryOf(ids, nameOf(project)),
      })),
  )
  return ids
}

/** Adds the first entry to the history of every station, and the last one to those that are retired. */
async function addHistory(db: Db): Promise<void> {
  await sql`
    insert into station_event (station_id, at, actor_id, actor_name, action, note)
    select s.id, told.at, author.id, author.realname, told.action, told.note
    from station s
      cross join (select id, realname from app_user order by id limit 1) author
      cross join lateral (values
        ('create', s.created_at, null),
        ('retire', (s.retired_on + time '17:30') at time zone 'Asia/Shanghai', s.retired_on || ' ' || s.retire_reason)
      ) as told (action, at, note)
    where told.at is not null
    order by told.action, s.id`.execute(db)
}

offerFirstData('stations', { after: ['users'], demo: addStations })
