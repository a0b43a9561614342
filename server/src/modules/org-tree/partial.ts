import { MOST_MATCHES, type OrgNode } from '@heliodesk/contract/org-tree.ts'
import { sql, type SqlBool } from 'kysely'
import { mentions } from '../../kernel/conditions.ts'
import type { Ctx } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'
import { ownDepartments } from '../departments/index.ts'
import { listOf } from '../stations/index.ts'
import { assemble, rollUp } from './assemble.ts'
import { wayTo } from './lazy.ts'
import type { Mode } from './mode.ts'
import { placesAt, sightOf, type Sight } from './sight.ts'
import { heldStations, listParts, listSites, sumsByDepartment, type Sums } from './sums.ts'

/** The nodes that a partial tree contains besides their ancestors. */
type Hits = { codes: string[]; parts: { psaId: string; code: string }[]; stationIds: string[] }

/** Nodes whose names contain the words, with their ancestors. */
export async function searchTree(ctx: Ctx, mode: Mode, words: string): Promise<OrgNode[]> {
  const sight = await sightOf(ctx, mode)
  const totals = rollUp(await sumsByDepartment(ctx, mode))
  const codes = (await departmentsNamed(ctx, mode, sight, totals, words)).slice(0, MOST_MATCHES)
  const parts =
    mode.kind === 'departments' ? [] : await firstParts(ctx, mode, words, MOST_MATCHES - codes.length)
  const left = MOST_MATCHES - codes.length - parts.length
  const stationIds = mode.kind === 'stations' ? await firstStations(ctx, mode, words, left) : []
  return toTree(ctx, mode, sight, totals, { codes, parts, stationIds })
}

/** The number of nodes whose names contain the words. */
export async function countMatches(ctx: Ctx, mode: Mode, words: string): Promise<number> {
  const sight = await sightOf(ctx, mode)
  const totals = rollUp(await sumsByDepartment(ctx, mode))
  const departments = (await departmentsNamed(ctx, mode, sight, totals, words)).length
  if (mode.kind === 'departments') return departments
  const { rows } = await sql<{ parts: number; stations: number }>`
    select (select count(*)::int from (${partsNamed(ctx, mode, words)}) p) as parts,
      (select count(*)::int from (${stationsNamed(ctx, mode, words)}) s) as stations`.execute(ctx.db)
  const { parts, stations } = one(rows)
  return departments + parts + (mode.kind === 'stations' ? stations : 0)
}

/** The nodes of a read-only picker's value, with their ancestors. */
export async function treeOfValue(ctx: Ctx, mode: Mode, initValue: string): Promise<OrgNode[]> {
  const sight = await sightOf(ctx, mode)
  const totals = rollUp(await sumsByDepartment(ctx, mode))
  const bare = listOf(initValue, /^[1-9]\d{0,17}$/)
  const ids = (letter: string) =>
    listOf(initValue, new RegExp(`^${letter}[1-9]\\d{0,17}$`)).map((key) => key.slice(1))
  const departmentIds = [...ids('d'), ...(mode.kind === 'departments' ? bare : [])]
  const { rows } = await sql<{ org_code: string }>`
    select org_code from department where id = any(${departmentIds}::bigint[])`.execute(ctx.db)
  const codes = rows
    .map((row) => row.org_code)
    .filter((code) => sight.sees(code) && (totals.has(code) || mode.kind === 'departments'))
  return toTree(ctx, mode, sight, totals, {
    codes,
    parts: await partsOfValue(ctx, mode, initValue, mode.kind === 'subAreas' ? bare : []),
    stationIds: [...ids('s'), ...(mode.kind === 'stations' ? bare : [])],
  })
}

/** Sub-areas by key, or all parts of those given by their own ids. */
async function partsOfValue(
  ctx: Ctx,
  mode: Mode,
  initValue: string,
  psaIds: string[],
): Promise<Hits['parts']> {
  if (mode.kind === 'departments') return []
  const pairs = listOf(initValue, /^p[1-9]\d{0,17}-[1-9]\d{0,17}$/).map((key) => key.slice(1).split('-'))
  const { rows } = await sql<Hits['parts'][number]>`
    select distinct s.psa_id as "psaId", s.dep_code as code from station s
    where ${heldStations(ctx, mode)} and (s.psa_id = any(${psaIds}::bigint[]) or (s.psa_id, s.department_id) in (
      select * from unnest(${pairs.map(([psa]) => psa)}::bigint[], ${pairs.map(([, place]) => place)}::bigint[])))
    `.execute(ctx.db)
  return rows
}

async function departmentsNamed(
  ctx: Ctx,
  mode: Mode,
  sight: Sight,
  totals: ReadonlyMap<string, Sums>,
  words: string,
): Promise<string[]> {
  const outside = [...sight.outside]
  const { rows } = await sql<{ org_code: string }>`
    select d.org_code from department d
    where (${ownDepartments(ctx.who, 'd.org_code')} or d.org_code = any(${outside}::text[]))
      and ${mentions(sql`d.name`, words, 'd')}
    order by d.org_code`.execute(ctx.db)
  return rows.map((row) => row.org_code).filter((code) => mode.kind === 'departments' || totals.has(code))
}

const partsNamed = (ctx: Ctx, mode: Mode, words: string) => sql`
  with named as materialized (
    select p.id, p.name, p.name_place from psa p where ${mentions(sql`p.name`, words, 'p')})
  select s.psa_id as "psaId", s.dep_code as code
  from named join station s on s.psa_id = named.id
  where ${heldStations(ctx, mode)} group by named.name_place, named.name, s.psa_id, s.dep_code`

const stationsNamed = (ctx: Ctx, mode: Mode, words: string) => sql`
  select s.id from station s where ${heldStations(ctx, mode)} and ${mentions(sql`s.name`, words, 's')}`

async function firstParts(ctx: Ctx, mode: Mode, words: string, most: number): Promise<Hits['parts']> {
  const { rows } = await sql<Hits['parts'][number]>`
    ${partsNamed(ctx, mode, words)} order by named.name_place, named.name, s.dep_code limit ${most}`.execute(
    ctx.db,
  )
  return rows
}

async function firstStations(ctx: Ctx, mode: Mode, words: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${stationsNamed(ctx, mode, words)} order by s.name_place, s.id limit ${most}`.execute(ctx.db)
  return rows.map((row) => row.id)
}

async function toTree(
  ctx: Ctx,
  mode: Mode,
  sight: Sight,
  totals: ReadonlyMap<string, Sums>,
  { codes, parts, stationIds }: Hits,
): Promise<OrgNode[]> {
  const sites =
    stationIds.length === 0 || mode.kind !== 'stations'
      ? []
      : await listSites(ctx, mode, sql<SqlBool>`s.id = any(${stationIds}::bigint[])`)
  const wanted = [...parts, ...sites.map(({ psa_id: psaId, code }) => ({ psaId, code }))]
  const shown = wanted.length === 0 ? [] : await listParts(ctx, mode, isOneOf(wanted))
  const way = wayTo(sight, [...codes, ...wanted.map((each) => each.code)])
  return assemble(mode, sight, { places: await placesAt(ctx, way), totals, parts: shown, sites })
}

const isOneOf = (parts: Hits['parts']) =>
  sql<SqlBool>`(s.psa_id, s.dep_code) in (select * from unnest(
    ${parts.map((part) => part.psaId)}::bigint[], ${parts.map((part) => part.code)}::text[]))`
