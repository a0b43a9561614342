import type { Received } from '@heliodesk/contract/call.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { send } from '../../lib/call.ts'
import { has, useGrants } from '../../lib/permission.tsx'
import { MOST_HITS, type Hit } from '../../lib/search-source.ts'

export async function findDevices(keyword: string, signal: AbortSignal): Promise<Hit[]> {
  const input = { keyword, curPage: 1, size: MOST_HITS }
  const { pageList } = await send(deviceCalls.page, input, { signal })
  return pageList.map(toHit)
}

type Device = Received<typeof deviceCalls.page>['pageList'][number]

const toHit = ({ id, code, name, typeName, psId, psName, status }: Device): Hit => {
  const mayReport = status === '1' && has(useGrants.getState(), 'order:create')
  const maySee = has(useGrants.getState(), 'station:list')
  return {
    kind: 'device',
    key: `device ${id}`,
    title: name,
    facts: [psName, typeName, code].filter(Boolean).join(' · '),
    target: paths.devices.to({ device: code }),
    icon: 'hard-drive',
    end: status === '1' ? undefined : { text: '退役' },
    actions: [
      ...(mayReport ? [{ title: '新建工单', target: paths.orders.to({ report: code }) }] : []),
      ...(maySee ? [{ title: '查看电站', target: paths.stations.to({ station: psId }) }] : []),
    ],
  }
}
