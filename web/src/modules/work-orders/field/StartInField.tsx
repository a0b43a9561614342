import { doInField } from '../../../domain/field/do-in-field.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import type { StepProps } from '../forms/step-props.ts'
import type { Order } from '../order.ts'

/** On a phone the start of the work is kept on the device first, with a signal or without. */
export function StartInField({
  order,
  open,
  onClose,
  onStarted,
  refusalOf,
}: StepProps & { onStarted: (order: Order) => void }) {
  const start = async () => {
    onClose()
    if (await doInField(order.id, { act: 'start', given: {} })) onStarted(order)
  }
  return (
    <ConfirmDialog
      open={open}
      title={`开始作业 ${order.workCode}？`}
      text="记录开始时间，随后填写先决条件、作业步骤和工时。"
      verb="开始作业"
      refusal={refusalOf(order)}
      onConfirm={() => void start()}
      onCancel={onClose}
    />
  )
}
