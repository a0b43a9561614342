import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { ComponentType } from 'react'
import { useField } from '../../../domain/field/field-store.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { ReasonDialog } from '../../../kit/ReasonDialog.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { useSaving } from '../../../kit/use-saving.ts'
import { notify } from '../../../lib/notices.ts'
import { useRefresh } from '../../../lib/queries.ts'
import { useCheck, useSeenOrder } from '../commands.ts'
import type { Order } from '../order.ts'
import { useOrderSteps, type StepAction } from '../order-steps.ts'
import { StartInField } from '../field/StartInField.tsx'
import { AssignOrder } from './AssignOrder.tsx'
import { AuditOrder } from './AuditOrder.tsx'
import { ExtendOrder } from './ExtendOrder.tsx'
import { InsureOrder } from './InsureOrder.tsx'
import { PassOrder } from './PassOrder.tsx'
import { ReassignOrder } from './ReassignOrder.tsx'
import { RescheduleOrder } from './RescheduleOrder.tsx'
import type { StepProps } from './step-props.ts'

export type StepRequest = { action: Exclude<StepAction, 'execute'>; order: Order; plan?: StepProps['plan'] }

type OrderDialogsProps = Omit<StepProps, 'order' | 'refusalOf' | 'plan'> & {
  request: StepRequest
  /** The work was started: its form opens next. */
  onStarted: (order: Order) => void
}

/** The form or the confirmation for a step. */
export function OrderDialogs({ request: { action, order, plan }, onStarted, ...rest }: OrderDialogsProps) {
  const stepsOf = useOrderSteps()
  const refusalOf = (seen: Order) => {
    const step = stepsOf(seen).find((each) => each.action === action)
    return step ? step.refusal : `工单${seen.flowStsName}，不能再办理这一步`
  }
  const Step = dialogs[action]
  return <Step {...rest} order={order} plan={plan} refusalOf={refusalOf} onStarted={onStarted} />
}

type Started = Pick<OrderDialogsProps, 'onStarted'>

const dialogs: Record<StepRequest['action'], ComponentType<StepProps & Started>> = {
  assign: AssignOrder,
  reassign: ReassignOrder,
  extend: ExtendOrder,
  audit: AuditOrder,
  insure: InsureOrder,
  reschedule: RescheduleOrder,
  claim: ClaimOrder,
  start: StartOrder,
  pass: PassOrder,
  reject: RejectOrder,
  terminate: TerminateOrder,
}

function ClaimOrder(step: StepProps) {
  return (
    <Turn
      {...step}
      call={workOrderCalls.claim}
      title={({ workCode }) => `接单 ${workCode}？`}
      text={({ psName, taskDescription }) => `接单后由你负责：${psName}，${taskDescription}`}
      verb="接单"
      onDone={({ workCode }) => notify({ kind: 'success', title: '已接单', text: `${workCode} 由你负责` })}
    />
  )
}

function StartOrder({ onStarted, ...step }: StepProps & Started) {
  const hasOutbox = useField(({ outbox }) => outbox !== null)
  if (usePhone() && hasOutbox) return <StartInField {...step} onStarted={onStarted} />
  return (
    <Turn
      {...step}
      call={workOrderCalls.start}
      title={({ workCode }) => `开始作业 ${workCode}？`}
      text={() => '记录开始时间，随后填写先决条件、作业步骤和工时。'}
      verb="开始作业"
      onDone={onStarted}
    />
  )
}

type TurnProps = StepProps & {
  call: typeof workOrderCalls.claim
  title: (order: Order) => string
  text: (order: Order) => string
  verb: string
  onDone: (order: Order) => void
}

/** A step that needs only a confirmation. It stays open until it succeeds, and shows why it fails. */
function Turn({ call, order: opened, open, title, text, verb, onClose, onDone, refusalOf }: TurnProps) {
  const saving = useSaving(call, { onClose, onSaved: onDone })
  const { seen, look, error } = useSeenOrder(opened, saving)
  const refresh = useRefresh(workOrderCalls.detail)
  const { id, version } = seen
  // Another user may have been faster; refetch, so that the list shows it.
  const giveUp = () => {
    onClose()
    if (saving.error) refresh()
  }
  return (
    <CommandDialog
      open={open}
      title={title(seen)}
      text={text(seen)}
      verb={verb}
      saving={{ ...saving, error }}
      closed={refusalOf(seen)}
      onConfirm={() => saving.send({ id, version })}
      onClose={giveUp}
      onRefresh={look}
    />
  )
}

function RejectOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const saving = useCheck({
    taskType: opened.taskType,
    said: ({ workCode, liablePerson }) => ['工单已退回', `${workCode} 由 ${liablePerson} 整改`],
    onClose,
  })
  const { seen, look, error } = useSeenOrder(opened, saving)
  const { id, version, workCode, liablePerson } = seen
  return (
    <ReasonDialog
      open={open}
      type="1"
      text={`${workCode} 退回给 ${liablePerson ?? '负责人'} 整改，之后重新提交验收。`}
      saving={{ ...saving, error }}
      closed={refusalOf(seen)}
      onRefresh={look}
      onConfirm={(auditOpinion) => saving.send({ id, version, pass: false, auditOpinion })}
      onClose={onClose}
    />
  )
}

function TerminateOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const saving = useSaving(workOrderCalls.terminate, {
    said: ({ workCode }) => ['工单已作废', workCode],
    onClose,
  })
  const { seen, look, error } = useSeenOrder(opened, saving)
  const { id, version, workCode } = seen
  return (
    <ReasonDialog
      open={open}
      type="2"
      text={`${workCode} 作废后不可恢复，已填写的内容只能查看。`}
      saving={{ ...saving, error }}
      closed={refusalOf(seen)}
      onRefresh={look}
      onConfirm={(reason) => saving.send({ id, version, reason })}
      onClose={onClose}
    />
  )
}
