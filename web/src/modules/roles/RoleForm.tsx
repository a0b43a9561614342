import { roleCalls } from '@heliodesk/contract/roles.ts'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer, type RecordDrawer } from '../../kit/FieldsDrawer.tsx'
import { useUnique } from '../../kit/use-checks.ts'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { readOne, useSeen } from '../../kit/use-seen.ts'
import type { Role } from './role.ts'

const fields = roleCalls.add.input
const refresh = [roleCalls.list, roleCalls.detail, roleCalls.all]

type DialogProps = { open: boolean; onClose: () => void }
type RoleFormProps = DialogProps & { onSaved: (role: Role) => void }

export function AddRole({ onSaved, ...dialog }: RoleFormProps) {
  const form = useForm(fields, {})
  const saving = useSaving(roleCalls.add, {
    refresh,
    said: ({ roleName }) => ['角色已新建', `${roleName}，接着勾选它的权限`],
    onClose: dialog.onClose,
    onSaved,
  })
  return (
    <RoleForm {...dialog} title="新建角色" verb="新建" form={form} saving={saving} onSend={saving.send} />
  )
}

const valuesOf = ({ roleCode, roleName, description }: Role) => ({ roleCode, roleName, description })

export function EditRole({ role: opened, onSaved, ...dialog }: RoleFormProps & { role: Role }) {
  const form = useForm(fields, valuesOf(opened))
  const saving = useSaving(roleCalls.edit, {
    refresh,
    said: ({ roleName }) => ['角色已保存', roleName],
    onClose: dialog.onClose,
    onSaved,
  })
  const { seen, look } = useSeen(opened, {
    saving,
    readAgain: ({ id }) => readOne(roleCalls.detail, { id }),
    onFresh: (fresh) => form.rebase(valuesOf(fresh)),
    gone: `角色“${opened.roleName}”已被他人删除`,
    onClose: dialog.onClose,
  })
  return (
    <RoleForm
      {...dialog}
      title="编辑角色"
      verb="保存"
      seen={seen}
      form={form}
      saving={saving}
      onRefresh={look}
      onSend={(input) => saving.send({ id: seen.id, version: seen.version, ...input })}
    />
  )
}

function RoleForm({ seen, form, onSend, ...rest }: RecordDrawer<typeof fields, Role>) {
  const code = form.values.roleCode ?? ''
  const isCode = fields.shape.roleCode.safeParse(code).success
  const taken = useUnique('sys_role.role_code', isCode ? code : '', seen?.id)
  return (
    <FieldsDrawer
      {...rest}
      label={seen?.builtIn && <span className="tag">内置</span>}
      form={form}
      onSubmit={() => form.submit(onSend, taken)}
    >
      <TextField {...form.field('roleName')} label="角色名称" required autoFocus placeholder="如 检修班长" />
      <TextField
        {...form.field('roleCode')}
        label="角色编码"
        required
        code
        disabled={seen?.builtIn}
        error={form.errorOf('roleCode') ?? taken}
        hint={seen?.builtIn ? '内置角色的编码不能修改' : '以字母开头，只含字母、数字和下划线'}
      />
      <LongTextField
        {...form.field('description')}
        label="描述"
        rows={{ min: 3, max: 6 }}
        placeholder="这个角色是谁、做什么"
      />
    </FieldsDrawer>
  )
}
