import type { OrgNode } from '@heliodesk/contract/org-tree.ts'

/**
 * The value of a station or department tree (spec 2 §3): the smallest cover of the chosen stations. A wholly chosen
 * department is in `depIds` and `depCodes` (in the same order), a wholly chosen sub-area of another department in
 * `psaIds`, a single station in `psIds`.
 */
export type OrgSelection = {
  depIds: string[]
  depCodes: string[]
  psaIds: string[]
  psIds: string[]
  /** The total number of stations. */
  psNum: number
  /** The parent of the node chosen last; '' at the top level. */
  parentName: string
  parentId: string
  /** '1' a department, '2' a sub-area. */
  parentType: '' | '1' | '2'
  parentOrgCode: string
  /** The search text when it was chosen. */
  searchValue: string
}

/** The part of a selection that identifies the chosen nodes. */
export type OrgScope = Pick<OrgSelection, 'depIds' | 'depCodes' | 'psaIds' | 'psIds'>

export const emptySelection: OrgSelection = {
  depIds: [],
  depCodes: [],
  psaIds: [],
  psIds: [],
  psNum: 0,
  parentName: '',
  parentId: '',
  parentType: '',
  parentOrgCode: '',
  searchValue: '',
}

const partsOf = (scope: Partial<OrgScope>) => ({
  // Either field identifies a department; filters and addresses carry the code.
  depCodes: scope.depCodes ?? [],
  depIds: scope.depCodes?.length ? [] : (scope.depIds ?? []),
  psaIds: scope.psaIds ?? [],
  psIds: scope.psIds ?? [],
})

/** The number of departments, sub-areas and stations in it. */
export const countEntries = (scope: Partial<OrgScope>): number =>
  Object.values(partsOf(scope)).reduce((sum, part) => sum + part.length, 0)

/** Comma-joined, as the calls take it. */
export const joinScope = (scope: Partial<OrgScope>) => ({
  depIds: (scope.depIds ?? []).join(','),
  depCodes: (scope.depCodes ?? []).join(','),
  psaIds: (scope.psaIds ?? []).join(','),
  psIds: (scope.psIds ?? []).join(','),
})

export const sameScope = (one: Partial<OrgScope>, other: Partial<OrgScope>): boolean =>
  JSON.stringify(Object.values(partsOf(one)).map((part) => part.toSorted())) ===
  JSON.stringify(Object.values(partsOf(other)).map((part) => part.toSorted()))

/** Whether a scope contains a node by the node's own id or code. */
export function namedBy(scope: Partial<OrgScope>): (node: OrgNode) => boolean {
  const departments = new Set([...(scope.depIds ?? []), ...(scope.depCodes ?? [])])
  const [psas, stations] = [new Set(scope.psaIds), new Set(scope.psIds)]
  return ({ isPs, isPsa, id, orgCode }) => {
    if (isPs === 1) return stations.has(id)
    return isPsa === '1' ? psas.has(id) : departments.has(id) || departments.has(orgCode)
  }
}

const STATION = /^[1-9]\d{0,17}$/
const SUB_AREA = /^p([1-9]\d{0,17})$/
const DEPARTMENT = /^([A-Z]\d\d){1,10}$/

/** Tokens for an address: `A01A03` a department, `p40` a sub-area, `77` a station. */
export const toTokens = ({ depCodes = [], psaIds = [], psIds = [] }: Partial<OrgScope>): string[] => [
  ...depCodes,
  ...psaIds.map((psaId) => `p${psaId}`),
  ...psIds,
]

/** Invalid tokens are ignored. */
export const fromTokens = (tokens: readonly string[]): Pick<OrgScope, 'depCodes' | 'psaIds' | 'psIds'> => ({
  depCodes: tokens.filter((token) => DEPARTMENT.test(token)),
  psaIds: tokens.flatMap((token) => SUB_AREA.exec(token)?.[1] ?? []),
  psIds: tokens.filter((token) => STATION.test(token)),
})

/** Tokens as the list calls take them, comma-joined. */
export function scopeBy(
  tokens: readonly string[] = [],
): Partial<Record<'depCodes' | 'psaIds' | 'psIds', string>> {
  const parts = Object.entries(fromTokens(tokens)).filter(([, ids]) => ids.length > 0)
  return Object.fromEntries(parts.map(([name, ids]) => [name, ids.join(',')]))
}

/** The station if the tokens are of exactly one. */
export const onlyStation = ([token, ...more]: readonly string[]): string | undefined =>
  token !== undefined && more.length === 0 && STATION.test(token) ? token : undefined

export const isToken = (token: string): boolean =>
  [STATION, SUB_AREA, DEPARTMENT].some((shape) => shape.test(token))
