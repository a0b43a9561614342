import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx, Who } from '../../kernel/context.ts'
import { afterSubtree, isUnder, visibleStations } from '../../kernel/scope.ts'
import type { Mode } from './mode.ts'

/** A department as a node of a tree. */
export type Place = {
  id: string
  org_code: string
  name: string
  status: string
  sort_order: number
  has_departments: boolean
}

/**
 * The departments in a caller's tree: those of the own subtree, and outside of it those that contain stations of
 * related projects. The latter are nested by their codes, skipping the departments between them.
 */
export type Sight = {
  /** Departments outside the caller's own, by code. */
  outside: ReadonlySet<string>
  isOwn: (code: string) => boolean
  sees: (code: string) => boolean
  /** The code of the nearest ancestor in the tree. */
  above: (code: string) => string | null
}

export async function sightOf(ctx: Ctx, mode: Mode, related = mode.kind !== 'departments'): Promise<Sight> {
  return sightWith([ctx.who], related ? await outsideCodes(ctx, mode) : [])
}

/** The departments that are in the own subtree of every one of these people, plus other given ones. */
export function sightWith(people: Pick<Who, 'hasAllData' | 'orgCode'>[], others: Iterable<string>): Sight {
  const isOwn = (code: string) => people.every((who) => who.hasAllData || code.startsWith(who.orgCode))
  const outside = new Set(others)
  const sees = (code: string) => isOwn(code) || outside.has(code)
  const above = (code: string) => prefixesOf(code).slice(0, -1).findLast(sees) ?? null
  return { outside, isOwn, sees, above }
}

async function outsideCodes({ db, who }: Ctx, { holds }: Mode): Promise<string[]> {
  if (who.hasAllData || who.relatedPsas.length === 0) return []
  const { rows } = await sql<{ dep_code: string }>`
    select distinct s.dep_code from station s
    where s.psa_id = any(${who.relatedPsas}::bigint[]) and not ${isUnder('s.dep_code', who.orgCode)}
      and ${visibleStations(who, 's')} and ${holds}`.execute(db)
  return rows.map((row) => row.dep_code)
}

/** A01A03 → A01, A01A03. */
export const prefixesOf = (code: string): string[] =>
  Array.from({ length: code.length / 3 }, (_, at) => code.slice(0, (at + 1) * 3))

/**
 * A subtree like isUnder, with the code as a parameter: trees are opened at any of a thousand departments, which should
 * share one prepared statement. The sub-selects keep PostgreSQL from planning again for each code, which would take
 * longer than the query.
 */
export const below = (column: string, code: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} ~>=~ (select ${code}::text)
    and ${sql.ref(column)} ~<~ (select ${afterSubtree(code)}::text))`

const columns = sql`d.id, d.org_code, d.name, d.status, d.sort_order,
  exists (select from department c where c.tenant_id = d.tenant_id and c.parent_id = d.id) as has_departments`

/** Departments by code. */
export async function placesAt(ctx: Ctx, codes: Iterable<string>): Promise<Map<string, Place>> {
  const { rows } = await sql<Place>`
    select ${columns} from department d where d.org_code = any(${[...codes]}::text[])`.execute(ctx.db)
  return byCode(rows)
}

/** Departments that match a condition on `d`. */
export async function placesWhere(ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<Map<string, Place>> {
  const { rows } = await sql<Place>`select ${columns} from department d where ${condition}`.execute(ctx.db)
  return byCode(rows)
}

const byCode = (places: Place[]) => new Map(places.map((place) => [place.org_code, place]))

export const inOrder = (a: Place, b: Place): number =>
  a.sort_order - b.sort_order || (a.org_code < b.org_code ? -1 : 1)
