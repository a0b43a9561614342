import type { Sent } from '@heliodesk/contract/call.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { callErrorOf, reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient, refreshWhatShows, sendPatiently } from '../../lib/queries.ts'
import type { Order } from './order.ts'

type Input = Sent<typeof workOrderCalls.reschedule>
type Planned = Pick<Order, 'planStartTime' | 'planEndTime'>

const UNDO_SECONDS = 10

/** Moves the plan of an order; what shows orders is read again before it returns. */
export async function reschedule(input: Input): Promise<Order> {
  const after = await sendPatiently(workOrderCalls.reschedule, input)
  await refreshWhatShows(queryClient, workOrderCalls.reschedule.entities)
  return after
}

/** Says that an order was moved, and offers to move it back. */
export function tellMoved({ planStartTime, planEndTime }: Planned, after: Order): void {
  const { id, version, workCode } = after
  const shown = (time: string | null) => time?.slice(5, 16) ?? ''
  notify({
    kind: 'success',
    title: '工单已改期',
    text: `${workCode} ${shown(after.planStartTime)} 至 ${shown(after.planEndTime)}`,
    seconds: UNDO_SECONDS,
    ...(planStartTime !== null &&
      planEndTime !== null && {
        action: {
          text: '撤销',
          run: () => void moveBack({ id, version, planStartTime, planEndTime, confirmed: true }),
        },
      }),
  })
}

async function moveBack(input: Input): Promise<void> {
  try {
    const { workCode } = await reschedule(input)
    notify({ kind: 'info', title: '已撤销改期', text: workCode })
  } catch (error) {
    const failed = callErrorOf(error)
    if (failed) reportCallError(failed)
  }
}
