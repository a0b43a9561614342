import type { Received } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { formatNumber } from '../../kit/format.ts'
import { send } from '../../lib/call.ts'
import { MOST_HITS, type Hit } from '../../lib/search-source.ts'

export async function findOrders(keyword: string, signal: AbortSignal): Promise<Hit[]> {
  const input = { keyword, curPage: 1, size: MOST_HITS, needCount: false }
  const { pageList } = await send(workOrderCalls.page, input, { signal })
  return pageList.map(toHit)
}

type Order = Received<typeof workOrderCalls.page>['pageList'][number]

const toHit = (order: Order): Hit => ({
  kind: 'order',
  key: `order ${order.id}`,
  title: order.taskDescription,
  facts: [order.workCode, order.psName, order.liablePerson].filter(Boolean).join(' · '),
  target: paths.orders.to({ order: order.id }),
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
