import { apiTokenCalls, mostTokenDays, usualTokenDays } from '@heliodesk/contract/api-tokens.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { DaysField } from '../../kit/fields/DaysField.tsx'
import { SelectManyField } from '../../kit/fields/SelectManyField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { TextListField } from '../../kit/fields/TextListField.tsx'
import { TickField } from '../../kit/fields/TickField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'

type TokenFormProps = OverlayProps & {
  /** Whose token it is: the caller's own, or that of a machine. */
  machine?: { id: string; name: string }
  /** What it can reach. */
  codes: readonly string[]
  onMade: (token: string) => void
}

/** A new token; the answer is shown once. */
export function TokenForm({ machine, codes, onMade, ...dialog }: TokenFormProps) {
  const form = useForm(apiTokenCalls.add.input, {
    readOnly: true,
    codes: [],
    days: usualTokenDays,
    networks: [],
  })
  const options = {
    form,
    faults: { 'apiToken.beyond': ['codes'], 'apiToken.too_many': ['name'] },
    onClose: dialog.onClose,
    onSaved: ({ token }: { token: string }) => onMade(token),
  }
  const own = useSaving(apiTokenCalls.add, options)
  const ofMachine = useSaving(apiTokenCalls.addForMachine, options)
  const { field, values, set } = form
  return (
    <FieldsDrawer
      {...dialog}
      title={machine ? `新建令牌：${machine.name}` : '新建个人令牌'}
      verb="新建"
      roomy
      form={form}
      saving={machine ? ofMachine : own}
      onSend={(input) => (machine ? ofMachine.send({ ...input, machineId: machine.id }) : own.send(input))}
    >
      <TextField {...field('name')} label="名称" required autoFocus placeholder="用在哪里，如 报表取数" />
      <TickField
        label="只读"
        hint="只能调用查询接口；不选权限时，本账号能查看的都能查看"
        value={values.readOnly}
        onChange={(readOnly) => set('readOnly', readOnly)}
      />
      <SelectManyField
        {...field('codes')}
        label="权限"
        required={values.readOnly !== true}
        placeholder={values.readOnly ? '全部' : '可多选'}
        hint="调用时取账号当时的权限与这里的交集；账号、角色与令牌的管理不能交给令牌"
        choices={codes.map((value) => ({ value, label: titleOfPermission(value) }))}
        onChange={(chosen) => set('codes', chosen as PermissionCode[])}
      />
      <DaysField
        {...field('days')}
        label="有效天数"
        required
        min={1}
        max={mostTokenDays}
        hint={`最多 ${mostTokenDays} 天`}
      />
      <TextListField
        label="允许的网络"
        hint="不填则不限制来源，例如 203.0.113.0/24"
        error={form.errorOf('networks')}
        texts={values.networks ?? []}
        most={20}
        onChange={(networks) => set('networks', networks)}
      />
    </FieldsDrawer>
  )
}
