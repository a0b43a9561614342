import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { isUnder, visibleAtStation, visibleStations } from '../../kernel/scope.ts'
import type { Db } from '../../platform/postgres.ts'
import { onKey } from '../../platform/on-key.ts'
import { ownDepartments } from '../departments/index.ts'
import type { EventRow } from './events-file.ts'
import type { EventFacts, Known, StationFacts } from './plan.ts'
import type { StationRow } from './stations-file.ts'

/** The part of a call's context that an import needs; jobs and the command line have no more than this. */
export type ImportCtx = Pick<Ctx, 'db' | 'who' | 'now'>

export type Department = { id: string; code: string; name: string }

/** The department of new stations, if this person works in it. */
export async function getDepartment({ db, who }: ImportCtx, code: string): Promise<Department> {
  const department = await db
    .selectFrom('department as d')
    .select(['d.id', 'd.org_code as code', 'd.name', 'd.status'])
    .where('d.org_code', '=', code)
    .where(ownDepartments(who, 'd.org_code'))
    .executeTakeFirst()
  if (!department) throw new DomainError('import.department', `部门“${code}”不存在或无权向它导入数据`)
  if (department.status !== '1')
    throw new DomainError('import.department', `部门“${department.name}（${code}）”已停用`)
  return department
}

/** The project for a department's imported stations. */
export const projectName = (department: Department): string => `导入电站（${department.code}）`

const CHUNK = 10_000

/** Runs a query on at most 10,000 keys at a time. */
export async function inChunks<Row>(
  keys: string[],
  find: (chunk: string[]) => Promise<{ rows: Row[] }>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let first = 0; first < keys.length; first += CHUNK) {
    found.push(...(await find(keys.slice(first, first + CHUNK))).rows)
  }
  return found
}

/** Looks up each key through the index, because a table that an import has just filled has no planner statistics. */
async function findKnown(
  { db, who }: ImportCtx,
  table: 'station' | 'work_order',
  column: string,
  keys: string[],
): Promise<Known> {
  const rows = await inChunks(keys, (chunk) =>
    sql<{ key: string; visible: boolean }>`
      select given.key, known.visible from unnest(${chunk}::text[]) as given (key)
        cross join lateral (select ${visibleAtStation(who, 't')} as visible from ${sql.table(table)} t
          where ${sql.ref(`t.${column}`)} = given.key limit 1) known`.execute(db),
  )
  return new Map(rows.map(({ key, visible }) => [key, visible]))
}

async function findNames(db: Db, department: Department): Promise<Set<string>> {
  const rows = await db
    .selectFrom('station as s')
    .innerJoin('psa as p', onKey('p.id', 's.psa_id'))
    .select('s.name')
    .where('p.name', '=', projectName(department))
    .execute()
  return new Set(rows.map((row) => row.name))
}

async function findNamesakes(
  { db, who }: ImportCtx,
  { code }: Department,
  rows: StationRow[],
): Promise<Map<string, string | null>> {
  const names = rows.flatMap(({ externalKey, givenName }) => (externalKey === null ? [givenName] : []))
  const found = await inChunks([...new Set(names)], (chunk) =>
    sql<{ name: string; key: string | null }>`
      select s.name, s.external_key as key from station s
      where s.name = any(${chunk}::text[]) and ${isUnder('s.dep_code', code)} and ${visibleStations(who, 's')}
      order by s.external_key nulls first`.execute(db),
  )
  return new Map(found.map(({ name, key }) => [name, key]))
}

export async function findStationFacts(
  ctx: ImportCtx,
  { department, updates }: { department: Department; updates: boolean },
  rows: StationRow[],
): Promise<StationFacts> {
  const { db } = ctx
  const keysOf = (key: 'externalKey' | 'importKey') => rows.flatMap((row) => row[key] ?? [])
  return {
    externalKeys: await findKnown(ctx, 'station', 'external_key', keysOf('externalKey')),
    importKeys: await findKnown(ctx, 'station', 'import_key', keysOf('importKey')),
    names: await findNames(db, department),
    namesakes: updates ? await findNamesakes(ctx, department, rows) : new Map(),
  }
}

export type KnownSite = { key: string; id: string; visible: boolean }

/** The stations of these sites, regardless of data scope. */
export function findSites({ db, who }: ImportCtx, rows: Pick<EventRow, 'siteKey'>[]): Promise<KnownSite[]> {
  const keys = [...new Set(rows.map((row) => row.siteKey))]
  return inChunks(keys, (chunk) =>
    sql<KnownSite>`
      select s.external_key as key, s.id, ${visibleStations(who, 's')} as visible
      from unnest(${chunk}::text[]) as given (key) join station s on s.external_key = given.key`.execute(db),
  )
}

export async function findEventFacts(
  ctx: ImportCtx,
  department: Department,
  rows: EventRow[],
): Promise<EventFacts> {
  const sites = await findSites(ctx, rows)
  return {
    sites: new Map(sites.map((site) => [site.key, site])),
    importKeys: await findKnown(
      ctx,
      'work_order',
      'import_key',
      rows.map((row) => row.importKey),
    ),
    names: await findNames(ctx.db, department),
  }
}
