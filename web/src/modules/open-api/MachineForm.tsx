import { apiTokenCalls } from '@heliodesk/contract/api-tokens.ts'
import { FourEyesReason } from '../../domain/grant-reviews/FourEyesReason.tsx'
import { reasonRefusal, saidWaiting, useFourEyes } from '../../domain/grant-reviews/use-four-eyes.ts'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import type { ComponentProps } from 'react'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectManyField } from '../../kit/fields/SelectManyField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useCall } from '../../lib/queries.ts'

const DepartmentById = (props: Omit<ComponentProps<typeof DepartmentSelect>, 'by'>) => (
  <DepartmentSelect {...props} by="id" openOnly />
)

/** A machine account: it cannot sign in, and its tokens act with its roles. */
export function MachineForm(dialog: OverlayProps) {
  const waits = useFourEyes()
  const form = useForm(apiTokenCalls.addMachine.input, {})
  const saving = useSaving(apiTokenCalls.addMachine, {
    form,
    faults: { 'role.beyond': ['roleIds'], 'department.disabled': ['depId'] },
    said: () =>
      waits ? saidWaiting('机器账号已新建，暂时没有角色') : ['机器账号已新建', '接下来为它新建令牌'],
    onClose: dialog.onClose,
  })
  const known = useCall(apiTokenCalls.machines, {})
  const { field } = form
  return (
    <FieldsDrawer
      {...dialog}
      title="新建机器账号"
      verb="新建"
      form={form}
      saving={saving}
      refusal={waits ? reasonRefusal(form.values.reason ?? '') : null}
      onSend={saving.send}
    >
      <TextField {...field('name')} label="名称" required autoFocus placeholder="哪个系统，如 数据平台" />
      <PickerField
        {...field('depId')}
        label="所属部门"
        required
        of={DepartmentById}
        hint="看得到这个部门及下级的电站"
      />
      <SelectManyField
        {...field('roleIds')}
        label="角色"
        required
        placeholder="可多选"
        hint="只能选您可以授予的角色"
        choices={(known.data?.roles ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }))}
      />
      {waits && (
        <FourEyesReason value={form.values.reason ?? ''} onChange={(reason) => form.set('reason', reason)} />
      )}
    </FieldsDrawer>
  )
}
