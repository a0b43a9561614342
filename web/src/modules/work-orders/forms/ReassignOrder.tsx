import { reassignReasons } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { Field } from '../../../kit/Field.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { ErrorStrip } from '../../../kit/States.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { useSaving } from '../../../kit/use-saving.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { useCall } from '../../../lib/queries.ts'
import { useSeenOrder } from '../commands.ts'
import type { Order } from '../order.ts'
import type { StepProps } from './step-props.ts'
import { Candidates } from '../../../domain/orders/Candidates.tsx'
import { Chips, PlanEnd } from './PlanEnd.tsx'
import { presetsFor } from './presets.ts'
import css from './order-forms.module.css'

/** The number of candidates shown first. */
const SHOWN_FIRST = 3

/** Reassigns an order in progress; the work done so far stays. */
export function ReassignOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const form = useForm(workOrderCalls.reassign.input, { id: opened.id, version: opened.version, note: '' })
  const { values, set, errorOf, field } = form
  const saving = useSaving(workOrderCalls.reassign, {
    said: ({ workCode, liablePerson }) => ['工单已改派', `${workCode} → ${liablePerson}`],
    onClose,
  })
  const { seen: order, look, error } = useSeenOrder(opened, saving)
  const executors = useCall(workOrderCalls.executors, { id: order.id })
  const candidates = (executors.data ?? []).filter(({ id }) => id !== order.liableUserId)
  const chosen = candidates.find(({ id }) => id === values.liableUserId)
  return (
    <CommandDialog
      open={open}
      wide
      title="改派"
      text={<About order={order} />}
      verb={chosen ? `改派给${chosen.realname}` : '改派'}
      saving={{ ...saving, error }}
      closed={refusalOf(order)}
      form={form.form}
      onConfirm={() => form.submit((input) => saving.send({ ...input, version: order.version }))}
      onClose={onClose}
      onRefresh={look}
      after={<Kept order={order} />}
    >
      <Field label="新负责人" ask="选择" required error={errorOf('liableUserId')}>
        {(control) => (
          <Candidates
            {...control}
            people={candidates}
            pending={executors.isPending}
            nobody="没有可以改派的人员"
            first={SHOWN_FIRST}
            value={values.liableUserId}
            onChange={(id) => set('liableUserId', id)}
          />
        )}
      </Field>
      {executors.error && (
        <ErrorStrip title="人员没有取到" error={executors.error} onRetry={() => void executors.refetch()} />
      )}
      <Field label="原因" ask="选择" required error={errorOf('reason')}>
        {(control) => (
          <Chips
            {...control}
            options={[...reassignReasons]}
            value={values.reason}
            onChange={({ target }) => set('reason', target.value)}
          />
        )}
      </Field>
      <PlanEnd
        label="计划结束时间"
        presets={presetsFor(order, companyNow())}
        after={order.planStartTime}
        value={values.planEndTime}
        error={errorOf('planEndTime')}
        onChange={(value) => set('planEndTime', value)}
      />
      <LongTextField
        {...field('note')}
        label="交接说明"
        required={values.reason === '其他'}
        rows={2}
        placeholder="做到哪一步、备件和工具在哪里"
      />
    </CommandDialog>
  )
}

/** The current person, and the progress of the work. */
function About({ order }: { order: Order }) {
  const { data } = useCall(workOrderCalls.detail, { id: order.id })
  const steps = data?.id === order.id ? data.stepList : []
  const done = steps.filter((step) => step.done).length
  return [
    order.workCode,
    steps.length > 0
      ? `${order.liablePerson} 已做 ${done} / ${steps.length} 步`
      : `负责人 ${order.liablePerson}`,
    ...(order.overHours === null ? [] : [`超时 ${formatNumber(order.overHours, 1)} h`]),
  ].join(' · ')
}

/** States what the new person continues from. */
function Kept({ order }: { order: Order }) {
  return (
    <p className={`alert proc ${css.kept}`}>
      已完成的步骤、工时和执行情况保留，由新负责人继续；{order.liablePerson}{' '}
      不再能填写，未保存的内容不会带过去。
    </p>
  )
}
