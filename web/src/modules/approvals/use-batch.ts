import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Call, Sent } from '@heliodesk/contract/call.ts'
import type { StepOperation } from '@heliodesk/contract/process-file.ts'
import { useChoice } from '../../kit/page-table/use-choice.ts'
import { MOST_AT_ONCE, useBatchRun } from '../../kit/use-batch-run.ts'
import { requestOf } from '../../lib/send-each.ts'
import type { Approval } from './approval.ts'

/** A line of 待办: one step of one process. */
export type Line = Approval & { id: string }

type Step = { processInstanceId: string; taskId: number }

export const lineOf = (row: Approval): Line => ({ ...row, id: `${row.processInstanceId} ${row.taskId}` })

/** Refusals of steps that are no longer there to be chosen. */
const GONE = new Set(['workflow.ended', 'workflow.task closed', 'workflow.not allowed'])

/** The chosen lines of 待办, and what is done with all of them: each is decided, or refused, by itself. */
export function useBatch(rows: readonly Line[]) {
  const { chosen, choice, bar } = useChoice<Line>({
    rows,
    nameOf: ({ title }) => title,
    unit: '项',
    most: MOST_AT_ONCE,
  })
  const { run: runEach, ...state } = useBatchRun({ choice, unit: '项', gone: GONE })
  const run = <C extends Call<'command'>>(call: C, inputOf: (step: Step) => Sent<C>, done: string) =>
    void runEach(
      chosen.filter(({ taskId }) => taskId !== null),
      ({ processInstanceId, taskId }) => requestOf(call, inputOf({ processInstanceId, taskId: taskId! })),
      done,
    )
  return {
    chosen,
    choice,
    bar,
    ...state,
    /** How many of the chosen steps forbid this. */
    denying: (operation: StepOperation) => chosen.filter(({ denied }) => denied.includes(operation)).length,
    approve: () =>
      run(
        approvalCalls.complete,
        (step) => ({ ...step, outcome: 'approve' as const, opinion: '' }),
        '已同意',
      ),
    reject: (opinion: string) =>
      run(
        approvalCalls.complete,
        (step) => ({ ...step, outcome: 'reject' as const, opinion }),
        '已提交不同意',
      ),
    giveBack: (auditOpinion: string) =>
      run(approvalCalls.giveBack, (step) => ({ ...step, auditOpinion }), '已退回'),
    transfer: (to: { personId: string; opinion?: string }) =>
      run(approvalCalls.transfer, (step) => ({ ...step, ...to }), '已转办'),
  }
}

export type Batch = ReturnType<typeof useBatch>
