import { importColumns } from '@heliodesk/contract/data-import.ts'
import { sql, type Selectable } from 'kysely'
import { isUnder, visibleStations } from '../../kernel/scope.ts'
import { one, present } from '../../platform/certain.ts'
import type { DB } from '../../platform/db-types.ts'
import { isReservedCode, type DeviceUpdate, type NewDevice } from '../devices/index.ts'
import type { DeviceRow } from './devices-file.ts'
import { inChunks, type Department, type ImportCtx } from './facts.ts'
import { addFinding, tellChange, UNUSABLE, type Findings } from './findings.ts'

export type DevicePlan = { add: NewDevice[]; update: DeviceUpdate[]; knownCount: number }

type Column = keyof (typeof importColumns)['devices']
type Refuse = (column: Column, message: string) => null
type Site = { id: string; key: string | null; name: string; status: string }
type Known = Pick<Selectable<DB['device']>, 'id' | 'code' | 'name' | 'station_id' | 'type_id' | 'space_id'> &
  Pick<Selectable<DB['device']>, (typeof plain)[keyof typeof plain] | 'status' | 'version'> & {
    station_name: string
    type_path: string
    space_path: string | null
    own: boolean
    visible: boolean
  }
type Facts = {
  sites: Map<string, Site[]>
  types: Map<string, { id: string; path: string }[]>
  spaces: Map<string, string>
  known: Map<string, Known>
  names: Set<string>
  /** Names used by rows of the file, with their rows. */
  claimed: Map<string, number>
}

/** Plain columns with their titles; an empty cell changes nothing. */
const plain = {
  model: 'model',
  manufacturer: 'manufacturer',
  serialNo: 'serial_no',
  ratedKw: 'rated_kw',
  installedOn: 'installed_on',
  warrantyEnd: 'warranty_end',
  remark: 'remark',
} as const satisfies Partial<Record<keyof DeviceRow, keyof DB['device']>>

const titles = importColumns.devices

/** Determines which rows are new devices, and what the others change in existing ones. */
export async function planDevices(
  ctx: ImportCtx,
  { department, updates }: { department: Department; updates: boolean },
  rows: readonly DeviceRow[],
  findings: Findings,
): Promise<DevicePlan> {
  const facts = await findFacts(ctx, department, rows)
  const plan: DevicePlan = { add: [], update: [], knownCount: 0 }
  for (const row of rows) {
    const refuse: Refuse = (column, message) => {
      addFinding(findings, { row: row.row, level: 'error', field: titles[column].title, message })
      return null
    }
    const known = row.code === null ? undefined : facts.known.get(row.code)
    if (known && !known.visible) refuse('code', UNUSABLE)
    else if (known && !updates) plan.knownCount += 1
    else if (known) {
      const update = updateOf(row, known, facts, refuse)
      if (update && update.changes.length === 0) plan.knownCount += 1
      else if (update) {
        plan.update.push(update)
        for (const change of update.changes) tellChange(findings, row.row, change)
      }
    } else {
      const device = newDevice(row, facts, refuse)
      if (device) plan.add.push(device)
    }
  }
  return plan
}

function newDevice(row: DeviceRow, facts: Facts, refuse: Refuse): NewDevice | null {
  if (row.code !== null && isReservedCode(row.code))
    return refuse('code', `没有编码为“${row.code}”的设备；新设备的编码不能用“SB”加数字，可以不填`)
  const site = siteOf(row, facts, refuse)
  const type = typeOf(row, facts, refuse)
  if (!site || !type) return null
  if (site.status !== '1') return refuse('psName', `电站“${site.name}”已停用，不能登记设备`)
  const spaceId = spaceOf(row, site.id, facts, refuse)
  if (spaceId === undefined) return null
  if (!claimName(row, site.id, facts, refuse)) return null
  const { psName: _psName, typeName: _typeName, spacePath: _spacePath, ...fields } = row
  return { ...fields, psId: site.id, typeId: type.id, spaceId }
}

function updateOf(row: DeviceRow, known: Known, facts: Facts, refuse: Refuse): DeviceUpdate | null {
  if (!known.own) return refuse('code', '该编码已被所选部门以外的设备占用')
  if (known.status !== '1') return refuse('code', '设备已退役，恢复在用后才能更新')
  const site = siteOf(row, facts, refuse)
  const type = typeOf(row, facts, refuse)
  if (!site || !type) return null
  if (site.id !== known.station_id)
    return refuse('psName', `设备在电站“${known.station_name}”，换电站请在设备台账中移动`)
  const spaceId = spaceOf(row, site.id, facts, refuse)
  if (spaceId === undefined) return null
  if (row.name !== known.name && !claimName(row, site.id, facts, refuse)) return null
  const update: DeviceUpdate = { id: known.id, version: known.version, row: row.row, changes: [], set: {} }
  const change = (
    column: string,
    field: string,
    from: string | number | null,
    to: string | number,
    value = to,
  ) => {
    if (from === to) return
    update.set = { ...update.set, [column]: value }
    update.changes.push({ field, from: from === null ? null : String(from), to: String(to) })
  }
  change('name', titles.name.title, known.name, row.name)
  change('type_id', titles.typeName.title, known.type_path, type.path, type.id)
  if (spaceId !== null)
    change('space_id', titles.spacePath.title, known.space_path, present(row.spacePath), spaceId)
  for (const key of Object.keys(plain) as (keyof typeof plain)[]) {
    const value = row[key]
    if (value !== null) change(plain[key], titles[key].title, known[plain[key]], value)
  }
  return update
}

/** A name must be unique in its station, among existing devices and those of the file. */
function claimName(
  { row, name, code }: DeviceRow,
  stationId: string,
  { names, claimed }: Facts,
  refuse: Refuse,
): boolean {
  const place = `${stationId}\n${name}`
  const earlier = claimed.get(place)
  if (names.has(place))
    refuse('name', `该电站已有设备“${name}”${code === null ? '，更新请填写它的设备编码' : ''}`)
  else if (earlier) refuse('name', `与第 ${earlier} 行是同一电站的同名设备`)
  else claimed.set(place, row)
  return !names.has(place) && !earlier
}

function siteOf({ psName }: DeviceRow, { sites }: Facts, refuse: Refuse): Site | null {
  const found = sites.get(psName) ?? []
  if (found.length === 1) return one(found)
  return refuse(
    'psName',
    found.length === 0
      ? `所选部门没有名称或外部编号为“${psName}”的电站`
      : `所选部门有 ${found.length} 座电站叫“${psName}”，请填写外部编号`,
  )
}

function typeOf({ typeName }: DeviceRow, { types }: Facts, refuse: Refuse) {
  const found = types.get(typeName) ?? []
  if (found.length === 1) return one(found)
  return refuse(
    'typeName',
    found.length === 0
      ? `没有启用的设备类型“${typeName}”`
      : `有 ${found.length} 个类型叫“${typeName}”，请写全，如“${present(found[0]).path}”`,
  )
}

/** null if the file names none, undefined if it was refused. */
function spaceOf({ spacePath }: DeviceRow, stationId: string, { spaces }: Facts, refuse: Refuse) {
  if (spacePath === null) return null
  const id = spaces.get(`${stationId}\n${spacePath}`)
  if (id === undefined) refuse('spacePath', `该电站没有区域“${spacePath}”，请先在区域管理中新建`)
  return id
}

async function findFacts(ctx: ImportCtx, { code }: Department, rows: readonly DeviceRow[]): Promise<Facts> {
  const { db, who } = ctx
  const within = sql`${isUnder('s.dep_code', code)} and ${visibleStations(who, 's')}`
  const psNames = [...new Set(rows.map(({ psName }) => psName))]
  const { rows: sites } = await sql<Site>`
    select s.id, s.external_key as key, s.name, s.status from station s
    where (s.name = any(${psNames}::text[]) or s.external_key = any(${psNames}::text[])) and ${within}`.execute(
    db,
  )
  // Locks what the new devices refer to until commit, so that it cannot be deleted.
  const { rows: types } = await sql<{ id: string; name: string; path: string }>`
    select id, name, app.device_type_path(id) as path from device_type where status = '1'
    for key share`.execute(db)
  const stationIds = sites.map(({ id }) => id)
  const { rows: spaces } = await sql<{ id: string; station_id: string; path: string }>`
    select id, station_id, app.space_path(id) as path from space
    where station_id = any(${stationIds}::bigint[]) for key share`.execute(db)
  const known = await inChunks(
    rows.flatMap(({ code: each }) => each ?? []),
    (chunk) =>
      sql<Known>`
        select d.id, d.code, d.name, d.station_id, s.name as station_name, d.type_id, d.space_id, d.model, d.manufacturer,
          d.serial_no, d.rated_kw, d.installed_on, d.warranty_end, d.remark, d.status, d.version, ${within} as own,
          ${visibleStations(who, 's')} as visible,
          app.device_type_path(d.type_id) as type_path,
          case when d.space_id is not null then app.space_path(d.space_id) end as space_path
        from unnest(${chunk}::text[]) as given (code) join device d on d.code = given.code
          join station s on s.tenant_id = d.tenant_id and s.id = d.station_id`.execute(db),
  )
  const wantedNames = [...new Set(rows.map(({ name }) => name))]
  const { rows: named } = await sql<{ place: string }>`
    select station_id || E'\n' || name as place from device
    where station_id = any(${stationIds}::bigint[]) and name = any(${wantedNames}::text[])`.execute(db)
  return {
    sites: grouped(
      sites.flatMap((site) => [...new Set([site.name, site.key ?? site.name])].map((key) => [key, site])),
    ),
    types: grouped(types.flatMap((type) => [...new Set([type.name, type.path])].map((key) => [key, type]))),
    spaces: new Map(spaces.map(({ id, station_id, path }) => [`${station_id}\n${path}`, id])),
    known: new Map(known.map((device) => [device.code, device])),
    names: new Set(named.map(({ place }) => place)),
    claimed: new Map(),
  }
}

const grouped = <T>(entries: [string, T][]): Map<string, T[]> =>
  new Map([...Map.groupBy(entries, ([key]) => key)].map(([key, all]) => [key, all.map(([, value]) => value)]))
