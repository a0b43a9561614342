import type { Received } from '@heliodesk/contract/call.ts'
import { usualExtension } from '@heliodesk/contract/extension-rules.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { orderActions, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { formatNumber } from '../../kit/format.ts'
import { send } from '../../lib/call.ts'
import { knownShell } from '../../lib/shell.ts'
import { has, useGrants } from '../../lib/permission.tsx'
import { MOST_HITS, type Hit } from '../../lib/search-source.ts'
import { useSession } from '../../lib/session.ts'
import { stepsFor, type OrderStep } from './order-steps.ts'

export async function findOrders(keyword: string, signal: AbortSignal): Promise<Hit[]> {
  const input = { keyword, curPage: 1, size: MOST_HITS, needCount: false }
  const { pageList } = await send(workOrderCalls.page, input, { signal })
  return pageList.map(toHit)
}

/** The orders on which the step that one of the words names can be taken: 指派 红柳沟. */
export async function findSteps(words: string, signal: AbortSignal): Promise<Hit[]> {
  const parts = words.split(/\s+/)
  const named = stepTitles.find((title) => parts.includes(title))
  if (named === undefined) return []
  const rest = parts.filter((part) => part !== named).join(' ')
  const flowSts = statusesOf(named)
  const input = { flowSts, curPage: 1, size: MOST_HITS, needCount: false, ...(rest && { keyword: rest }) }
  const { pageList } = await send(workOrderCalls.page, input, { signal })
  return pageList.flatMap((order) => {
    const step = openSteps(order).find(({ title }) => title === named)
    if (!step) return []
    const { title, facts, status } = toHit(order)
    return [
      {
        kind: 'action',
        key: `${step.action} ${order.id}`,
        title: `${named}：${title}`,
        facts,
        target: targetOf(step, order.id),
        ...(status && { status }),
      },
    ]
  })
}

const stepTitles = [...Object.values(orderActions).map(({ title }) => title), '填写执行']

const statusesOf = (named: string): FlowStatus[] =>
  Object.values(orderActions)
    .find(({ title }) => title === named)
    ?.from.slice() ?? [2]

type Order = Received<typeof workOrderCalls.page>['pageList'][number]

const toHit = (order: Order): Hit => ({
  kind: 'order',
  key: `order ${order.id}`,
  title: order.taskDescription,
  facts: [order.workCode, order.psName, order.liablePerson].filter(Boolean).join(' · '),
  target: paths.orders.to({ order: order.id }),
  end: endOf(order),
  status: order.flowSts,
  actions: openSteps(order).map((step) => ({ title: step.title, target: targetOf(step, order.id) })),
})

/** The steps that the signed-in user can take now. */
function openSteps(order: Order): OrderStep[] {
  const grants = useGrants.getState()
  const userId = useSession.getState().user?.id ?? ''
  return stepsFor(
    order,
    userId,
    (perm) => has(grants, perm),
    knownShell()?.extension ?? usualExtension,
  ).filter(({ refusal }) => refusal === null)
}

const targetOf = ({ action }: OrderStep, order: string) =>
  action === 'execute' ? paths.orders.to({ order, do: 'execute' }) : paths.orders.to({ order, act: action })

const dayOf = (time: string) => time.slice(5, 10)

/** The most relevant time: how late it is, when it begins, or when it ended. */
function endOf({ flowSts, overHours, planStartTime, flowEndTime }: Order): Hit['end'] {
  if (flowSts >= 4) return flowEndTime ? { text: `${dayOf(flowEndTime)} 关闭` } : undefined
  if (overHours !== null) return { text: `超时 ${formatNumber(overHours, 1)} h`, late: true }
  return planStartTime ? { text: `${dayOf(planStartTime)} 起` } : undefined
}
