import type { Sent } from '@heliodesk/contract/call.ts'
import { reformTypes } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { useChoice } from '../../../kit/page-table/use-choice.ts'
import { MOST_AT_ONCE, useBatchRun } from '../../../kit/use-batch-run.ts'
import { requestOf } from '../../../lib/send-each.ts'
import type { Order } from '../order.ts'
import { useOrderSteps, type StepAction } from '../order-steps.ts'

/** Refusals of orders that are no longer there to be chosen. */
const GONE = new Set(['not_found'])

/** What an assignment of several orders has in common. */
export type CommonPlan = Pick<
  Sent<typeof calls.assign>,
  'liableUserId' | 'planStartTime' | 'planEndTime' | 'note'
>

/** The chosen orders of the list, and what is done with all of them: each is changed, or refused, by itself. */
export function useOrderBatch(rows: readonly Order[] | undefined) {
  const { chosen, choice, bar } = useChoice<Order>({
    rows,
    nameOf: ({ workCode }) => workCode,
    unit: '单',
    most: MOST_AT_ONCE,
  })
  const { run, ...state } = useBatchRun({ choice, unit: '单', gone: GONE })
  const stepsOf = useOrderSteps()
  /** The chosen orders with which the user may do this now. */
  const allowing = (action: StepAction) =>
    chosen.filter((order) => stepsOf(order).some((step) => step.action === action && step.refusal === null))
  return {
    chosen,
    choice,
    bar,
    ...state,
    allowing,
    assign: (plan: CommonPlan) =>
      void run(
        allowing('assign'),
        ({ id, version, taskType }) => {
          const input = { id, version, ...plan }
          // The reform types have paths of their own (spec 2 §7).
          const reformType = reformTypes.find((each) => each === taskType)
          return reformType === undefined
            ? requestOf(calls.assign, input)
            : requestOf(calls.reformAssign, { reformType: `${reformType}`, ...input })
        },
        '已指派',
      ),
    terminate: (reason: string) =>
      void run(
        allowing('terminate'),
        ({ id, version }) => requestOf(calls.terminate, { id, version, reason }),
        '已作废',
      ),
  }
}

export type OrderBatch = ReturnType<typeof useOrderBatch>
