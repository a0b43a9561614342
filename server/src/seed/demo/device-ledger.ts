import { sql } from 'kysely'
import { entryOf, present } from '../../platform/certain.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'
import { planDevices, type PlannedDevice } from './devices.ts'
import type { Place, Staff } from './place.ts'
import { createRandom, type Random } from './random.ts'
import type { PlannedStation } from './stations.ts'

type Ledger = { stations: PlannedStation[]; stationIds: Map<string, string>; keeper: Staff; now: Date }

type Entry = PlannedDevice & {
  station: PlannedStation
  code: string
  /** Names from the station downwards. */
  space: readonly string[]
  parent: string | null
  serialNo: string
  installedOn: string
  warrantyEnd: string | null
  /** Is in the station's device register, so that orders refer to it. */
  registered: boolean
  retiredOn?: string
  remark?: string
}

type Event = { code: string; at: string; action: string; note?: string; other?: string; changes?: object[] }

type SpaceSeed = { kind: string; path: readonly string[] }

const WARRANTY_YEARS = 5
const OLD = '2017'

/** Creates spaces, devices and some device events; returns the devices that orders refer to, by station key. */
export async function createDeviceLedger(db: Db, ledger: Ledger): Promise<Map<string, Place['devices']>> {
  const entries = ledger.stations.flatMap(planEntries)
  const spaceIds = await createSpaces(db, ledger)
  const types = await db.selectFrom('device_type').select(['id', 'code']).execute()
  const typeIds = new Map(types.map(({ id, code }) => [code, id]))
  await insertRows(
    db,
    'device',
    entries.map((entry) => ({
      station_id: entryOf(ledger.stationIds, entry.station.key),
      type_id: entryOf(typeIds, entry.typeCode),
      space_id: spaceIds.get(keyOf(entry.station, entry.space)) ?? null,
      code: entry.code,
      name: entry.name,
      model: entry.model,
      manufacturer: entry.manufacturer,
      serial_no: entry.serialNo,
      rated_kw: entry.ratedKw,
      installed_on: entry.installedOn,
      warranty_end: entry.warrantyEnd,
      status: entry.retiredOn ? '3' : '1',
      retired_on: entry.retiredOn ?? null,
      remark: entry.remark ?? null,
      created_at: morningOf(entry.station.gridDate),
      updated_at: morningOf(entry.installedOn),
    })),
  )
  await hangOnParents(db, entries)
  await tellWhatHappened(db, entries, ledger)
  const rows = await db.selectFrom('device').select(['id', 'code']).execute()
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  const byStation = Map.groupBy(
    entries.filter(({ registered }) => registered),
    ({ station }) => station.key,
  )
  return new Map(
    [...byStation].map(([key, own]) => [
      key,
      own.map((entry) => ({ ...entry, id: entryOf(ids, entry.code) })),
    ]),
  )
}

const keyOf = ({ key }: PlannedStation, path: readonly string[]) => [key, ...path].join('/')

const morningOf = (day: string) => `${day}T01:00:00Z`

function addYears(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4).replace('-02-29', '-02-28')}`
}

function planEntries(station: PlannedStation): Entry[] {
  const random = createRandom(`devices of ${station.key}`)
  const numbers = new Map<string, number>()
  const registered = planDevices(station).map((device): Entry => {
    const branch = device.typeCode.slice(0, 2)
    const number = (numbers.get(branch) ?? 0) + 1
    numbers.set(branch, number)
    return {
      ...device,
      station,
      code: `${station.key}-${branch}-${String(number).padStart(3, '0')}`,
      space: spaceOf(station, device),
      parent: parentOf(device.name),
      serialNo: serialNumber(device, random),
      installedOn: station.gridDate,
      warrantyEnd: addYears(station.gridDate, WARRANTY_YEARS),
      registered: true,
    }
  })
  return [...registered, ...worthSaying(station, registered, random)]
}

/** Old stations had an inverter replaced; every large one keeps a spare. */
function worthSaying(station: PlannedStation, registered: Entry[], random: Random): Entry[] {
  const inverter = present(registered.find(({ deviceType }) => deviceType === '逆变器'))
  const further: Entry[] = []
  if (station.gridDate < OLD) {
    const day = `${random.whole(2021, 2024)}-0${random.whole(1, 9)}-1${random.whole(0, 9)}`
    further.push({
      ...inverter,
      name: `${inverter.name}（旧）`,
      code: `${inverter.code}-Y`,
      serialNo: serialNumber(inverter, random),
      parent: null,
      registered: false,
      retiredOn: day,
    })
    inverter.installedOn = day
    inverter.warrantyEnd = addYears(day, WARRANTY_YEARS)
  }
  if (station.siteType === 'C' && station.capacityKwp >= 80_000) {
    further.push({
      ...inverter,
      name: '备用逆变器',
      code: `${station.key}-NB-B01`,
      space: ['备品库'],
      serialNo: serialNumber(inverter, random),
      parent: null,
      registered: false,
      remark: '备件，尚未投运',
    })
  }
  return further
}

const serialNumber = ({ typeCode }: PlannedDevice, random: Random) =>
  `${typeCode.slice(0, 2)}${random.whole(10, 23)}${String(random.whole(0, 99_999_999)).padStart(8, '0')}`

function spaceOf(station: PlannedStation, { name, deviceType }: PlannedDevice): readonly string[] {
  if (station.siteType !== 'C') return deviceType === '逆变器' ? ['屋顶光伏区'] : ['并网间']
  const block = /^(\d+)号箱变/.exec(name)?.[1]
  return block ? ['光伏区', `${block}号方阵`] : ['升压站']
}

/** `3号箱变-05号逆变器-2号汇流箱` is attached to `3号箱变-05号逆变器`. */
function parentOf(name: string): string | null {
  const end = name.lastIndexOf('-')
  return end < 0 ? null : name.slice(0, end)
}

function spacesOf(station: PlannedStation): SpaceSeed[] {
  if (station.siteType !== 'C') {
    return [
      { kind: '1', path: ['屋顶光伏区'] },
      { kind: '1', path: ['并网间'] },
    ]
  }
  const arrays = new Set(planDevices(station).flatMap((device) => spaceOf(station, device)[1] ?? []))
  return [
    { kind: '1', path: ['光伏区'] },
    ...[...arrays].map((name) => ({ kind: '2', path: ['光伏区', name] })),
    { kind: '4', path: ['升压站'] },
    { kind: '5', path: ['备品库'] },
  ]
}

/** Returns ids by station key and path. */
async function createSpaces(db: Db, { stations, stationIds }: Ledger): Promise<Map<string, string>> {
  const all = stations.flatMap((station) => spacesOf(station).map((space, at) => ({ station, space, at })))
  const ids = new Map<string, string>()
  for (const depth of [1, 2]) {
    const level = all.filter(({ space }) => space.path.length === depth)
    const parentOfSpace = ({ station, space }: (typeof all)[number]) =>
      ids.get(keyOf(station, space.path.slice(0, -1))) ?? null
    await insertRows(
      db,
      'space',
      level.map((each) => ({
        station_id: entryOf(stationIds, each.station.key),
        parent_id: parentOfSpace(each),
        kind: each.space.kind,
        name: present(each.space.path.at(-1)),
        sort_order: (each.at + 1) * 10,
      })),
    )
    const rows = await db.selectFrom('space').select(['id', 'station_id', 'parent_id', 'name']).execute()
    const known = new Map(rows.map((row) => [`${row.station_id}/${row.parent_id}/${row.name}`, row.id]))
    for (const each of level) {
      const place = `${stationIds.get(each.station.key)}/${parentOfSpace(each)}/${each.space.path.at(-1)}`
      ids.set(keyOf(each.station, each.space.path), entryOf(known, place))
    }
  }
  return ids
}

async function hangOnParents(db: Db, entries: Entry[]): Promise<void> {
  const codes = new Map(entries.map(({ station, name, code }) => [keyOf(station, [name]), code]))
  const links = entries.flatMap(({ station, code, parent }) => {
    const above = parent && codes.get(keyOf(station, [parent]))
    return above ? [{ code, above }] : []
  })
  await sql`
    update device set parent_id = above.id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (code text, above text)
      join device above on above.code = link.above
    where device.code = link.code`.execute(db)
}

async function tellWhatHappened(db: Db, entries: Entry[], { keeper, now }: Ledger): Promise<void> {
  const events = [
    ...entries.map(({ code, station }): Event => ({
      code,
      at: morningOf(station.gridDate),
      action: 'create',
    })),
    ...entries.flatMap(replacement),
    ...moves(entries, now),
  ]
  await sql`
    insert into device_event (device_id, at, actor_id, actor_name, action, changes, note, other_device_id)
    select d.id, told.at, ${keeper.id}::bigint, ${keeper.realname}::text, told.action, coalesce(told.changes, '[]'),
      coalesce(told.note, ''), other.id
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as told (code text, at timestamptz, action text, note text, other text, changes jsonb)
      join device d on d.code = told.code
      left join device other on other.code = told.other
    order by told.at, d.id`.execute(db)
}

function replacement({ code, name, retiredOn }: Entry): Event[] {
  if (!retiredOn) return []
  const fresh = code.replace(/-Y$/, '')
  const at = `${retiredOn}T07:00:00Z`
  const note = '功率模块损坏，无备件可修，整机更换'
  return [
    { code, at, action: 'replace', note, other: fresh },
    { code: fresh, at, action: 'replace', note: `替换 ${name}`, other: code },
  ]
}

/** A spare was moved from another station's store. */
function moves(entries: Entry[], now: Date): Event[] {
  const spares = entries.filter(({ code }) => code.endsWith('-NB-B01'))
  return spares.slice(1).map((spare, at) => ({
    code: spare.code,
    at: new Date(now.getTime() - (at + 2) * 23 * 86_400_000).toISOString(),
    action: 'move',
    note: '库存调拨',
    changes: [{ field: '电站', from: present(spares[at]).station.name, to: spare.station.name }],
  }))
}
