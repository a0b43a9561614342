import { addFinding, type Findings } from './findings.ts'
import type { EventRow } from './events-file.ts'
import type { StationUpdate } from './station-updates.ts'
import type { StationRow } from './stations-file.ts'

/** What the database knows about a station list. */
export type StationFacts = {
  externalKeys: Set<string>
  importKeys: Set<string>
  /** Names of the stations in the project that new ones join. */
  names: Set<string>
}

/** What the database knows about a file of events. */
export type EventFacts = {
  sites: Map<string, { visible: boolean }>
  importKeys: Set<string>
  names: Set<string>
}

export type NewSite = Pick<EventRow, 'row' | 'siteKey' | 'siteName' | 'gridDate'>

export type StationPlan = { add: StationRow[]; update: StationUpdate[]; knownCount: number }
export type EventPlan = { sites: NewSite[]; add: EventRow[]; knownCount: number }

const NAME_TAKEN = '导入项目中已有同名电站'
const NOT_VISIBLE = '该站点的电站属于您无权查看的部门'

/** The rows that are to be added, and how many of the others would change nothing. */
export function planStations(
  rows: StationRow[],
  facts: StationFacts,
  findings: Findings,
  update: StationUpdate[],
): StationPlan {
  const fresh = rows.filter(
    ({ externalKey, importKey }) =>
      !(externalKey && facts.externalKeys.has(externalKey)) &&
      !(importKey && facts.importKeys.has(importKey)),
  )
  const add = fresh.filter(({ row, name }) => {
    if (!facts.names.has(name)) return true
    addFinding(findings, { row, level: 'error', field: '电站名称', message: `${NAME_TAKEN}“${name}”` })
    return false
  })
  return { add, update, knownCount: rows.length - fresh.length - update.length }
}

export function planEvents(rows: EventRow[], facts: EventFacts, findings: Findings): EventPlan {
  const fresh = rows.filter(({ importKey }) => !facts.importKeys.has(importKey))
  const sites = new Map<string, NewSite>()
  const names = new Set(facts.names)
  const add = fresh.filter((event) => {
    const { row, siteKey, siteName } = event
    const site = facts.sites.get(siteKey) ?? sites.get(siteKey)
    if (site && 'visible' in site && !site.visible) return refuse(findings, row, NOT_VISIBLE)
    if (site) return true
    if (names.has(siteName)) return refuse(findings, row, `${NAME_TAKEN}“${siteName}”`)
    sites.set(siteKey, event)
    names.add(siteName)
    return true
  })
  return { sites: [...sites.values()], add, knownCount: rows.length - fresh.length }
}

function refuse(findings: Findings, row: number, message: string): false {
  addFinding(findings, { row, level: 'error', field: '站点编号', message })
  return false
}
