import type { Sent } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'

/** What waits for the user's decision: to assign or to accept, what is due first. */
export const todos: Sent<typeof workOrderCalls.page> = {
  todo: true,
  flowSts: [1, 3],
  orderField: 'planEndTime',
  orderType: 'asc',
  curPage: 1,
  size: 20,
}
