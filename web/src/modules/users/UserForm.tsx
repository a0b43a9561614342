import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { Input } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { FormDrawer } from '../../kit/Drawers.tsx'
import { Field, focusFirstError } from '../../kit/Field.tsx'
import { useRuleCheck, useUnique } from '../../kit/use-checks.ts'
import { useForm } from '../../kit/use-form.ts'
import { send } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import type { Issued } from './IssuedPassword.tsx'
import { generatePassword } from './password.ts'
import { ABOVE, type User } from './user.ts'
import { personFields, UserFields, type PersonFaults, type PersonValues } from './UserFields.tsx'

type UserFormProps = { open: boolean; onClose: () => void }

const loginFields = userCalls.add.input.pick({ username: true, password: true })

/** A new account; its password is made here and shown once more when the account exists. */
export function AddUser({ open, onClose, onIssued }: UserFormProps & { onIssued: (issued: Issued) => void }) {
  const login = useForm(loginFields, { password: generatePassword() })
  const person = useForm(personFields, { hasAllData: '0', roleIds: [], relPsaIds: [] })
  const username = login.values.username ?? ''
  const isName = loginFields.shape.username.safeParse(username).success
  const taken = useUnique('sys_user.username', isName ? username : '')
  const faults = usePersonFaults(person.values)
  const command = useCommand(userCalls.add, {
    refresh: [userCalls.list],
    errors: 'own',
    onSuccess: (user, { password }) => {
      onClose()
      onIssued({ title: `用户 ${user.realname} 已新建`, username: user.username, password })
    },
  })
  const submit = () => {
    // Both halves show what is missing; the focus goes to the first of it.
    person.submit(() => undefined)
    login.submit((account) =>
      person.submit((rest) => {
        if (taken) focusFirstError(login.form.current)
        else if (hasFault(faults)) focusFirstError(person.form.current)
        else command.mutate({ ...rest, ...account })
      }),
    )
  }
  return (
    <UserDrawer
      title="新建用户"
      open={open}
      onClose={onClose}
      dirty={login.values.username !== undefined || person.dirty}
      notice={<CommandAlert error={command.error} />}
      verb="新建"
      busy={command.isPending}
      onSubmit={submit}
    >
      <form ref={login.form} className="fields" onSubmit={(event) => event.preventDefault()}>
        <h2>登录</h2>
        <Field label="账号" required error={login.errorOf('username') ?? taken}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              autoComplete="off"
              placeholder="小写字母开头，3~32 位"
              value={username}
              onChange={(event) => login.set('username', event.target.value)}
              onBlur={() => login.leave('username')}
            />
          )}
        </Field>
        <Field label="初始密码" required error={login.errorOf('password')} hint="首次登录须修改">
          {(control) => (
            <Input
              {...control}
              className="password"
              autoComplete="off"
              spellCheck={false}
              value={login.values.password ?? ''}
              onChange={(event) => login.set('password', event.target.value)}
              onBlur={() => login.leave('password')}
              suffix={
                <>
                  <IconButton
                    icon={RefreshCw}
                    label="重新生成"
                    small
                    onClick={() => login.set('password', generatePassword())}
                  />
                  <CopyText text={login.values.password ?? ''} label="复制密码" />
                </>
              }
            />
          )}
        </Field>
      </form>
      <form ref={person.form} className="fields" onSubmit={(event) => event.preventDefault()}>
        <UserFields form={person} faults={faults} />
      </form>
    </UserDrawer>
  )
}

const valuesOf = (user: User) => ({
  realname: user.realname,
  phone: user.phone,
  workNo: user.workNo,
  depId: user.depId,
  roleIds: user.roles.map(({ id }) => id),
  hasAllData: user.hasAllData,
  userType: user.userType,
  companyId: user.companyId,
  relPsaIds: user.relPsas.map(({ id }) => id),
})

export function EditUser({ user, open, onClose }: UserFormProps & { user: User }) {
  const [seen, setSeen] = useState(user)
  const form = useForm(personFields, valuesOf(seen))
  const { values } = form
  const faults = usePersonFaults(values, seen)
  const refusal = seen.manageable ? null : ABOVE
  const command = useCommand(userCalls.edit, {
    // It may be oneself.
    refresh: [userCalls.list, sessionCalls.me, sessionCalls.permissions],
    errors: 'own',
    onSuccess: ({ realname }) => {
      notify({ kind: 'success', title: '用户已保存', text: realname })
      onClose()
    },
  })
  const lookAgain = async () => {
    const { records } = await send(userCalls.list, { keyword: seen.username, pageSize: 500 })
    const fresh = records.find(({ id }) => id === seen.id)
    if (!fresh) return
    command.reset()
    setSeen(fresh)
    form.rebase(valuesOf(fresh))
  }
  const submit = () =>
    form.submit((input) => {
      if (hasFault(faults)) focusFirstError(form.form.current)
      else command.mutate({ id: seen.id, version: seen.version, ...input })
    })
  return (
    <UserDrawer
      title="编辑用户"
      label={<span className="t3 s13">{seen.username}</span>}
      open={open}
      onClose={onClose}
      dirty={form.dirty}
      notice={<CommandAlert error={command.error} refusal={refusal} onRefresh={() => void lookAgain()} />}
      verb="保存"
      refusal={refusal}
      busy={command.isPending}
      onSubmit={submit}
    >
      <form ref={form.form} className="fields" onSubmit={(event) => event.preventDefault()}>
        <UserFields form={form} faults={faults} user={seen} />
      </form>
    </UserDrawer>
  )
}

/** What the server says against the phone and the work number that are typed; a number that stays is not asked for. */
function usePersonFaults({ phone, workNo }: Partial<PersonValues>, user?: User): PersonFaults {
  const number = phone && personFields.shape.phone.safeParse(phone).success ? phone.trim() : ''
  return {
    phone: useUnique('sys_user.phone', number, user?.id),
    workNo: useRuleCheck('workNo', workNo && workNo !== user?.workNo ? workNo.trim() : ''),
  }
}

const hasFault = ({ phone, workNo }: PersonFaults): boolean => phone !== null || workNo !== null

type UserDrawerProps = UserFormProps & {
  title: string
  label?: ReactNode
  dirty: boolean
  notice: ReactNode
  verb: string
  refusal?: string | null
  busy: boolean
  onSubmit: () => void
  children: ReactNode
}

function UserDrawer({ verb, refusal, busy, onSubmit, ...rest }: UserDrawerProps) {
  return (
    <FormDrawer
      {...rest}
      actions={
        <Button kind="pri" refusal={refusal} busy={busy} onClick={onSubmit}>
          {verb}
        </Button>
      }
    />
  )
}
