import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import type { Mode } from './mode.ts'
import { departmentKey, departmentNode, partKey, partNode, stationNode } from './nodes.ts'
import { inOrder, prefixesOf, type Place, type Sight } from './sight.ts'
import { add, NONE, type Part, type Site, type Sums } from './sums.ts'

/** The parts that a tree is built from. */
export type Timber = {
  /** Departments to show, by code. */
  places: ReadonlyMap<string, Place>
  /** Sums of each department's subtree, by code; see `rollUp`. */
  totals: ReadonlyMap<string, Sums>
  parts?: Part[]
  sites?: Site[]
  /** Stations are direct children of their departments. */
  withoutParts?: boolean
  /** The tree is complete: a department without children here has none at all. */
  isWhole?: boolean
}

/** Turns the sums of each department's own stations into sums of its subtree. */
export function rollUp(sums: ReadonlyMap<string, Sums>): Map<string, Sums> {
  const totals = new Map<string, Sums>()
  for (const [code, own] of sums) {
    for (const prefix of prefixesOf(code)) totals.set(prefix, add(totals.get(prefix) ?? NONE, own))
  }
  return totals
}

/** Builds the nodes: departments as the caller sees them, then sub-areas, then stations. */
export function assemble(mode: Mode, sight: Sight, timber: Timber): OrgNode[] {
  const { places, totals, parts = [], sites = [], withoutParts = false, isWhole = false } = timber
  const parentOf = (code: string) => {
    const above = sight.above(code)
    return above !== null && places.has(above) ? above : null
  }
  const shown = [...places.values()].filter(
    (place) => totals.has(place.org_code) || mode.kind === 'departments',
  )
  const departmentsOf = Map.groupBy(shown, (place) => parentOf(place.org_code))
  const partsOf = Map.groupBy(parts, (part) => part.code)
  const sitesOf = Map.groupBy(sites, (site) => (withoutParts ? site.code : `${site.psa_id}@${site.code}`))

  const stationsAt = (slot: string, parentKey: string) =>
    (sitesOf.get(slot) ?? []).map((site) => stationNode(mode, site, parentKey))

  const partsAt = (place: Place) =>
    (partsOf.get(place.org_code) ?? []).map((part) =>
      partNode(
        mode,
        part,
        place.id,
        stationsAt(`${part.psa_id}@${part.code}`, partKey(part.psa_id, place.id)),
      ),
    )

  const toNode = (place: Place, parentKey: string | null): OrgNode => {
    const key = departmentKey(place.id)
    const children = [
      ...departmentsAt(place.org_code, key),
      ...partsAt(place),
      ...(withoutParts ? stationsAt(place.org_code, key) : []),
    ]
    const hasMore = isWhole ? children.length > 0 : mode.kind !== 'departments' || place.has_departments
    return departmentNode(mode, place, totals.get(place.org_code) ?? NONE, { parentKey, children, hasMore })
  }

  const departmentsAt = (code: string | null, parentKey: string | null): OrgNode[] =>
    (departmentsOf.get(code) ?? []).toSorted(inOrder).map((place) => toNode(place, parentKey))

  return departmentsAt(null, null)
}
