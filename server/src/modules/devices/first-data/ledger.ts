import { sql } from 'kysely'
import { analyze } from '../../../kernel/first-data/analyze.ts'
import { idsBy } from '../../../kernel/first-data/ids.ts'
import type { DemoCompany } from '../../../kernel/first-data/offer.ts'
import { createRandom, type Random } from '../../../kernel/first-data/random.ts'
import { entryOf, present } from '../../../platform/certain.ts'
import { insertRows } from '../../../platform/insert-rows.ts'
import type { Db } from '../../../platform/postgres.ts'
import { planDevices, type PlannedDevice, type Site } from './plan.ts'
import { addSpaces, placeKey, STORE } from './spaces.ts'

type Entry = PlannedDevice & {
  site: Site
  code: string
  serialNo: string
  installedOn: string
  warrantyEnd: string
  retiredOn?: string
  remark?: string
}

const WARRANTY_YEARS = 5
const OLD = '2017'

/** Ends of the codes of devices that were replaced, and of spares. */
const REPLACED = '-Y'
const SPARE = '-NB-B01'

/** Adds spaces, devices and some device events. */
export async function addDevices(company: DemoCompany): Promise<void> {
  const { db } = company
  const sites = await sitesOf(db)
  const entries = sites.flatMap(planEntries)
  const spaceIds = await addSpaces(db, sites)
  const typeIds = await idsBy(db, 'device_type', 'code')
  await insertRows(
    db,
    'device',
    entries.map((entry) => ({
      station_id: entry.site.id,
      type_id: entryOf(typeIds, entry.type),
      space_id: entryOf(spaceIds, placeKey(entry.site, entry.space)),
      code: entry.code,
      name: entry.name,
      model: entry.model,
      manufacturer: entry.maker,
      serial_no: entry.serialNo,
      rated_kw: entry.ratedKw,
      installed_on: entry.installedOn,
      warranty_end: entry.warrantyEnd,
      status: entry.retiredOn ? '3' : '1',
      retired_on: entry.retiredOn ?? null,
      remark: entry.remark ?? null,
      created_at: morningOf(entry.site.gridDate),
      updated_at: morningOf(entry.installedOn),
    })),
  )
  await analyze(db, ['station', 'device_type', 'space', 'device'])
  await attachToParents(db)
  await addEvents(company)
}

async function sitesOf(db: Db): Promise<Site[]> {
  const { rows } = await sql<Site>`
    select id, coalesce(external_key, '') as key, site_type as "siteType",
      coalesce(capacity_kwp, 0) as "capacityKwp", coalesce(ac_kw, 0) as "acKw",
      coalesce(grid_date, current_date) as "gridDate"
    from station order by id`.execute(db)
  return rows
}

const branchOf = ({ type }: PlannedDevice) => type.slice(0, 2)

const morningOf = (day: string) => `${day}T01:00:00Z`

const addYears = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4).replace('-02-29', '-02-28')}`

function planEntries(site: Site): Entry[] {
  const random = createRandom(`devices of ${site.key}`)
  const numbers = new Map<string, number>()
  const entries = planDevices(site).map((device): Entry => {
    const branch = branchOf(device)
    const number = (numbers.get(branch) ?? 0) + 1
    numbers.set(branch, number)
    return {
      ...device,
      site,
      code: `${site.key}-${branch}-${String(number).padStart(3, '0')}`,
      serialNo: serialNumber(device, random),
      installedOn: site.gridDate,
      warrantyEnd: addYears(site.gridDate, WARRANTY_YEARS),
    }
  })
  return [...entries, ...furtherEntries(site, entries, random)]
}

/** Old stations had an inverter replaced; every large one keeps a spare. */
function furtherEntries(site: Site, entries: Entry[], random: Random): Entry[] {
  const inverter = present(entries.find((entry) => branchOf(entry) === 'NB'))
  const further: Entry[] = []
  if (site.gridDate < OLD) {
    const day = `${random.whole(2021, 2024)}-0${random.whole(1, 9)}-1${random.whole(0, 9)}`
    further.push({
      ...inverter,
      name: `${inverter.name}（旧）`,
      code: `${inverter.code}${REPLACED}`,
      serialNo: serialNumber(inverter, random),
      retiredOn: day,
    })
    inverter.installedOn = day
    inverter.warrantyEnd = addYears(day, WARRANTY_YEARS)
  }
  if (site.siteType === 'C' && site.capacityKwp >= 80_000) {
    further.push({
      ...inverter,
      name: '备用逆变器',
      code: `${site.key}${SPARE}`,
      space: STORE,
      serialNo: serialNumber(inverter, random),
      remark: '备件，尚未投运',
    })
  }
  return further
}

const serialNumber = (device: PlannedDevice, random: Random) =>
  `${branchOf(device)}${random.whole(10, 23)}${String(random.whole(0, 99_999_999)).padStart(8, '0')}`

/** `3号箱变-05号逆变器-02号汇流箱` is attached to `3号箱变-05号逆变器`; what was replaced is attached to nothing. */
async function attachToParents(db: Db): Promise<void> {
  await sql`
    update device set parent_id = above.id from device above
    where above.station_id = device.station_id and device.status = '1'
      and above.name = regexp_replace(device.name, '-[^-]*$', '') and above.name <> device.name`.execute(db)
}

/** Devices were entered and replaced; some spares were moved from another station's store. */
async function addEvents({ db, now }: DemoCompany): Promise<void> {
  await sql`
    with spare as (
      select d.id, s.name as station, lag(s.name) over store as station_before, row_number() over store as n
      from device d join station s on s.id = d.station_id
      where d.code like ${`%${SPARE}`} window store as (order by d.id)
    ), pair as (
      select old.id as old_id, old.name as old_name, fresh.id as fresh_id,
        (old.retired_on + time '07:00') at time zone 'UTC' as at
      from device old join device fresh on old.code = fresh.code || ${REPLACED}
    ), told (device_id, at, action, note, other_id, changes) as (
      select id, created_at, 'create', '', null::bigint, '[]'::jsonb from device
      union all
      select old_id, at, 'replace', '功率模块损坏，无备件可修，整机更换', fresh_id, '[]' from pair
      union all
      select fresh_id, at, 'replace', '替换 ' || old_name, old_id, '[]' from pair
      union all
      select id, ${now}::timestamptz - n * interval '552 hours', 'move', '库存调拨', null,
        jsonb_build_array(jsonb_build_object('field', '电站', 'from', station_before, 'to', station))
      from spare where n > 1
    )
    insert into device_event (device_id, at, actor_id, actor_name, action, changes, note, other_device_id)
    select device_id, at, keeper.id, keeper.realname, action, changes, note, other_id
    from told cross join (select id, realname from app_user order by id limit 1) keeper
    order by at, device_id`.execute(db)
}
