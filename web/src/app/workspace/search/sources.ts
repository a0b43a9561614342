import type { Received } from '@heliodesk/contract/call.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { formatNumber } from '../../../kit/format.ts'
import { send } from '../../../lib/call.ts'
import { has, type Grants } from '../../../lib/permission.tsx'
import { findPage, type Routes } from '../menu.ts'
import type { Hit, Kind } from './hit.ts'
import { findPlaces, placesOf } from './menu-entries.ts'

/** A searchable kind of record; add one of these for a new kind. */
export type Source = {
  kind: Kind
  title: string
  find: (words: string, signal: AbortSignal) => Promise<Hit[]> | Hit[]
  /** Fewer letters than this match too much to be useful. */
  leastLetters: number
  /** The page that lists all matches of these words. */
  listOf?: (words: string) => string
}

/** At most this many results per kind; the list has the rest. */
export const MOST_HITS = 5

const ORDERS = '/taskCenter'
const STATIONS = '/station/archive'

/** The kinds for which this user has the page and the permission; the server returns only what the user may see. */
export function sourcesFor(routes: Routes, grants: Grants): Source[] {
  const places = placesOf(routes)
  const menu: Source = {
    kind: 'menu',
    title: '菜单',
    leastLetters: 0,
    find: (words) =>
      findPlaces(places, words).map(({ title, above, icon, target }) => ({
        kind: 'menu',
        key: `menu ${target}`,
        title,
        facts: above,
        target,
        icon,
      })),
  }
  const opens = (path: string) => findPage(routes, path) !== null
  return [
    menu,
    ...(opens(ORDERS) && has(grants, 'order:list') ? [orders] : []),
    ...(opens(STATIONS) && has(grants, 'station:list') ? [stations] : []),
  ]
}

const orders: Source = {
  kind: 'order',
  title: '工单',
  leastLetters: 2,
  listOf: (words) => `${ORDERS}?keyword=${encodeURIComponent(words)}`,
  async find(keyword, signal) {
    const input = { keyword, curPage: 1, size: MOST_HITS, needCount: false }
    const { pageList } = await send(workOrderCalls.page, input, { signal })
    return pageList.map(toOrderHit)
  },
}

type Order = Received<typeof workOrderCalls.page>['pageList'][number]

const toOrderHit = (order: Order): Hit => ({
  kind: 'order',
  key: `order ${order.id}`,
  title: order.taskDescription,
  facts: [order.workCode, order.psName, order.liablePerson].filter(Boolean).join(' · '),
  target: `${ORDERS}?order=${order.id}`,
  end: endOf(order),
  status: order.flowSts,
})

const dayOf = (time: string) => time.slice(5, 10)

/** The most relevant time: how late it is, when it begins, or when it ended. */
function endOf({ flowSts, overHours, planStartTime, flowEndTime }: Order): Hit['end'] {
  if (flowSts >= 4) return flowEndTime ? { text: `${dayOf(flowEndTime)} 关闭` } : undefined
  if (overHours !== null) return { text: `超时 ${formatNumber(overHours, 1)} h`, late: true }
  return planStartTime ? { text: `${dayOf(planStartTime)} 起` } : undefined
}

const stations: Source = {
  kind: 'station',
  title: '电站',
  leastLetters: 1,
  listOf: (words) => `${STATIONS}?psName=${encodeURIComponent(words)}`,
  async find(psName, signal) {
    const { list } = await send(stationCalls.page, { psName, curPage: 1, size: MOST_HITS }, { signal })
    return list.map(toStationHit)
  },
}

type Station = Received<typeof stationCalls.page>['list'][number]

const KW_PER_MW = 1000

const toStationHit = ({ psId, psName, capacityKwp, province, city, maintenanceStatus }: Station): Hit => ({
  kind: 'station',
  key: `station ${psId}`,
  title: psName,
  facts: [
    capacityKwp === null ? null : `${formatNumber(capacityKwp / KW_PER_MW, 1)} MW`,
    [province, city].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(' · '),
  target: `${STATIONS}?station=${psId}`,
  end: maintenanceStatus === '2' ? { text: '退场' } : undefined,
})
