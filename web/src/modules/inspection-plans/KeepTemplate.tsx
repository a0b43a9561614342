import type { PlanRow } from '@heliodesk/contract/inspection-plans.ts'
import { planTemplateCalls as calls } from '@heliodesk/contract/plan-templates.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'

/** 存为模板: what a plan says, for new plans of the company. */
export function KeepTemplate({ plan, ...overlay }: OverlayProps & { plan: PlanRow }) {
  const form = useForm(calls.addTemplate.input, { planId: plan.id, name: plan.planName })
  const saving = useSaving(calls.addTemplate, {
    said: ({ name }) => ['已存为模板', name],
    onClose: overlay.onClose,
    form,
    faults: { 'plan.template_name': ['name'] },
  })
  return (
    <CommandDialog
      {...overlay}
      wide
      title={`把计划“${plan.planName}”存为模板`}
      text="模板有项目、周期、提前天数和备注，不含路线、人员和日期；全公司可用。"
      verb="存为模板"
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit(saving.send)}
    >
      <TextField {...form.field('name')} label="模板名称" required autoFocus />
    </CommandDialog>
  )
}
