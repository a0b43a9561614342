import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import type { Mode } from './mode.ts'

/** The number of stations that can be chosen, how many of them are chosen, and their capacity. */
export type Sums = { total: number; chosen: number; kwp: number | null }

/** A sub-area's stations in one department. */
export type Part = Sums & {
  code: string
  psa_id: string
  psa_name: string
  psa_status: string
  elsewhere: boolean
}

export type Site = {
  id: string
  name: string
  status: string
  maintenance_status: string
  code: string
  psa_id: string
  capacity_kwp: number | null
  choosable: boolean
  chosen: boolean
}

/** Aggregates over stations `s`, for a grouped select. */
export const sumsOf = ({ choosable, chosen }: Mode) => sql`
  (count(*) filter (where ${choosable}))::int as total,
  (count(*) filter (where ${choosable} and ${chosen}))::int as chosen,
  sum(s.capacity_kwp) filter (where ${choosable}) as kwp`

/** The stations `s` in the tree for this caller. */
export const heldStations = (ctx: Ctx, { holds }: Mode): RawBuilder<SqlBool> =>
  sql<SqlBool>`${visibleStations(ctx.who, 's')} and ${holds}`

/** Whether a project has visible stations outside one department. */
export const isElsewhere = (
  ctx: Ctx,
  psaId: string,
  code: string,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from station o where o.psa_id = ${sql.ref(psaId)} and o.dep_code <> ${sql.ref(code)}
    and ${visibleStations(ctx.who, 'o')})`

/** Sums of each department's own stations, without its subtree. */
export async function sumsByDepartment(
  ctx: Ctx,
  mode: Mode,
  within: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<Map<string, Sums>> {
  const { rows } = await sql<Sums & { code: string }>`
    select s.dep_code as code, ${sumsOf(mode)} from station s
    where ${heldStations(ctx, mode)} and ${within} group by s.dep_code`.execute(ctx.db)
  return new Map(rows.map(({ code, ...sums }) => [code, sums]))
}

/** Parts of sub-areas in the order of their names, with the sums of each; `within` filters the stations `s`. */
export async function listParts(ctx: Ctx, mode: Mode, within: RawBuilder<SqlBool>): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with part as (
      select s.dep_code as code, s.psa_id, ${sumsOf(mode)} from station s
      where ${heldStations(ctx, mode)} and ${within} group by s.dep_code, s.psa_id
    )
    select part.*, p.name as psa_name, p.status as psa_status,
      ${isElsewhere(ctx, 'part.psa_id', 'part.code')} as elsewhere
    from part join psa p on p.id = part.psa_id
    order by p.name_place, p.id`.execute(ctx.db)
  return rows
}

/** In the order of their names. */
export async function listSites(ctx: Ctx, mode: Mode, within: RawBuilder<SqlBool>): Promise<Site[]> {
  const { rows } = await sql<Site>`
    select s.id, s.name, s.status, s.maintenance_status, s.dep_code as code, s.psa_id, s.capacity_kwp,
      ${mode.choosable} as choosable, ${mode.choosable} and ${mode.chosen} as chosen
    from station s where ${heldStations(ctx, mode)} and ${within}
    order by s.name_place, s.id`.execute(ctx.db)
  return rows
}

export const NONE: Sums = { total: 0, chosen: 0, kwp: null }

export const add = (a: Sums, b: Sums): Sums => ({
  total: a.total + b.total,
  chosen: a.chosen + b.chosen,
  kwp: a.kwp === null ? b.kwp : b.kwp === null ? a.kwp : a.kwp + b.kwp,
})
