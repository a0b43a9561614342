import { roleCalls } from '@heliodesk/contract/roles.ts'
import { CodeField } from '../../kit/fields/CodeField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useUnique } from '../../kit/use-checks.ts'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import type { Role } from './role.ts'

const fields = roleCalls.add.input

export function RoleForm(dialog: RecordFormProps<Role, { id: string }>) {
  const { form, seen, drawer } = useRecordForm(roleCalls, dialog, {
    noun: '角色',
    nameOf: ({ roleName }) => roleName,
    said: dialog.asked ? undefined : ({ roleName }) => ['角色已新建', `${roleName}，接着勾选它的权限`],
  })
  const code = form.values.roleCode ?? ''
  const isCode = fields.shape.roleCode.safeParse(code).success
  const taken = useUnique('sys_role.role_code', isCode ? code : '', seen?.id)
  return (
    <FieldsDrawer {...drawer} label={seen?.builtIn && <span className="tag">内置</span>} checks={[taken]}>
      <TextField {...form.field('roleName')} label="角色名称" required autoFocus placeholder="如 检修班长" />
      <CodeField
        {...form.field('roleCode')}
        label="角色编码"
        error={form.errorOf('roleCode') ?? taken}
        kept={seen?.builtIn && '内置角色的编码不能修改'}
      />
      <LongTextField
        {...form.field('description')}
        label="描述"
        rows={3}
        mostRows={6}
        placeholder="这个角色是谁、做什么"
      />
    </FieldsDrawer>
  )
}
