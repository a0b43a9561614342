import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { Field } from '../../../kit/Field.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { formatTime } from '../../../kit/format.ts'
import { useForm } from '../../../kit/use-form.ts'
import { useSaving } from '../../../kit/use-saving.ts'
import { useCall } from '../../../lib/queries.ts'
import { useSeenOrder } from '../commands.ts'
import type { Order } from '../order.ts'
import { Chips } from './PlanEnd.tsx'
import type { StepProps } from './step-props.ts'
import css from './order-forms.module.css'

const MOST_OPINION = 100

const verdicts = [
  { value: true, label: '同意' },
  { value: false, label: '不同意' },
]

/** Decides the request to extend an order. */
export function AuditOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const form = useForm(workOrderCalls.extensionAudit.input, { id: opened.id, version: opened.version })
  const { pass } = form.values
  const saving = useSaving(workOrderCalls.extensionAudit, {
    said: ({ workCode, planEndTime }, input) =>
      input.pass
        ? ['已同意延期', `${workCode} 计划 ${formatTime(planEndTime)} 结束`]
        : ['已提交不同意', `${workCode} 的计划结束时间不变`],
    onClose,
  })
  const { seen: order, look, error } = useSeenOrder(opened, saving)
  return (
    <CommandDialog
      open={open}
      wide
      title="审批延期"
      text={<Asked order={order} />}
      verb={pass === undefined ? '提交' : pass ? '同意延期' : '不同意延期'}
      saving={{ ...saving, error }}
      closed={refusalOf(order)}
      form={form.form}
      onConfirm={() => form.submit((input) => saving.send({ ...input, version: order.version }))}
      onClose={onClose}
      onRefresh={look}
    >
      <Field label="结论" ask="选择" required error={form.errorOf('pass')}>
        {(control) => (
          <Chips
            {...control}
            options={verdicts}
            value={pass}
            onChange={({ target }) => form.set('pass', target.value)}
          />
        )}
      </Field>
      <LongTextField
        {...form.field('auditOpinion')}
        label="审批意见"
        required={pass === false}
        max={MOST_OPINION}
        rows={2}
        placeholder={pass === false ? '为什么不同意' : '可不填'}
      />
    </CommandDialog>
  )
}

/** What is asked for, by whom and why. */
function Asked({ order }: { order: Order }) {
  const { data } = useCall(workOrderCalls.detail, { id: order.id })
  const asked = data?.extensionList.find(({ status }) => status === 'running')
  if (!asked) return order.workCode
  const { applyUserName, applyTime, oldPlanEndTime, planEndTime, reason } = asked
  return (
    <>
      {order.workCode} · {applyUserName} {formatTime(applyTime)} 申请
      <br />
      计划结束 {formatTime(oldPlanEndTime)} → <b className={css.asked}>{formatTime(planEndTime)}</b>
      <br />
      原因：{reason}
    </>
  )
}
