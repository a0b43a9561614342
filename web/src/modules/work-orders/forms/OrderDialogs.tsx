import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { ReasonDialog } from '../../../kit/ReasonDialog.tsx'
import { useSaving } from '../../../kit/use-saving.ts'
import { notify } from '../../../lib/notices.ts'
import { useCommand } from '../../../lib/queries.ts'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import { orderViews, useCheck, useRefreshOrders, useSeenOrder } from '../commands.ts'
import type { Order } from '../order.ts'
import { useOrderSteps, type StepAction } from '../order-steps.ts'
import { AssignOrder } from './AssignOrder.tsx'
import { PassOrder } from './PassOrder.tsx'
import './order-forms.css'

export type StepRequest = { action: Exclude<StepAction, 'execute'>; order: Order }

export type StepProps = {
  order: Order
  open: boolean
  onClose: () => void
  /** What stands against the step on the order as it was last seen. */
  refusalOf: (order: Order) => string | null
}

type OrderDialogsProps = Omit<StepProps, 'order' | 'refusalOf'> & {
  request: StepRequest
  /** The work was started: its form comes next. */
  onStarted: (order: Order) => void
}

/** The form or the question that belongs to a step. */
export function OrderDialogs({ request: { action, order }, onStarted, ...rest }: OrderDialogsProps) {
  const stepsOf = useOrderSteps()
  const refusalOf = (seen: Order) => {
    const step = stepsOf(seen).find((each) => each.action === action)
    return step ? step.refusal : `工单${seen.flowStsName}，不能再办理这一步`
  }
  const props = { ...rest, order, refusalOf }
  switch (action) {
    case 'assign':
      return <AssignOrder {...props} />
    case 'claim':
      return <ClaimOrder {...props} />
    case 'start':
      return <StartOrder {...props} onStarted={onStarted} />
    case 'pass':
      return <PassOrder {...props} />
    case 'reject':
      return <RejectOrder {...props} />
    case 'terminate':
      return <TerminateOrder {...props} />
  }
}

function ClaimOrder({ order, open, onClose }: StepProps) {
  return (
    <Turn
      call={workOrderCalls.claim}
      order={order}
      open={open}
      title={`接单 ${order.workCode}？`}
      text={`接单后由你负责：${order.psName}，${order.taskDescription}`}
      verb="接单"
      onClose={onClose}
      onDone={() => notify({ kind: 'success', title: '已接单', text: `${order.workCode} 由你负责` })}
    />
  )
}

function StartOrder({ order, open, onClose, onStarted }: StepProps & { onStarted: (order: Order) => void }) {
  return (
    <Turn
      call={workOrderCalls.start}
      order={order}
      open={open}
      title={`开始作业 ${order.workCode}？`}
      text="记录开始时间，随后填写先决条件、作业步骤和工时。"
      verb="开始作业"
      onClose={onClose}
      onDone={onStarted}
    />
  )
}

type TurnProps = {
  call: typeof workOrderCalls.claim | typeof workOrderCalls.start
  order: Order
  open: boolean
  title: string
  text: string
  verb: string
  onClose: () => void
  onDone: (order: Order) => void
}

/** A step that takes nothing but a yes. */
function Turn({ call, order, onClose, onDone, ...question }: TurnProps) {
  const refresh = useRefreshOrders()
  const command = useCommand(call, {
    refresh: orderViews,
    onSuccess: (row) => {
      onClose()
      onDone(row)
    },
  })
  // Somebody was faster, or the order has moved on: the list shows it.
  const giveUp = () => {
    onClose()
    void refresh()
  }
  return (
    <ConfirmDialog
      {...question}
      busy={command.isPending}
      onConfirm={() => command.mutate({ id: order.id, version: order.version }, { onError: giveUp })}
      onCancel={onClose}
    />
  )
}

function RejectOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const saving = useCheck({
    taskType: opened.taskType,
    said: ({ workCode, liablePerson }) => ['工单已退回', `${workCode} 由 ${liablePerson} 整改`],
    onClose,
  })
  const { seen, look } = useSeenOrder(opened, saving)
  const { id, version, workCode, liablePerson } = seen
  return (
    <ReasonDialog
      open={open}
      type="1"
      text={`${workCode} 退回给 ${liablePerson ?? '负责人'} 整改，之后重新提交验收。`}
      busy={saving.busy}
      refusal={refusalOf(seen)}
      alert={<CommandAlert error={saving.error} refusal={refusalOf(seen)} onRefresh={look} />}
      onConfirm={(auditOpinion) => saving.send({ id, version, pass: false, auditOpinion })}
      onCancel={onClose}
    />
  )
}

function TerminateOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const saving = useSaving(workOrderCalls.terminate, {
    refresh: orderViews,
    said: ({ workCode }) => ['工单已作废', workCode],
    onClose,
  })
  const { seen, look } = useSeenOrder(opened, saving)
  const { id, version, workCode } = seen
  return (
    <ReasonDialog
      open={open}
      type="2"
      text={`${workCode} 作废后不可恢复，已填写的内容只能查看。`}
      busy={saving.busy}
      refusal={refusalOf(seen)}
      alert={<CommandAlert error={saving.error} refusal={refusalOf(seen)} onRefresh={look} />}
      onConfirm={(reason) => saving.send({ id, version, reason })}
      onCancel={onClose}
    />
  )
}
