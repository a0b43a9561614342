import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { formatCapacity } from '../../kit/format.ts'
import { send } from '../../lib/call.ts'
import { has, useGrants } from '../../lib/permission.tsx'
import { MOST_HITS, type Hit, type HitAction } from '../../lib/search-source.ts'

export async function findStations(psName: string, signal: AbortSignal): Promise<Hit[]> {
  const { list } = await send(stationCalls.page, { psName, curPage: 1, size: MOST_HITS }, { signal })
  return list.map(toHit)
}

type Station = Received<typeof stationCalls.page>['list'][number]

const toHit = ({ psId, psName, capacityKwp, province, city, maintenanceStatus }: Station): Hit => ({
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
  actions: actionsAt(psId),
})

function actionsAt(psId: string): HitAction[] {
  const grants = useGrants.getState()
  return [
    ...(has(grants, 'order:list') ? [{ title: '查看工单', target: paths.orders.to({ psId }) }] : []),
    ...(has(grants, 'device:list') ? [{ title: '查看设备', target: paths.devices.to({ psId }) }] : []),
  ]
}
