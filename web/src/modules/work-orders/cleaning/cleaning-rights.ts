import { cleaningTypes } from '@heliodesk/contract/cleaning-list.ts'
import { useCan } from '../../../lib/permission.tsx'
import { useSession } from '../../../lib/session.ts'
import type { Order } from '../order.ts'

/** What the dialogs of a cleaning know of its order. */
export type CleaningOrder = Pick<Order, 'id' | 'version' | 'workCode' | 'psId'>

type Facts = Pick<Order, 'flowSts' | 'liableUserId' | 'assistUserIds' | 'taskType'>

/** What the user may do with the cleaning of an order, as the server has it. */
export function useCleaningRights() {
  const userId = useSession(({ user }) => user?.id ?? '')
  const [execute, assign, check] = [useCan('order:execute'), useCan('order:assign'), useCan('order:check')]
  return ({ flowSts, liableUserId, assistUserIds, taskType }: Facts) => {
    const isExecutor = liableUserId === userId || assistUserIds.includes(userId)
    const isCleaning = cleaningTypes.has(taskType)
    return {
      edit: isCleaning && execute && isExecutor && flowSts === 2,
      copy: isCleaning && assign && flowSts <= 2,
      accept: isCleaning && check && !isExecutor && flowSts === 3,
    }
  }
}
