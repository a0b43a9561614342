import { oaFormCalls, startingProcesses } from '@heliodesk/contract/oa-forms.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import type { DesignedForm } from './design.ts'

type NewFormDialogProps = OverlayProps & { onAdded: (form: DesignedForm) => void }

const faults = { 'oa_form.key': ['key'], 'oa_form.prefix': ['prefix'] }

/** A form begins with a name and a process that decides about it. */
export function NewFormDialog({ open, onClose, onAdded }: NewFormDialogProps) {
  const form = useForm(oaFormCalls.add.input, { process: 'head' })
  const saving = useSaving(oaFormCalls.add, {
    said: ({ name }) => ['表单已新建', `${name}：添加字段后发布，才能发起`],
    form,
    faults,
    onClose,
    onSaved: onAdded,
  })
  return (
    <CommandDialog
      open={open}
      wide
      title="新建表单"
      verb="新建"
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit(saving.send)}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label="表单名称" required placeholder="如 用车申请" maxLength={30} />
      <TextField
        {...form.field('key')}
        label="表单编码"
        required
        code
        placeholder="如 car_use"
        hint="也是流程的编码；已有同编码的流程时使用该流程"
        maxLength={30}
      />
      <TextField
        {...form.field('prefix')}
        label="编号前缀"
        required
        code
        placeholder="如 YC"
        hint="2 到 4 个大写字母，用于审批单编号"
        maxLength={4}
      />
      <SelectField {...form.field('process')} label="审批流程" required choices={startingProcesses} />
    </CommandDialog>
  )
}
