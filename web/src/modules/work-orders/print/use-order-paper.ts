import type { Received } from '@heliodesk/contract/call.ts'
import { APPEARANCE } from '@heliodesk/contract/appearance-score.ts'
import { appearanceSheetCalls } from '@heliodesk/contract/appearance-sheet.ts'
import { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { cleaningTypes } from '@heliodesk/contract/cleaning-list.ts'
import { fieldWorkCalls } from '@heliodesk/contract/field-work.ts'
import { outageCalls } from '@heliodesk/contract/outages.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useCall } from '../../../lib/queries.ts'
import type { OrderDetail } from '../order.ts'

export type OrderOnPaper = {
  order: OrderDetail
  history: Received<typeof workOrderCalls.history>
  outages: Received<typeof outageCalls.list>
  /** Those of an order that needs none are none. */
  tickets: Received<typeof ticketCalls.ofOrder>['pageList']
  /** Of a cleaning: its zones, how much of the station they cover, and what it is worth. */
  cleaning: {
    zones: Received<typeof cleaningCalls.select>['pageList']
    cap: Received<typeof cleaningCalls.cap>
    benefit: Received<typeof cleaningCalls.benefit>
  } | null
  /** Of an appearance inspection; null for one without a sheet too. */
  sheet: Received<typeof appearanceSheetCalls.sheet>
  fieldRecords: Received<typeof fieldWorkCalls.records>['rows']
}

/** One round has far fewer zones. */
const MOST_ZONES = 500

/** An order rarely has more than three. */
const MOST_TICKETS = 50

/** Everything that the paper of an order says; undefined until all of it is there. */
export function useOrderPaper(id: string) {
  const detail = useCall(workOrderCalls.detail, { id })
  const history = useCall(workOrderCalls.history, { id })
  const outages = useCall(outageCalls.list, { orderId: id })
  const order = detail.data?.id === id ? detail.data : undefined
  const isCleaning = order !== undefined && cleaningTypes.has(order.taskType)
  const enabled = { enabled: isCleaning }
  const zones = useCall(cleaningCalls.select, { orderId: id, size: MOST_ZONES }, enabled)
  const cap = useCall(cleaningCalls.cap, { orderId: id }, enabled)
  const benefit = useCall(cleaningCalls.benefit, { orderId: id }, enabled)
  const needsTickets = order !== undefined && order.needTicket !== 0
  const tickets = useCall(
    ticketCalls.ofOrder,
    { orderId: id, curPage: 1, size: MOST_TICKETS },
    { enabled: needsTickets },
  )
  const isAppearance = order?.taskType === APPEARANCE
  const sheet = useCall(appearanceSheetCalls.sheet, { orderId: id }, { enabled: isAppearance })
  const hasRecords = order !== undefined && order.fieldRecords > 0
  const records = useCall(fieldWorkCalls.records, { id }, { enabled: hasRecords })
  const reads = [
    detail,
    history,
    outages,
    ...(isCleaning ? [zones, cap, benefit] : []),
    ...(needsTickets ? [tickets] : []),
    ...(isAppearance ? [sheet] : []),
    ...(hasRecords ? [records] : []),
  ]
  const cleaning =
    zones.data && cap.data && benefit.data
      ? { zones: zones.data.pageList, cap: cap.data, benefit: benefit.data }
      : null
  const isThere =
    order &&
    history.data &&
    outages.data &&
    (!isCleaning || cleaning) &&
    (!needsTickets || tickets.data) &&
    (!isAppearance || sheet.data !== undefined) &&
    (!hasRecords || records.data)
  const data: OrderOnPaper | undefined = isThere
    ? {
        order,
        history: history.data,
        outages: outages.data,
        tickets: tickets.data?.pageList ?? [],
        cleaning,
        sheet: sheet.data ?? null,
        fieldRecords: records.data?.rows ?? [],
      }
    : undefined
  const failed = reads.filter(({ error }) => error !== null)
  return {
    data,
    error: failed[0]?.error ?? null,
    isPlaceholderData: reads.some(({ isPlaceholderData }) => isPlaceholderData),
    refetch: () => Promise.all(failed.map((read) => read.refetch())),
  }
}
