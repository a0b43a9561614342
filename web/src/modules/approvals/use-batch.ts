import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Call, Sent } from '@heliodesk/contract/call.ts'
import type { StepOperation } from '@heliodesk/contract/process-file.ts'
import { useState } from 'react'
import { useChoice } from '../../kit/page-table/use-choice.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { notify } from '../../lib/notices.ts'
import { useSendEach } from '../../lib/send-each.ts'
import type { Approval } from './approval.ts'

/** Decided by one request each, so more would take too long to wait for. */
const MOST = 100

/** A line of 待办: one step of one process. */
export type Line = Approval & { id: string }

export const lineOf = (row: Approval): Line => ({ ...row, id: `${row.processInstanceId} ${row.taskId}` })

/** A step that could not be decided with the others, and why. */
export type Fault = { id: string; title: string; reason: string }

/** Refusals of steps that are no longer there to be chosen. */
const GONE = new Set(['workflow.ended', 'workflow.task closed', 'workflow.not allowed'])

/** The chosen lines of 待办, and what is done with all of them: each is decided, or refused, by itself. */
export function useBatch(rows: readonly Line[]) {
  const { chosen, choice, bar } = useChoice<Line>({
    rows,
    nameOf: ({ title }) => title,
    unit: '项',
    most: MOST,
  })
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const { progress, sendEach } = useSendEach()
  // What has not been sent yet would never be.
  useUnsaved(progress !== null)

  async function run<C extends Call<'command'>>(
    call: C,
    inputOf: (step: { processInstanceId: string; taskId: number }) => Sent<C>,
    done: string,
  ) {
    setFaults([])
    const steps = chosen.flatMap(({ taskId, ...line }) => (taskId === null ? [] : [{ ...line, taskId }]))
    const results = await sendEach(
      call,
      steps.map(({ processInstanceId, taskId }) => inputOf({ processInstanceId, taskId })),
    )
    const failed = steps.flatMap(({ id, title }, at) => {
      const error = results[at]
      return error ? [{ id, title, reason: error.message, isGone: GONE.has(error.code) }] : []
    })
    const kept = new Set(failed.flatMap(({ id, isGone }) => (isGone ? [] : [id])))
    choice.onChoose(
      chosen.filter(({ id }) => !kept.has(id)),
      false,
    )
    setFaults(failed)
    const count = steps.length - failed.length
    if (count > 0)
      notify({
        kind: failed.length > 0 ? 'warning' : 'success',
        title: `${done} ${count} 项`,
        text: failed.length > 0 ? `${failed.length} 项未办成，原因在列表上方` : undefined,
      })
  }
  return {
    chosen,
    choice,
    bar,
    faults,
    progress,
    onForget: () => setFaults([]),
    /** How many of the chosen steps forbid this. */
    denying: (operation: StepOperation) => chosen.filter(({ denied }) => denied.includes(operation)).length,
    approve: () =>
      void run(
        approvalCalls.complete,
        (step) => ({ ...step, outcome: 'approve' as const, opinion: '' }),
        '已同意',
      ),
    reject: (opinion: string) =>
      void run(
        approvalCalls.complete,
        (step) => ({ ...step, outcome: 'reject' as const, opinion }),
        '已提交不同意',
      ),
    giveBack: (auditOpinion: string) =>
      void run(approvalCalls.giveBack, (step) => ({ ...step, auditOpinion }), '已退回'),
    transfer: (to: { personId: string; opinion?: string }) =>
      void run(approvalCalls.transfer, (step) => ({ ...step, ...to }), '已转办'),
  }
}

export type Batch = ReturnType<typeof useBatch>
