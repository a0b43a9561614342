import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { fieldTicketCalls } from '@heliodesk/contract/field-tickets.ts'
import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { orderRelationCalls } from '@heliodesk/contract/order-relations.ts'
import { outageCalls } from '@heliodesk/contract/outages.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { INSPECTION } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { ahead, type Ahead } from '../../lib/kept/ahead.ts'
import { inHand, ownTickets } from './mine/own-tickets.ts'
import { todos } from './mine/todos.ts'
import type { MyOrder } from './mine/own-orders.ts'
import { FIRST_COMMENTS } from './comments/comment.ts'
import { MOST_TICKETS } from './tickets/order-tickets.ts'

/** Of what is due first; the others are read when they are opened. */
const MOST_ORDERS = 60

/** The user's orders as their details ask for them, their devices, and the tickets to read. */
export const ordersAhead = (): readonly Ahead[] => [
  ahead(workOrderCalls.mine, {}, (orders) => orders.slice(0, MOST_ORDERS).flatMap(ofOrder)),
  // Who guards the switching need not have the order.
  ahead(ticketCalls.page, ownTickets, ({ pageList }) => inHand(pageList).flatMap(ofTicket)),
  ahead(workOrderCalls.page, todos, ({ pageList }) =>
    pageList.map(({ id }) => ahead(workOrderCalls.detail, { id })),
  ),
]

/** What a ticket's sheet shows. */
const ofTicket = ({ id }: { id: string }): Ahead[] => [
  ahead(ticketCalls.detail, { id }),
  ahead(fieldTicketCalls.site, { id }),
]

const ofOrder = ({ id, deviceCode, taskType }: MyOrder): Ahead[] => [
  ...(taskType === INSPECTION ? [ahead(inspectionSheetCalls.detail, { orderId: id })] : []),
  ahead(workOrderCalls.detail, { id }),
  ahead(workOrderCalls.history, { id }),
  ahead(fieldWorkCalls.contacts, { id }),
  ahead(orderCommentCalls.list, { orderId: id, size: FIRST_COMMENTS }),
  ahead(orderRelationCalls.list, { orderId: id }),
  ahead(outageCalls.list, { orderId: id }),
  ahead(ticketCalls.ofOrder, { orderId: id, curPage: 1, size: MOST_TICKETS }, ({ pageList }) =>
    pageList.flatMap(ofTicket),
  ),
  ...(deviceCode === null
    ? []
    : [
        ahead(deviceCalls.detail, { code: deviceCode }, ({ id: deviceId }) => [
          ahead(deviceCalls.history, { id: deviceId }),
          ahead(workOrderCalls.page, { deviceId, curPage: 1, size: 50 }),
        ]),
      ]),
]
