import { announcementCalls as calls } from '@heliodesk/contract/message-channels.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { StationSelect } from '../../domain/StationSelect.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { Field } from '../../kit/Field.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'

/** 发公告: to the people of a department, of stations, with a role; to all whom the user sees by default. */
export function AnnounceForm(overlay: OverlayProps) {
  const form = useForm(calls.send.input, { psIds: [] })
  const { field, values, set } = form
  const saving = useSaving(calls.send, {
    form,
    said: ({ count }) => ['公告已发出', `${count} 人会收到`],
    onClose: overlay.onClose,
  })
  const seesRoles = useCan('user:manage')
  const roles = useCall(roleCalls.all, {}, { enabled: seesRoles })
  return (
    <FieldsDrawer {...overlay} title="发公告" verb="发出" form={form} saving={saving} onSend={saving.send}>
      <TextField {...field('title')} label="标题" required autoFocus placeholder="一句话说清什么事" />
      <LongTextField
        {...field('content')}
        label="内容"
        required
        rows={5}
        mostRows={12}
        placeholder="要大家做什么，到什么时候"
      />
      <Field label="部门" hint="都不选时，发给您能看到的全部同事">
        {(control) => (
          <DepartmentSelect
            {...control}
            by="id"
            value={values.depId}
            placeholder="不限"
            onChange={(depId) => set('depId', depId)}
          />
        )}
      </Field>
      <PickerField
        {...field('psIds')}
        value={values.psIds ?? []}
        label="电站"
        of={StationSelect}
        onChange={(chosen) => set('psIds', [...(chosen ?? [])])}
      />
      {seesRoles && (
        <SelectField
          {...field('roleId')}
          label="角色"
          allowClear
          choices={(roles.data ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }))}
        />
      )}
    </FieldsDrawer>
  )
}
