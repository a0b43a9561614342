import type { Received } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { Known } from '../../kit/RecordDrawer.tsx'

/** A row of the list; the detail has all its fields and more. */
export type Order = Received<typeof workOrderCalls.page>['pageList'][number]
export type OrderDetail = Received<typeof workOrderCalls.detail>
/** An order of which at least the row of the list is known. */
export type KnownOrder = Known<Order, OrderDetail>

export const isWhole = (order: KnownOrder): order is OrderDetail => order.stepList !== undefined
