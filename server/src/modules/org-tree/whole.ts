import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { isUnder } from '../../kernel/scope.ts'
import { ownDepartments } from '../departments/index.ts'
import { assemble, rollUp } from './assemble.ts'
import { stationMode, type Mode } from './mode.ts'
import { below, placesAt, placesWhere, sightOf } from './sight.ts'
import { add, listParts, listSites, NONE, sumsByDepartment, type Part, type Sums } from './sums.ts'

const everywhere = sql<SqlBool>`true`

/** All nodes at once; without `related` only the subtree of the caller's own department (spec 2 §6). */
export async function loadWhole(ctx: Ctx, mode: Mode, related: boolean): Promise<OrgNode[]> {
  const { who } = ctx
  const sight = await sightOf(ctx, mode, related && mode.kind !== 'departments')
  const within = who.hasAllData || related ? everywhere : isUnder('s.dep_code', who.orgCode)
  if (mode.kind === 'departments') {
    const places = await placesWhere(ctx, ownDepartments(who, 'd.org_code'))
    const totals = rollUp(await sumsByDepartment(ctx, mode))
    return assemble(mode, sight, { places, totals, isWhole: true })
  }
  const parts = await listParts(ctx, mode, within)
  const totals = rollUp(ownSums(parts))
  return assemble(mode, sight, {
    places: await placesAt(ctx, [...totals.keys()].filter(sight.sees)),
    totals,
    parts,
    sites: mode.kind === 'stations' ? await listSites(ctx, mode, within) : [],
  })
}

function ownSums(parts: Part[]): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const part of parts) sums.set(part.code, add(sums.get(part.code) ?? NONE, part))
  return sums
}

type Flags = Parameters<typeof stationMode>[0]

/** Departments with their own stations, from one department downwards. */
export async function loadCar(ctx: Ctx, flags: Flags, top: string): Promise<OrgNode[]> {
  const mode = stationMode(flags)
  const sight = await sightOf(ctx, mode)
  const within: RawBuilder<SqlBool> = below('s.dep_code', top)
  const totals = rollUp(await sumsByDepartment(ctx, mode, within))
  const codes = [...totals.keys()].filter((code) => code.startsWith(top) && sight.sees(code))
  return assemble(mode, sight, {
    places: await placesAt(ctx, codes),
    totals,
    sites: await listSites(ctx, mode, within),
    withoutParts: true,
  })
}

/** The departments that have stations of their own or in their subtree. */
export async function loadKpi(ctx: Ctx, flags: Flags): Promise<OrgNode[]> {
  const mode = stationMode(flags, 'departments')
  const sight = await sightOf(ctx, mode)
  const totals = rollUp(await sumsByDepartment(ctx, mode))
  const places = await placesAt(ctx, [...totals.keys()].filter(sight.isOwn))
  return assemble(mode, sight, { places, totals, isWhole: true })
}
