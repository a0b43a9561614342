import type { Input } from '@heliodesk/contract/call.ts'
import type { orgTreeCalls } from '@heliodesk/contract/org-tree.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import { isReadOnly } from '../../kernel/read-only.ts'
import { coveredBy } from '../stations/index.ts'

type LazyInput = Input<(typeof orgTreeCalls)['lazy']>
type Flags = Input<(typeof orgTreeCalls)['kpi']>
/** The options of a tree, as SQL conditions on a station `s`. */
export type Mode = {
  /** The last level, whose nodes can be chosen. */
  kind: 'stations' | 'subAreas' | 'departments'
  insight: boolean
  disableClosed: boolean
  readOnly: boolean
  /** The tree contains the station. */
  holds: RawBuilder<SqlBool>
  /** The station can be chosen, directly or as part of a node above. */
  choosable: RawBuilder<SqlBool>
  /** The given selection covers it. */
  chosen: RawBuilder<SqlBool>
}

const closedPsas = sql`(select c.id from psa c where c.status = '3')`

/** The condition for the flags that leave stations out. */
const holdsOf = (flags: Flags) =>
  allOf(
    flags.excludeHy === '1' && sql`s.site_type <> 'H'`,
    flags.isPsManage === '1' && sql`s.maintenance_status = '1'`,
    flags.excludeClosed === '1' && sql`s.psa_id not in ${closedPsas}`,
    flags.hasModel === '1' &&
      sql`exists (select from device v
        where v.tenant_id = s.tenant_id and v.station_id = s.id and v.status = '1')`,
  )

const choosableOf = (flags: Flags, inSubAreas: boolean) =>
  allOf(flags.isInsight !== '1' && sql`s.status <> '3'`, inSubAreas && sql`s.psa_id not in ${closedPsas}`)

export function modeOf(input: LazyInput): Mode {
  const kind = input.isDepart === '1' ? 'departments' : input.isQueryPs === '1' ? 'stations' : 'subAreas'
  return {
    ...stationMode(input, kind),
    disableClosed: input.disableClosed === '1',
    readOnly: isReadOnly(input),
    chosen: coveredBy(input.initTreeEntity ?? {}),
  }
}

/** A tree of stations with only the flags applied. */
export const stationMode = (flags: Flags, kind: Mode['kind'] = 'stations'): Mode => ({
  kind,
  insight: flags.isInsight === '1',
  disableClosed: false,
  readOnly: false,
  holds: holdsOf(flags),
  choosable: choosableOf(flags, kind === 'subAreas'),
  chosen: sql<SqlBool>`false`,
})
