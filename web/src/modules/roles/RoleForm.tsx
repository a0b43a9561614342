import { roleCalls } from '@heliodesk/contract/roles.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { FormDrawer } from '../../kit/Drawers.tsx'
import { Field, focusFirstError } from '../../kit/Field.tsx'
import { useUnique } from '../../kit/use-checks.ts'
import { useForm } from '../../kit/use-form.ts'
import { send as read, type CallError } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { allRoles, type Role } from './role.ts'

const fields = roleCalls.add.input
const refresh = [roleCalls.list, roleCalls.all]

type RoleFormProps = { open: boolean; onClose: () => void; onSaved: (role: Role) => void }

export function AddRole({ open, onClose, onSaved }: RoleFormProps) {
  const form = useForm(fields, {})
  const command = useCommand(roleCalls.add, {
    refresh,
    errors: 'own',
    onSuccess: (role) => {
      notify({ kind: 'success', title: '角色已新建', text: `${role.roleName}，接着勾选它的权限` })
      onClose()
      onSaved(role)
    },
  })
  return (
    <RoleForm
      title="新建角色"
      verb="新建"
      form={form}
      open={open}
      onClose={onClose}
      busy={command.isPending}
      error={command.error}
      onSubmit={(input) => command.mutate(input)}
    />
  )
}

const valuesOf = ({ roleCode, roleName, description }: Role) => ({ roleCode, roleName, description })

export function EditRole({ role, open, onClose, onSaved }: RoleFormProps & { role: Role }) {
  const [seen, setSeen] = useState(role)
  const form = useForm(fields, valuesOf(seen))
  const command = useCommand(roleCalls.edit, {
    refresh,
    errors: 'own',
    onSuccess: (saved) => {
      notify({ kind: 'success', title: '角色已保存', text: saved.roleName })
      onClose()
      onSaved(saved)
    },
  })
  const lookAgain = async () => {
    const { records } = await read(roleCalls.list, allRoles)
    const fresh = records.find(({ id }) => id === seen.id)
    if (!fresh) return
    command.reset()
    setSeen(fresh)
    form.rebase(valuesOf(fresh))
  }
  return (
    <RoleForm
      title="编辑角色"
      verb="保存"
      role={seen}
      form={form}
      open={open}
      onClose={onClose}
      busy={command.isPending}
      error={command.error}
      onRefresh={() => void lookAgain()}
      onSubmit={(input) => command.mutate({ id: seen.id, version: seen.version, ...input })}
    />
  )
}

type FieldsProps = Pick<RoleFormProps, 'open' | 'onClose'> & {
  title: string
  verb: string
  role?: Role
  form: ReturnType<typeof useForm<typeof fields>>
  busy: boolean
  error: CallError | null
  onRefresh?: () => void
  onSubmit: (input: { roleCode: string; roleName: string; description?: string }) => void
}

function RoleForm({ title, verb, role, form, open, onClose, busy, error, onRefresh, onSubmit }: FieldsProps) {
  const { values, dirty, form: element, submit, set, leave, errorOf } = form
  const code = values.roleCode ?? ''
  const isCode = fields.shape.roleCode.safeParse(code).success
  const taken = useUnique('sys_role.role_code', isCode ? code : '', role?.id)
  const send = () => submit((input) => (taken ? focusFirstError(element.current) : onSubmit(input)))
  return (
    <FormDrawer
      open={open}
      title={title}
      label={role?.builtIn && <span className="tag">内置</span>}
      dirty={dirty}
      onClose={onClose}
      notice={<CommandAlert error={error} onRefresh={onRefresh} />}
      actions={
        <Button kind="pri" busy={busy} onClick={send}>
          {verb}
        </Button>
      }
    >
      <form ref={element} className="fields" onSubmit={(event) => event.preventDefault()}>
        <Field label="角色名称" required error={errorOf('roleName')}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              placeholder="如 检修班长"
              value={values.roleName ?? ''}
              onChange={(event) => set('roleName', event.target.value)}
              onBlur={() => leave('roleName')}
            />
          )}
        </Field>
        <Field
          label="角色编码"
          required
          error={errorOf('roleCode') ?? taken}
          hint={role?.builtIn ? '内置角色的编码不能修改' : '以字母开头，只含字母、数字和下划线'}
        >
          {(control) => (
            <Input
              {...control}
              disabled={role?.builtIn}
              autoComplete="off"
              value={code}
              onChange={(event) => set('roleCode', event.target.value)}
              onBlur={() => leave('roleCode')}
            />
          )}
        </Field>
        <Field label="描述" className="wide" error={errorOf('description')}>
          {(control) => (
            <CountedTextarea
              {...control}
              rows={{ min: 3, max: 6 }}
              placeholder="这个角色是谁、做什么"
              value={values.description ?? ''}
              onChange={(value) => set('description', value)}
              onBlur={() => leave('description')}
            />
          )}
        </Field>
      </form>
    </FormDrawer>
  )
}
