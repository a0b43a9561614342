import type { Received } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'

/** A row of the list; the detail has all its fields and more. */
export type Order = Received<typeof workOrderCalls.page>['pageList'][number]
export type OrderDetail = Received<typeof workOrderCalls.detail>
