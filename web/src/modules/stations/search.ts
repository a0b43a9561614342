import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { formatCapacity } from '../../kit/format.ts'
import { send } from '../../lib/call.ts'
import { has, useGrants } from '../../lib/permission.tsx'
import { MOST_HITS, type Hit, type HitAction } from '../../lib/search-source.ts'
import { stateOf } from './station.ts'

export async function findStations(psName: string, signal: AbortSignal): Promise<Hit[]> {
  const { list } = await send(stationCalls.page, { psName, curPage: 1, size: MOST_HITS }, { signal })
  return list.map(toHit)
}

const REPORT = '新建工单'

/** The stations in use at which 新建工单 红柳沟 opens the form of a new order. */
export async function findReports(words: string, signal: AbortSignal): Promise<Hit[]> {
  const parts = words.split(/\s+/)
  const rest = parts.filter((part) => part !== REPORT).join(' ')
  if (rest === '' || !parts.includes(REPORT) || !has(useGrants.getState(), 'station:list')) return []
  const found = await findStations(rest, signal)
  return found.flatMap(({ key, title, facts, actions = [] }) =>
    actions
      .filter((action) => action.title === REPORT)
      .map(({ target }) => ({
        kind: 'action',
        key: `report ${key}`,
        title: `${REPORT}：${title}`,
        facts,
        target,
        icon: 'clipboard-list',
      })),
  )
}

type Station = Received<typeof stationCalls.page>['list'][number]

const toHit = (station: Station): Hit => {
  const { psId, psName, capacityKwp, province, city, maintenanceStatus } = station
  return {
    kind: 'station',
    key: `station ${psId}`,
    title: psName,
    facts: [
      capacityKwp === null ? null : formatCapacity(capacityKwp),
      [province, city].filter(Boolean).join(' '),
    ]
      .filter(Boolean)
      .join(' · '),
    target: paths.stations.to({ station: psId }),
    icon: 'sun',
    end: maintenanceStatus === '2' ? { text: '退场' } : undefined,
    actions: actionsAt(station),
  }
}

function actionsAt(station: Station): HitAction[] {
  const grants = useGrants.getState()
  const { psId } = station
  const mayReport = has(grants, 'order:create') && stateOf(station).on
  return [
    ...(mayReport ? [{ title: REPORT, target: paths.orders.to({ reportAt: psId }) }] : []),
    ...(has(grants, 'order:list') ? [{ title: '查看工单', target: paths.orders.to({ psId }) }] : []),
    ...(has(grants, 'device:list') ? [{ title: '查看设备', target: paths.devices.to({ psId }) }] : []),
  ]
}
