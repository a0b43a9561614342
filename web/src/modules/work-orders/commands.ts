import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useByType, type OnOrder } from '../../domain/orders/by-type.ts'
import { changedElsewhere, useNewer, useReadAgain, useSeen } from '../../kit/use-seen.ts'
import { send, type CallError } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { useRefresh } from '../../lib/queries.ts'
import type { Order } from './order.ts'

export const useExecute = (order: OnOrder<typeof workOrderCalls.execute>) =>
  useByType(workOrderCalls.execute, workOrderCalls.reformExecute, order)
export const useCheck = (order: OnOrder<typeof workOrderCalls.check>) =>
  useByType(workOrderCalls.check, workOrderCalls.reformCheck, order)

/** What was just read again behind the form is not read once more. */
const LATELY_MS = 5000

/**
 * The order as loaded when the form opened. Its version changes only when the user reloads it, so that no unseen change
 * is overwritten; typed values stay. `error` also says that somebody else has changed it.
 */
export function useSeenOrder(opened: Order, saving: { reset: () => void; error: CallError | null }) {
  const refresh = useRefresh(workOrderCalls.detail)
  const read = useReadAgain(workOrderCalls.detail, LATELY_MS)
  const states = useSeen(opened, {
    saving,
    readAgain: ({ id }) => send(workOrderCalls.detail, { id }),
    onFresh: () => {
      refresh()
      notify({ kind: 'info', title: '已取到最新内容', text: '你填写的内容还在，再次提交将以它为准' })
    },
  })
  const newer = useNewer<Order>(workOrderCalls.detail, states.seen, ({ id }) => read({ id }))
  return { ...states, error: saving.error ?? (newer && changedElsewhere('工单', newer)) }
}
