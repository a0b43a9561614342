import { taskTypeCalls } from '@heliodesk/contract/task-types.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useSearchBy } from '../../lib/pinyin.ts'
import type { DesignedType, TypeHead } from './design.ts'

type NewTypeDialogProps = OverlayProps & {
  types: readonly TypeHead[]
  onAdded: (added: DesignedType) => void
}

const faults = { 'task_type.name': ['name'] }
/** 其他事项, which asks for the least. */
const PLAINEST = 12

/** A type of the company's own begins as a copy of another one. */
export function NewTypeDialog({ open, onClose, types, onAdded }: NewTypeDialogProps) {
  const form = useForm(taskTypeCalls.add.input, { from: PLAINEST })
  const from = form.field('from')
  const saving = useSaving(taskTypeCalls.add, {
    said: ({ name }) => ['任务类型已新建', `${name}：发布后才能新建这类工单`],
    form,
    faults,
    onClose,
    onSaved: onAdded,
  })
  return (
    <CommandDialog
      open={open}
      wide
      title="新建任务类型"
      verb="新建"
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit(saving.send)}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="类型名称"
        required
        placeholder="如 无人机巡检"
        maxLength={20}
      />
      <SelectField
        {...from}
        label="复制自"
        required
        hint="步骤、字段和规则从它开始修改"
        showSearch={useSearchBy('label')}
        choices={types.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={typeof form.values.from === 'number' ? String(form.values.from) : undefined}
        onChange={(value) => from.onChange(Number(value))}
      />
    </CommandDialog>
  )
}
