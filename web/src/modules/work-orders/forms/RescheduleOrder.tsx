import type { Received } from '@heliodesk/contract/call.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { Ban, Check, TriangleAlert } from 'lucide-react'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { TimeField } from '../../../kit/fields/TimeField.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { useSaving } from '../../../kit/use-saving.ts'
import { useCall } from '../../../lib/queries.ts'
import { useSeenOrder } from '../commands.ts'
import { tellMoved } from '../moved.ts'
import css from './order-forms.module.css'
import type { StepProps } from './step-props.ts'

type Conflict = Received<typeof workOrderCalls.planConflicts>['conflicts'][number]

/** Gives an order another planned time. What speaks against it is said before; what is no rule can be confirmed. */
export function RescheduleOrder({ order: opened, plan = opened, open, onClose, refusalOf }: StepProps) {
  const form = useForm(workOrderCalls.reschedule.input, {
    id: opened.id,
    version: opened.version,
    planStartTime: plan.planStartTime ?? undefined,
    planEndTime: plan.planEndTime ?? undefined,
    note: '',
  })
  const { planStartTime = '', planEndTime = '' } = form.values
  const saving = useSaving(workOrderCalls.reschedule, {
    onClose,
    onSaved: (after) => tellMoved(opened, after),
  })
  const { seen: order, look, error } = useSeenOrder(opened, saving)
  const isPlan = planStartTime !== '' && planEndTime > planStartTime
  const isSame = planStartTime === order.planStartTime && planEndTime === order.planEndTime
  const asked = useCall(
    workOrderCalls.planConflicts,
    { id: order.id, planStartTime, planEndTime },
    { enabled: isPlan && !isSame },
  )
  const known = asked.isPlaceholderData || !isPlan || isSame ? undefined : asked.data?.conflicts
  const rule = known?.find(({ refuses }) => refuses)
  const confirms = known !== undefined && known.length > 0
  const refusal = !isPlan
    ? null
    : isSame
      ? '计划时间没有变化'
      : (rule?.text ?? (known || asked.error ? null : '正在检查冲突'))
  return (
    <CommandDialog
      open={open}
      wide
      title="改期"
      text={`${order.workCode} · ${order.psName} · ${order.taskDescription}`}
      verb={confirms ? '仍要改期' : '改期'}
      saving={{ ...saving, error }}
      closed={refusalOf(order)}
      refusal={refusal}
      form={form.form}
      onConfirm={() =>
        form.submit((input) => saving.send({ ...input, version: order.version, confirmed: confirms }))
      }
      onClose={onClose}
      onRefresh={look}
    >
      <TimeField {...form.field('planStartTime')} label="计划开始时间" required ahead="start" />
      <TimeField
        {...form.field('planEndTime')}
        label="计划结束时间"
        required
        ahead="end"
        after={planStartTime}
      />
      {known && <Conflicts of={known} />}
      <LongTextField
        {...form.field('note')}
        label="改期说明"
        rows={2}
        placeholder="为什么改，要告诉执行人什么"
      />
    </CommandDialog>
  )
}

/** What speaks against a planned time, or that nothing does. */
export const Conflicts = ({ of: found }: { of: readonly Pick<Conflict, 'text' | 'refuses'>[] }) => (
  <ul className={css.conflicts} aria-label="冲突" role="status">
    {found.length === 0 ? (
      <li className="ok">
        <Check className="i s" aria-hidden />
        没有冲突
      </li>
    ) : (
      found.map(({ text, refuses }) => {
        const Icon = refuses ? Ban : TriangleAlert
        return (
          <li key={text} className={refuses ? 'err' : css.warning}>
            <Icon className="i s" aria-hidden />
            {text}
          </li>
        )
      })
    )}
  </ul>
)
