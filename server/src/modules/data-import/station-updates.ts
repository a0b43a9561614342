import { own } from '@heliodesk/contract/own.ts'
import { siteTypes, type StationField } from '@heliodesk/contract/station-fields.ts'
import { sql } from 'kysely'
import { insertRows } from '../../platform/insert-rows.ts'
import { updateGiven } from '../../platform/update-given.ts'
import { onViolation } from '../../kernel/violations.ts'
import { ownDepartments } from '../departments/index.ts'
import { importColumns } from '@heliodesk/contract/data-import.ts'
import { present } from '../../platform/certain.ts'
import { inChunks, type ImportCtx } from './facts.ts'
import { addFinding, tellChange, type Findings } from './findings.ts'
import type { StationUpdate } from './plan.ts'
import type { StationRow } from './stations-file.ts'
import { NAME_TAKEN } from './write.ts'

type Value = string | number | null
type Known = { id: string; key: string; own: boolean; version: number } & Record<string, Value | boolean>

type Field = {
  field: StationField
  column: string
  title: string
  of: (row: StationRow) => Value
  words?: (value: Value) => Value
}

const titles = importColumns.stations
const plain = (field: StationField & keyof StationRow & keyof typeof titles, column: string): Field => ({
  field,
  column,
  title: titles[field].title,
  of: (row) => row[field],
})

/** An empty cell changes nothing. */
const fields: readonly Field[] = [
  { field: 'psName', column: 'name', title: titles.name.title, of: ({ givenName }) => givenName },
  {
    field: 'siteType',
    column: 'site_type',
    title: titles.siteType.title,
    of: ({ siteType, siteTypeGiven }) => (siteTypeGiven ? siteType : null),
    words: (value) => (value === null ? null : siteTypes[value as keyof typeof siteTypes]),
  },
  plain('capacityKwp', 'capacity_kwp'),
  plain('acKw', 'ac_kw'),
  plain('gridDate', 'grid_date'),
  plain('warrantyEnd', 'warranty_end'),
  plain('province', 'province'),
  plain('city', 'city'),
  plain('county', 'county'),
  plain('address', 'address'),
  plain('latitude', 'latitude'),
  plain('longitude', 'longitude'),
  plain('ownerName', 'owner_name'),
  plain('contactName', 'contact_name'),
  plain('contactPhone', 'contact_phone'),
  plain('tariff', 'tariff'),
]

const NOT_OWN = '该编号的电站不属于您的部门，不能更新'
const TAKEN = '该电站的项目中已有同名电站'

/** The rows' changes to existing stations, each reported in the findings. */
export async function planUpdates(
  ctx: ImportCtx,
  rows: readonly StationRow[],
  findings: Findings,
): Promise<StationUpdate[]> {
  const known = await findKnown(ctx, rows)
  const refuse = (row: number, field: string, message: string) =>
    addFinding(findings, { row, level: 'error', field, message })
  const updates = rows.flatMap((row): StationUpdate[] => {
    const station = row.externalKey === null ? undefined : known.get(row.externalKey)
    if (!station) return []
    const differing = fields.filter(({ column, of }) => {
      const value = of(row)
      return value !== null && value !== own(station, column)
    })
    if (differing.length === 0) return []
    if (!station.own) {
      refuse(row.row, titles.externalKey.title, NOT_OWN)
      return []
    }
    const changes = differing.map(({ field, column, title, of, words = (value) => value }) => {
      const change = { field, from: textOf(words(own(station, column) as Value)), to: textOf(words(of(row))) }
      tellChange(findings, row.row, { ...change, field: title })
      return change
    })
    const set = Object.fromEntries(differing.map(({ column, of }) => [column, present(of(row))]))
    return [{ id: station.id, version: station.version, row: row.row, changes, set }]
  })
  const taken = await findTaken(ctx, updates)
  for (const { id, row } of updates) if (taken.has(id)) refuse(row, titles.name.title, TAKEN)
  return updates.filter(({ id }) => !taken.has(id))
}

const textOf = (value: Value) => (value === null ? null : String(value))

async function findKnown({ db, who }: ImportCtx, rows: readonly StationRow[]): Promise<Map<string, Known>> {
  const keys = rows.flatMap(({ externalKey }) => externalKey ?? [])
  const columns = sql.join(fields.map(({ column }) => sql.ref(`s.${column}`)))
  const found = await inChunks(keys, (chunk) =>
    sql<Known>`
      select s.id, s.external_key as key, s.version, ${ownDepartments(who, 's.dep_code')} as own, ${columns}
      from unnest(${chunk}::text[]) as given (key) join station s on s.external_key = given.key`.execute(db),
  )
  return new Map(found.map((station) => [station.key, station]))
}

/** Names that another station of the same project has, unless that one is renamed too. */
async function findTaken({ db }: ImportCtx, updates: readonly StationUpdate[]): Promise<Set<string>> {
  const renamed = updates.filter(({ set }) => set.name !== undefined)
  if (renamed.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select s.id from jsonb_to_recordset(${JSON.stringify(renamed.map(({ id, set }) => ({ id, name: set.name })))}::jsonb)
      as given (id bigint, name text)
    join station s on s.id = given.id
    join station other on other.psa_id = s.psa_id and other.name = given.name and other.id <> s.id`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Writes the changes with their history; false if one of the stations has changed meanwhile. */
export async function writeUpdates(
  { db, who, now }: ImportCtx,
  updates: readonly StationUpdate[],
  fileName: string,
): Promise<boolean> {
  const written = await updateGiven(db, 'station', updates, now).catch(
    onViolation('station_name', NAME_TAKEN),
  )
  await insertRows(
    db,
    'station_event',
    updates.map(({ id, row, changes }) => ({
      station_id: id,
      at: now.toISOString(),
      actor_id: who.userId,
      actor_name: who.realname,
      action: 'edit',
      changes: changes as never,
      note: `${fileName} 第 ${row} 行`,
    })),
  )
  return written
}
