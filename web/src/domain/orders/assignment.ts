import type { Received } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { WIRE_TIME } from '../../kit/format.ts'
import { companyNow } from '../../lib/company-time.ts'

type Order = Received<typeof workOrderCalls.page>['pageList'][number]

/** What an assignment starts from: the planned time of the order, or the next half hour. */
export function assignmentOf({ id, version, planStartTime, planEndTime }: Order) {
  const now = companyNow()
  const nextHalfHour = now.add(30 - (now.minute() % 30), 'minute').second(0)
  return {
    id,
    version,
    assistUserIds: [],
    planStartTime: planStartTime ?? nextHalfHour.format(WIRE_TIME),
    planEndTime: planEndTime ?? undefined,
    note: '',
  }
}
