import type { UpdateFromFile } from '../../platform/update-given.ts'
import type { Change } from '../stations/index.ts'
import { addFinding, UNUSABLE, type Findings } from './findings.ts'
import type { EventRow } from './events-file.ts'
import type { StationRow } from './stations-file.ts'

export type StationUpdate = UpdateFromFile<Change>

/** Existing keys, and whether the person may see the record that has each. */
export type Known = ReadonlyMap<string, boolean>

/** The database's facts for a station list. */
export type StationFacts = {
  externalKeys: Known
  importKeys: Known
  /** Station names in the project that new stations join. */
  names: Set<string>
  /** The department's stations whose name a row without external key has, with their own keys; only for updates. */
  namesakes: Map<string, string | null>
}

/** The database's facts for a file of events. */
export type EventFacts = {
  sites: Map<string, { visible: boolean }>
  importKeys: Known
  names: Set<string>
}

export type NewSite = Pick<EventRow, 'row' | 'siteKey' | 'siteName' | 'gridDate'>

export type StationPlan = { add: StationRow[]; update: StationUpdate[]; knownCount: number }
export type EventPlan = { sites: NewSite[]; add: EventRow[]; knownCount: number }

const NAME_TAKEN = '导入项目中已有同名电站'
const SITE = '站点编号'

/** The rows to add, and the number of other rows that change nothing. */
export function planStations(
  all: StationRow[],
  facts: StationFacts,
  findings: Findings,
  update: StationUpdate[],
): StationPlan {
  const rows = all.filter(({ row, externalKey, importKey }) => {
    if (externalKey && facts.externalKeys.get(externalKey) === false)
      return refuse(findings, row, '外部编号', UNUSABLE)
    const isHidden = importKey && facts.importKeys.get(importKey) === false
    return !isHidden || refuse(findings, row, '电站名称', UNUSABLE)
  })
  const fresh = rows.filter(
    ({ externalKey, importKey }) =>
      !(externalKey && facts.externalKeys.has(externalKey)) &&
      !(importKey && facts.importKeys.has(importKey)),
  )
  const add = fresh.filter(({ row, name, givenName, externalKey }) => {
    const namesake = externalKey === null ? facts.namesakes.get(givenName) : undefined
    if (namesake !== undefined) return refuse(findings, row, '外部编号', unnumbered(givenName, namesake))
    return !facts.names.has(name) || refuse(findings, row, '电站名称', `${NAME_TAKEN}“${name}”`)
  })
  return { add, update, knownCount: rows.length - fresh.length - update.length }
}

/** An update must not add a second station of the same name. */
const unnumbered = (name: string, key: string | null) =>
  `所选部门已有电站“${name}”，${key === null ? '它没有外部编号，不能由文件更新，请在电站档案中编辑' : `更新请填写外部编号“${key}”`}`

export function planEvents(all: EventRow[], facts: EventFacts, findings: Findings): EventPlan {
  const rows = all.filter(({ row, siteKey, importKey }) => {
    const isHidden = facts.sites.get(siteKey)?.visible === false || facts.importKeys.get(importKey) === false
    return !isHidden || refuse(findings, row, SITE, UNUSABLE)
  })
  const fresh = rows.filter(({ importKey }) => !facts.importKeys.has(importKey))
  const sites = new Map<string, NewSite>()
  const names = new Set(facts.names)
  const add = fresh.filter((event) => {
    const { row, siteKey, siteName } = event
    const site = facts.sites.get(siteKey) ?? sites.get(siteKey)
    if (site) return true
    if (names.has(siteName)) return refuse(findings, row, SITE, `${NAME_TAKEN}“${siteName}”`)
    sites.set(siteKey, event)
    names.add(siteName)
    return true
  })
  return { sites: [...sites.values()], add, knownCount: rows.length - fresh.length }
}

function refuse(findings: Findings, row: number, field: string, message: string): false {
  addFinding(findings, { row, level: 'error', field, message })
  return false
}
