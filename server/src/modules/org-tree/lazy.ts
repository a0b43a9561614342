import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { sql, type SqlBool } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { ownDepartments } from '../departments/index.ts'
import { assemble, rollUp } from './assemble.ts'
import type { Mode } from './mode.ts'
import { departmentKey, departmentNode, partKey, partNode, stationNode } from './nodes.ts'
import {
  below,
  inOrder,
  placesAt,
  placesWhere,
  prefixesOf,
  sightOf,
  type Place,
  type Sight,
} from './sight.ts'
import {
  heldStations,
  isElsewhere,
  listParts,
  listSites,
  sumsByDepartment,
  sumsOf,
  type Part,
  type Sums,
} from './sums.ts'

/** With more top nodes than this, their children are loaded on demand. */
const OPEN_TOPS = 10

/** The top nodes of the caller's scope, with their children. */
export async function loadTop(ctx: Ctx, mode: Mode): Promise<OrgNode[]> {
  const sight = await sightOf(ctx, mode)
  const totals = rollUp(await sumsByDepartment(ctx, mode))
  if (mode.kind === 'departments') {
    const reach = ctx.who.hasAllData ? 2 : ctx.who.orgCode.length / 3 + 1
    const places = await placesWhere(
      ctx,
      sql<SqlBool>`${ownDepartments(ctx.who, 'd.org_code')} and length(d.org_code) <= ${reach * 3}`,
    )
    return assemble(mode, sight, { places, totals })
  }
  const known = [...totals.keys()].filter(sight.sees)
  const tops = known.filter((code) => sight.above(code) === null)
  const opened = new Set(tops.length <= OPEN_TOPS ? tops : [])
  const wanted = known.filter((code) => opened.has(sight.above(code) ?? ''))
  const places = await placesAt(ctx, [...tops, ...wanted])
  return assemble(mode, sight, { places, totals, parts: await partsAt(ctx, mode, [...opened]) })
}

const partsAt = (ctx: Ctx, mode: Mode, codes: string[]): Promise<Part[]> =>
  codes.length === 0
    ? Promise.resolve([])
    : listParts(ctx, mode, sql<SqlBool>`s.dep_code = any(${codes}::text[])`)

const KEY = /^(?:d([1-9]\d{0,17})|p([1-9]\d{0,17})-([1-9]\d{0,17})|s([1-9]\d{0,17}))$/

/** The children of a node; throws for keys that are invalid for this caller. */
export async function loadChildren(ctx: Ctx, mode: Mode, key: string): Promise<OrgNode[]> {
  const [, departmentId, psaId, departmentOfPart, stationId] = KEY.exec(key) ?? []
  if (departmentId) return childrenOfDepartment(ctx, mode, departmentId)
  if (psaId && departmentOfPart) return stationsOfPart(ctx, mode, psaId, departmentOfPart)
  if (stationId && (await listSites(ctx, mode, sql<SqlBool>`s.id = ${stationId}`)).length > 0) return []
  throw notFound()
}

async function childrenOfDepartment(ctx: Ctx, mode: Mode, id: string): Promise<OrgNode[]> {
  const [place] = (await placesWhere(ctx, sql<SqlBool>`d.id = ${id}`)).values()
  if (!place) throw notFound()
  const code = place.org_code
  const sight = await sightOf(ctx, mode)
  if (!sight.sees(code)) throw notFound()
  if (sight.isOwn(code) && mode.kind !== 'departments') return childrenOfOwn(ctx, mode, place)
  const totals = rollUp(await sumsByDepartment(ctx, mode, below('s.dep_code', code)))
  const places =
    mode.kind === 'departments'
      ? await placesWhere(ctx, sql<SqlBool>`d.parent_id = ${id}`)
      : await placesAt(ctx, childCodes(sight, totals.keys(), code))
  const parts = mode.kind === 'departments' ? [] : await partsAt(ctx, mode, [code])
  const [node] = assemble(mode, sight, { places: new Map([...places, [code, place]]), totals, parts })
  return node?.children ?? []
}

const childCodes = (sight: Sight, codes: Iterable<string>, parent: string): string[] =>
  [...codes].filter((code) => sight.sees(code) && sight.above(code) === parent)

/** The same for one of the caller's own departments, the most frequent load: children by code, in one round trip. */
async function childrenOfOwn(ctx: Ctx, mode: Mode, place: Place): Promise<OrgNode[]> {
  const { rows } = await sql<(Place & Sums & { psa_id: null }) | (Part & { id: null })>`
    with child as (
      select left(s.dep_code, ${place.org_code.length + 3}::int) as code,
        case when s.dep_code = ${place.org_code} then s.psa_id end as psa_id, ${sumsOf(mode)}
      from station s where ${below('s.dep_code', place.org_code)} and ${heldStations(ctx, mode)} group by 1, 2
    )
    select child.*, d.id, d.org_code, d.name, d.status, d.sort_order, false as has_departments,
      p.name as psa_name, p.status as psa_status, p.id is not null and ${isElsewhere(ctx, 'child.psa_id', 'child.code')} as elsewhere
    from child left join department d on child.psa_id is null and d.parent_id = ${place.id} and d.org_code = child.code
      left join psa p on p.id = child.psa_id
    order by p.name_place, p.id`.execute(ctx.db)
  const parentKey = departmentKey(place.id)
  const departments = rows
    .flatMap((row) => (row.psa_id === null ? [row] : []))
    .toSorted(inOrder)
    .map((row) => departmentNode(mode, row, row, { parentKey, children: [], hasMore: true }))
  const parts = rows.flatMap((row) => (row.psa_id === null ? [] : [partNode(mode, row, place.id, [])]))
  return [...departments, ...parts]
}

async function stationsOfPart(ctx: Ctx, mode: Mode, psaId: string, departmentId: string): Promise<OrgNode[]> {
  const within = sql<SqlBool>`s.psa_id = ${psaId} and s.department_id = ${departmentId}`
  const sites = await listSites(ctx, mode, within)
  if (sites.length === 0 || mode.kind === 'departments') throw notFound()
  if (mode.kind === 'subAreas') return []
  const parentKey = partKey(psaId, departmentId)
  return sites.map((site) => stationNode(mode, site, parentKey))
}

/** The codes of these departments and all their ancestors. */
export const wayTo = (sight: Sight, codes: Iterable<string>): Set<string> =>
  new Set([...codes].flatMap((code) => prefixesOf(code).filter(sight.sees)))
