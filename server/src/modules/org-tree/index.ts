import { orgTreeCalls } from '@heliodesk/contract/org-tree.ts'
import { sql } from 'kysely'
import { defineModule } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'
import { defaultPlacesOf, viewerOf } from '../departments/index.ts'
import { coveredBy } from '../stations/index.ts'
import { loadChildren, loadTop } from './lazy.ts'
import { modeOf, stationMode } from './mode.ts'
import { countMatches, searchTree, treeOfValue } from './partial.ts'
import { heldStations } from './sums.ts'
import { loadCar, loadKpi, loadWhole } from './whole.ts'

export { departmentTrees } from './department-tree.ts'
export { projectTrees } from './project-tree.ts'

/** Trees of departments, sub-areas and stations (spec 2 §7 "Trees"), limited to the caller's scope. */
export const orgTrees = defineModule(orgTreeCalls, {
  lazy(ctx, input) {
    const mode = modeOf(input)
    if (mode.readOnly) return treeOfValue(ctx, mode, input.initValue ?? '')
    const key = input.initTreeEntity?.key
    return key ? loadChildren(ctx, mode, key) : loadTop(ctx, mode)
  },

  search: (ctx, input) => searchTree(ctx, modeOf(input), input.search.toLowerCase()),
  searchCount: (ctx, input) => countMatches(ctx, modeOf(input), input.search.toLowerCase()),

  full(ctx, input) {
    const mode = modeOf(input)
    return mode.readOnly
      ? treeOfValue(ctx, mode, input.initValue ?? '')
      : loadWhole(ctx, mode, input.all === '1')
  },

  async car(ctx, { userId, ...flags }) {
    const person = await viewerOf(ctx, userId)
    const { depart } = await defaultPlacesOf(ctx.db, person)
    return loadCar(ctx, flags, depart?.orgCode ?? person.orgCode)
  },

  kpi: loadKpi,

  async count(ctx, { isQueryPs, ...input }) {
    const mode = stationMode(input, isQueryPs === '0' ? 'subAreas' : 'stations')
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from station s
      where ${heldStations(ctx, mode)} and ${mode.choosable} and ${coveredBy(input)}`.execute(ctx.db)
    return one(rows).n
  },
})
