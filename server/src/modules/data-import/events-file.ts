import type { TaskType } from '@heliodesk/contract/work-order-rules.ts'
import { fromWireTime, toWireDay } from '../../kernel/wire-time.ts'
import { entryOf } from '../../platform/certain.ts'
import type { EventColumn } from './columns.ts'
import { clip, type Findings } from './findings.ts'
import { Identities } from './identity.ts'
import { readRows, type RowReader } from './row-reader.ts'
import type { Table } from './table.ts'

const assetNames = ['Inverter', 'Combiner', 'Tracker', 'Transformer', 'Facility', 'Other'] as const

export type Asset = (typeof assetNames)[number]

/** How the asset of an event maps to an order; the English names are those of the pvOps data. */
export const assets: Record<Asset, { title: string; taskType: TaskType }> = {
  Inverter: { title: '逆变器', taskType: 7 },
  Combiner: { title: '汇流箱', taskType: 8 },
  Tracker: { title: '跟踪支架', taskType: 8 },
  Transformer: { title: '变压器', taskType: 8 },
  Facility: { title: '场站设施', taskType: 12 },
  Other: { title: '其他', taskType: 12 },
}

export type EventRow = {
  row: number
  /** The station's external key and, for a station to be added, its name. */
  siteKey: string
  siteName: string
  gridDate: string
  /** The event's start in milliseconds, and its calendar day in the tenant's time zone. */
  at: number
  day: string
  asset: Asset
  importKey: string
}

export type Moment = { now: Date; timeZone: string }

type Reader = RowReader<EventColumn>

/** The valid rows of a file of past events; everything else is reported in the findings. */
export function checkEvents(table: Table, { now, timeZone }: Moment, findings: Findings): EventRow[] {
  const identities = new Identities('event')
  const sites = new Map<string, { gridDate: string; row: number }>()
  return readRows('events', table, findings, (reader: Reader) => {
    const site = readSite(reader)
    const gridDate = reader.requiredDay('gridDate')
    const start = reader.requiredMoment('start')
    const asset = readAsset(reader)
    const at = start === null ? 0 : fromWireTime(start, timeZone).getTime()
    if (at > now.getTime()) reader.error('start', `时间 ${start} 晚于现在`)
    if (!reader.ok || !site || !gridDate || !start || !asset) return null
    compareDates(reader, { site: site.key, gridDate, start }, sites)
    return {
      row: reader.row,
      siteKey: site.key,
      siteName: site.name,
      gridDate: entryOf(sites, site.key).gridDate,
      at,
      day: toWireDay(new Date(at), timeZone),
      asset,
      importKey: identities.next([site.key, gridDate, start, asset]),
    }
  })
}

/** A site is identified by its station's external key; the numbers of the pvOps data get a prefix. */
function readSite(reader: Reader): { key: string; name: string } | null {
  const column = reader.has('randid') && !reader.has('site') ? 'randid' : 'site'
  const site = reader.requiredText(column, 64)
  if (site === null) return null
  return { key: column === 'site' ? site : `pvops:${site}`, name: `历史站点 ${site}` }
}

function readAsset(reader: Reader): Asset | null {
  const text = reader.requiredText('asset', 64)
  if (text === null) return null
  const found = assetNames.find(
    (name) => text.toLowerCase() === name.toLowerCase() || text === assets[name].title,
  )
  return found ?? reader.error('asset', `未知的设备“${clip(text)}”，应为 ${assetNames.join('、')} 之一`)
}

type Dates = { site: string; gridDate: string; start: string }

function compareDates(
  reader: Reader,
  { site, gridDate, start }: Dates,
  sites: Map<string, { gridDate: string; row: number }>,
): void {
  const known = sites.get(site)
  if (!known) sites.set(site, { gridDate, row: reader.row })
  else if (known.gridDate !== gridDate) {
    reader.warn('gridDate', `与第 ${known.row} 行的 ${known.gridDate} 不同，以第 ${known.row} 行为准`)
  }
  if (start.slice(0, 10) < gridDate) reader.warn('start', `早于投运日期 ${gridDate}`)
}
