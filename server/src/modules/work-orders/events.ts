import { orderActions, type OrderAction } from '@heliodesk/contract/work-order-rules.ts'

/** What may stand in an order's history. */
export type EventAction = OrderAction | 'create' | 'import'

export const titleOfEvent = (action: EventAction): string => {
  if (action === 'create') return '新建工单'
  if (action === 'import') return '历史导入'
  return orderActions[action].title
}
