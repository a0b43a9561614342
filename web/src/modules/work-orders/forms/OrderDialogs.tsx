import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { ReasonDialog } from '../../../kit/ReasonDialog.tsx'
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
  const refresh = useRefreshOrders()
  const command = useCommand(workOrderCalls.claim, {
    refresh: orderViews,
    onSuccess: () => {
      notify({ kind: 'success', title: '已接单', text: `${order.workCode} 由你负责` })
      onClose()
    },
  })
  const claim = () => command.mutate({ id: order.id, version: order.version }, { onError: giveUp })
  // Somebody was faster, or the order has moved on: the list shows it.
  const giveUp = () => {
    onClose()
    void refresh()
  }
  return (
    <ConfirmDialog
      open={open}
      title={`接单 ${order.workCode}？`}
      text={`接单后由你负责：${order.psName}，${order.taskDescription}`}
      verb="接单"
      busy={command.isPending}
      onConfirm={claim}
      onCancel={onClose}
    />
  )
}

function StartOrder({ order, open, onClose, onStarted }: StepProps & { onStarted: (order: Order) => void }) {
  const refresh = useRefreshOrders()
  const command = useCommand(workOrderCalls.start, {
    refresh: orderViews,
    onSuccess: (started) => {
      onClose()
      onStarted(started)
    },
  })
  const start = () => command.mutate({ id: order.id, version: order.version }, { onError: giveUp })
  const giveUp = () => {
    onClose()
    void refresh()
  }
  return (
    <ConfirmDialog
      open={open}
      title={`开始作业 ${order.workCode}？`}
      text="记录开始时间，随后填写先决条件、作业步骤和工时。"
      verb="开始作业"
      busy={command.isPending}
      onConfirm={start}
      onCancel={onClose}
    />
  )
}

function RejectOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const { order, look } = useSeenOrder(opened)
  const command = useCheck({
    taskType: opened.taskType,
    onSuccess: ({ workCode, liablePerson }) => {
      notify({ kind: 'success', title: '工单已退回', text: `${workCode} 由 ${liablePerson} 整改` })
      onClose()
    },
  })
  const reject = (auditOpinion: string) =>
    command.send({ id: order.id, version: order.version, pass: false, auditOpinion })
  return (
    <ReasonDialog
      open={open}
      type="1"
      text={`${order.workCode} 退回给 ${order.liablePerson ?? '负责人'} 整改，之后重新提交验收。`}
      busy={command.busy}
      refusal={refusalOf(order)}
      alert={
        <CommandAlert
          error={command.error}
          refusal={refusalOf(order)}
          onRefresh={() => {
            command.reset()
            void look()
          }}
        />
      }
      onConfirm={reject}
      onCancel={onClose}
    />
  )
}

function TerminateOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const { order, look } = useSeenOrder(opened)
  const command = useCommand(workOrderCalls.terminate, {
    refresh: orderViews,
    errors: 'own',
    onSuccess: ({ workCode }) => {
      notify({ kind: 'success', title: '工单已作废', text: workCode })
      onClose()
    },
  })
  const terminate = (reason: string) => command.mutate({ id: order.id, version: order.version, reason })
  return (
    <ReasonDialog
      open={open}
      type="2"
      text={`${order.workCode} 作废后不可恢复，已填写的内容只能查看。`}
      busy={command.isPending}
      refusal={refusalOf(order)}
      alert={
        <CommandAlert
          error={command.error}
          refusal={refusalOf(order)}
          onRefresh={() => {
            command.reset()
            void look()
          }}
        />
      }
      onConfirm={terminate}
      onCancel={onClose}
    />
  )
}
