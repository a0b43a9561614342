import { isOwn } from '@heliodesk/contract/own.ts'
import { orderActions, type OrderAction } from '@heliodesk/contract/work-order-rules.ts'

/** The actions in an order's history. */
export type EventAction = Exclude<OrderAction, 'audit'> | keyof typeof otherTitles

const otherTitles = {
  create: '新建工单',
  import: '历史导入',
  extensionAgree: '同意延期',
  extensionRefuse: '不同意延期',
  extensionEnd: '延期申请结束',
  insurance: '登记保险',
  cleaning: '登记清洗',
  outage: '登记停机',
} as const

export const titleOfEvent = (action: EventAction): string => {
  return isOwn(otherTitles, action) ? otherTitles[action] : orderActions[action].title
}

/** What stands in red in a history. */
export const isBad = (action: EventAction): boolean => bad.has(action)
const bad: ReadonlySet<EventAction> = new Set(['reject', 'terminate', 'extensionRefuse', 'extensionEnd'])
