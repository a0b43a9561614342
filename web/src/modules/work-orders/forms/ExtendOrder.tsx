import { usualExtension } from '@heliodesk/contract/extension-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { CommandDialog } from '../../../kit/CommandDialog.tsx'
import { LongTextField } from '../../../kit/fields/LongTextField.tsx'
import { formatTime, WIRE_TIME } from '../../../kit/format.ts'
import { useForm } from '../../../kit/use-form.ts'
import { useSaving } from '../../../kit/use-saving.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { useCall } from '../../../lib/queries.ts'
import { useShell } from '../../../lib/shell.ts'
import { useSeenOrder } from '../commands.ts'
import { PlanEnd } from './PlanEnd.tsx'
import { laterEnds, latestEndOf } from './presets.ts'
import type { StepProps } from './step-props.ts'

const MOST_REASON = 100

/** Asks for a later planned end. */
export function ExtendOrder({ order: opened, open, onClose, refusalOf }: StepProps) {
  const form = useForm(workOrderCalls.extension.input, { id: opened.id, version: opened.version })
  const saving = useSaving(workOrderCalls.extension, {
    said: ({ workCode }) => ['已申请延期', `${workCode} 等待审批`],
    onClose,
  })
  const { seen: order, look, error } = useSeenOrder(opened, saving)
  const detail = useCall(workOrderCalls.detail, { id: order.id })
  const limits = useShell()?.extension ?? usualExtension
  const latest = latestEndOf(order, detail.data?.extensionList ?? [], limits)
  const now = companyNow()
  return (
    <CommandDialog
      open={open}
      wide
      title="申请延期"
      text={`${order.workCode} · 原计划 ${formatTime(order.planEndTime)} 结束`}
      verb="提交申请"
      saving={{ ...saving, error }}
      closed={refusalOf(order)}
      form={form.form}
      onConfirm={() => form.submit((input) => saving.send({ ...input, version: order.version }))}
      onClose={onClose}
      onRefresh={look}
    >
      <PlanEnd
        label="新的计划结束时间"
        presets={laterEnds(order, latest, now)}
        after={order.planEndTime}
        hint={`最晚 ${formatTime(latest.format(WIRE_TIME), now)}：总时长不超过原计划的 ${limits.factor} 倍`}
        value={form.values.planEndTime}
        error={form.errorOf('planEndTime')}
        onChange={(value) => form.set('planEndTime', value)}
      />
      <LongTextField
        {...form.field('reason')}
        label="延期原因"
        required
        max={MOST_REASON}
        rows={3}
        placeholder="为什么不能按时完成，还差什么"
      />
    </CommandDialog>
  )
}
