import { sql } from 'kysely'
import { isUnder, visibleStations } from '../../kernel/scope.ts'
import type { Department, ImportCtx } from './facts.ts'

/** How a row names its station: by its external key, or else by its name. */
export type Naming = { externalKey: string | null; psName: string | null }

export type Site = { id: string; key: string | null; name: string; most: number | null }
/** Separate maps, so that an external key is never taken for a name, whatever it looks like. */
export type Sites = { byKey: Map<string | null, Site[]>; byName: Map<string, Site[]> }

/** The one station that a row names; otherwise `refuse` is told why there is none. */
export function siteOf(
  { byKey, byName }: Sites,
  { externalKey, psName }: Naming,
  refuse: (field: string, message: string) => void,
): Site | null {
  const found = (externalKey === null ? byName.get(psName ?? '') : byKey.get(externalKey)) ?? []
  const [only] = found
  if (found.length === 1 && only) return only
  const field = externalKey === null ? '电站名称' : '外部编号'
  refuse(
    field,
    found.length === 0
      ? `所选部门没有${field}为“${externalKey ?? psName}”的电站`
      : `所选部门有 ${found.length} 座电站叫“${psName}”，请填写外部编号`,
  )
  return null
}

/** The stations of the department that the rows name. */
export async function findSitesOf(
  { db, who }: ImportCtx,
  { code }: Department,
  rows: readonly Naming[],
): Promise<Sites> {
  const keys = [...new Set(rows.flatMap(({ externalKey }) => externalKey ?? []))]
  const names = [
    ...new Set(rows.flatMap(({ externalKey, psName }) => (externalKey === null && psName ? [psName] : []))),
  ]
  const { rows: found } = await sql<Site>`
    select s.id, s.external_key as key, s.name, greatest(s.capacity_kwp, s.ac_kw) as most from station s
    where (s.external_key = any(${keys}::text[]) or s.name = any(${names}::text[]))
      and ${isUnder('s.dep_code', code)} and ${visibleStations(who, 's')}`.execute(db)
  return { byKey: Map.groupBy(found, ({ key }) => key), byName: Map.groupBy(found, ({ name }) => name) }
}
