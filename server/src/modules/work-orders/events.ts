import { orderActions, type OrderAction } from '@heliodesk/contract/work-order-rules.ts'

/** The actions in an order's history. */
export type EventAction = OrderAction | 'create' | 'import'

export const titleOfEvent = (action: EventAction): string => {
  if (action === 'create') return '新建工单'
  if (action === 'import') return '历史导入'
  return orderActions[action].title
}
