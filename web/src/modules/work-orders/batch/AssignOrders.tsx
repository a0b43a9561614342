import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { z } from 'zod'
import { usePeople } from '../../../domain/use-people.tsx'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { EnterForm } from '../../../kit/EnterForm.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import { WIRE_TIME } from '../../../kit/format.ts'
import { useForm } from '../../../kit/use-form.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { companyNow } from '../../../lib/company-time.ts'
import type { Order } from '../order.ts'
import type { CommonPlan } from './use-order-batch.ts'

const { liableUserId, planStartTime, planEndTime, note } = workOrderCalls.assign.input.shape
const common = z
  .object({ liableUserId, planStartTime, planEndTime, note })
  .refine((plan) => plan.planStartTime < plan.planEndTime, {
    path: ['planEndTime'],
    message: '计划结束时间应晚于计划开始时间',
  })

type AssignOrdersProps = OverlayProps & {
  orders: readonly Order[]
  onAssign: (plan: CommonPlan) => void
}

/** Assigns several orders to one person, with one plan. */
export function AssignOrders({ orders, open, onClose, onAssign }: AssignOrdersProps) {
  const form = useForm(common, {
    planStartTime: companyNow().add(1, 'hour').startOf('hour').format(WIRE_TIME),
  })
  const { isRead: _isRead, options, ...people } = usePeople()
  const stations = [...new Set(orders.map(({ psName }) => psName))]
  const send = () =>
    form.submit((plan) => {
      onClose()
      onAssign(plan)
    })
  return (
    <ConfirmDialog
      open={open}
      wide
      title={`指派所选 ${orders.length} 单`}
      text={`${stations.slice(0, 3).join('、')}${stations.length > 3 ? ` 等 ${stations.length} 座电站` : ''}。数据范围不含该电站的人员会被拒绝，原因逐单列出。`}
      verb="指派"
      onConfirm={send}
      onCancel={onClose}
    >
      <EnterForm form={form.form} onSend={send}>
        <SelectField
          {...form.field('liableUserId')}
          {...people}
          label="负责人"
          required
          placeholder="姓名、拼音"
          choices={options}
        />
        <TimeField {...form.field('planStartTime')} label="计划开始时间" required ahead="start" />
        <TimeField
          {...form.field('planEndTime')}
          label="计划结束时间"
          required
          ahead="end"
          after={form.values.planStartTime}
        />
        <LongTextField {...form.field('note')} label="派单说明" rows={2} />
      </EnterForm>
    </ConfirmDialog>
  )
}
