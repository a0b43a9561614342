import type { Input } from '@heliodesk/contract/call.ts'
import type { orgTreeCalls } from '@heliodesk/contract/org-tree.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isReadOnly } from '../../kernel/read-only.ts'

type LazyInput = Input<(typeof orgTreeCalls)['lazy']>
type Flags = Input<(typeof orgTreeCalls)['kpi']>
export type Selection = Partial<
  Pick<Input<(typeof orgTreeCalls)['count']>, 'depIds' | 'depCodes' | 'psaIds' | 'psIds'>
>

/** What a tree is asked for, in SQL about a station `s`. */
export type Mode = {
  /** What is the last level and can be chosen by itself. */
  kind: 'stations' | 'subAreas' | 'departments'
  insight: boolean
  disableClosed: boolean
  readOnly: boolean
  /** The tree holds the station. */
  holds: RawBuilder<SqlBool>
  /** The station can be chosen, be it with what it lies in. */
  choosable: RawBuilder<SqlBool>
  /** The given selection covers it. */
  chosen: RawBuilder<SqlBool>
}

const closedPsas = sql`(select c.id from psa c where c.status = '3')`

const allOf = (conditions: RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** The flags that leave stations out. */
const holdsOf = (flags: Flags) =>
  allOf([
    ...(flags.excludeHy === '1' ? [sql`s.site_type <> 'H'`] : []),
    ...(flags.isPsManage === '1' ? [sql`s.maintenance_status = '1'`] : []),
    ...(flags.excludeClosed === '1' ? [sql`s.psa_id not in ${closedPsas}`] : []),
    ...(flags.hasModel === '1'
      ? [
          sql`exists (select from device v
            where v.tenant_id = s.tenant_id and v.station_id = s.id and v.status = '1')`,
        ]
      : []),
  ])

const choosableOf = (flags: Flags, inSubAreas: boolean) =>
  allOf([
    ...(flags.isInsight === '1' ? [] : [sql`s.status <> '3'`]),
    ...(inSubAreas ? [sql`s.psa_id not in ${closedPsas}`] : []),
  ])

export function modeOf(input: LazyInput): Mode {
  const kind = input.isDepart === '1' ? 'departments' : input.isQueryPs === '1' ? 'stations' : 'subAreas'
  return {
    ...stationMode(input, kind),
    disableClosed: input.disableClosed === '1',
    readOnly: isReadOnly(input),
    chosen: coveredBy(input.initTreeEntity ?? {}),
  }
}

/** A tree of stations under the flags alone. */
export const stationMode = (flags: Flags, kind: Mode['kind'] = 'stations'): Mode => ({
  kind,
  insight: flags.isInsight === '1',
  disableClosed: false,
  readOnly: false,
  holds: holdsOf(flags),
  choosable: choosableOf(flags, kind === 'subAreas'),
  chosen: sql<SqlBool>`false`,
})

/** Comma-joined values of a wanted form; anything else in the list is ignored. */
export const listOf = (joined: string | undefined, form: RegExp): string[] =>
  [...new Set((joined ?? '').split(',').map((each) => each.trim()))].filter((each) => form.test(each))

const ID = /^[1-9]\d{0,17}$/
const CODE = /^([A-Z]\d\d){1,10}$/

/** The stations that a selection stands for: those below its departments, of its sub-areas, and its own. */
export function coveredBy({ depIds, depCodes, psaIds, psIds }: Selection): RawBuilder<SqlBool> {
  const [codes, departments] = [listOf(depCodes, CODE), listOf(depIds, ID)]
  const [psas, stations] = [listOf(psaIds, ID), listOf(psIds, ID)]
  // Sub-selects rather than "= any", because their hash answers ten thousand ids as fast as ten.
  const ways = [
    ...(codes.length + departments.length > 0
      ? [
          sql`s.dep_code in (
            select d.org_code from department d, generate_series(3, length(d.org_code), 3) reach
            where left(d.org_code, reach) in (
              select unnest(${codes}::text[])
              union all select c.org_code from department c where c.id in (select unnest(${departments}::bigint[]))))`,
        ]
      : []),
    ...(psas.length > 0 ? [sql`s.psa_id in (select unnest(${psas}::bigint[]))`] : []),
    ...(stations.length > 0 ? [sql`s.id in (select unnest(${stations}::bigint[]))`] : []),
  ]
  return ways.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}
