import { phonePattern } from '@heliodesk/contract/password-rules.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { RefreshCw } from 'lucide-react'
import { IconButton } from '../../kit/Button.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRuleCheck, useUnique } from '../../kit/use-checks.ts'
import { useForm } from '../../kit/use-form.ts'
import { useRecordForm } from '../../kit/use-record-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { isHidden } from '../../lib/columns.ts'
import { saidWaiting } from '../../domain/grant-reviews/use-four-eyes.ts'
import type { Issued } from '../../domain/IssuedPassword.tsx'
import { generatePassword } from './password.ts'
import { ABOVE, type User } from './user.ts'
import {
  personFields,
  rightsDiffer,
  UserFields,
  useRightsReason,
  type PersonFaults,
  type PersonValues,
} from './UserFields.tsx'
import css from './users.module.css'

type UserFormProps = { open: boolean; onClose: () => void }

const fields = userCalls.add.input

/** A form for a new account. The password is generated here and shown once more after the account was created. */
export function AddUser({ onIssued, ...dialog }: UserFormProps & { onIssued: (issued: Issued) => void }) {
  const form = useForm(fields, {
    password: generatePassword(),
    allData: '0',
    roleIds: [],
    post: '',
    relPsaIds: [],
  })
  const { values, field, errorOf, set } = form
  const username = values.username ?? ''
  const isName = fields.shape.username.safeParse(username).success
  const taken = useUnique('sys_user.username', isName ? username : '')
  const faults = usePersonFaults(values)
  const refusal = useRightsReason(values)
  const saving = useSaving(userCalls.add, {
    onClose: dialog.onClose,
    onSaved: (user, { password }) =>
      onIssued({ title: `用户 ${user.realname} 已新建`, username: user.username, password }),
  })
  return (
    <FieldsDrawer
      {...dialog}
      title="新建用户"
      verb="新建"
      form={form}
      saving={saving}
      refusal={refusal}
      onSend={saving.send}
      checks={[taken, faults.phone, faults.jobNo]}
    >
      <h2>登录</h2>
      <TextField
        {...field('username')}
        label="账号"
        required
        autoFocus
        autoComplete="off"
        error={errorOf('username') ?? taken}
        placeholder="小写字母开头，3~32 位"
      />
      <TextField
        {...field('password')}
        label="初始密码"
        className={css.password}
        required
        code
        hint="首次登录须修改"
        suffix={
          <>
            <IconButton
              icon={RefreshCw}
              label="重新生成"
              small
              onClick={() => set('password', generatePassword())}
            />
            <CopyText text={values.password ?? ''} label="复制密码" />
          </>
        }
      />
      <UserFields form={form} faults={faults} />
    </FieldsDrawer>
  )
}

const valuesOf = (user: User) => ({
  realname: user.realname,
  phone: isHidden('phone') ? null : user.phone,
  jobNo: user.workNo,
  depId: user.depId,
  roleIds: user.roles.map(({ id }) => id),
  post: user.post,
  allData: user.hasAllData,
  userType: user.userType,
  companyId: user.companyId,
  relPsaIds: user.relPsas.map(({ id }) => id),
})

const calls = { edit: userCalls.edit, detail: userCalls.detail }

export function EditUser({ user, ...dialog }: UserFormProps & { user: User }) {
  const { form, seen, drawer } = useRecordForm(
    calls,
    { ...dialog, asked: { id: user.id } },
    {
      noun: '用户',
      fields: personFields,
      valuesOf,
      // The user may be editing their own account.
      nameOf: ({ realname }) => realname,
      // What waits for a second person is not in the answer yet.
      said: (saved, sent) =>
        rightsDiffer(sent, saved)
          ? saidWaiting(`${saved.realname}的角色和数据范围暂不变`)
          : ['用户已保存', saved.realname],
      gone: '已不在名单中',
    },
  )
  const faults = usePersonFaults(form.values, seen)
  const refusal = useRightsReason(form.values, seen)
  return (
    <FieldsDrawer
      {...drawer}
      refusal={refusal}
      label={<span className="t3 s13">{user.username}</span>}
      closed={seen?.manageable === false ? ABOVE : null}
      checks={[faults.phone, faults.jobNo]}
    >
      <UserFields form={form} faults={faults} user={seen} />
    </FieldsDrawer>
  )
}

/** The server's errors for the typed phone and work number; an unchanged value is not checked. */
function usePersonFaults({ phone, jobNo }: Partial<PersonValues>, user?: User): PersonFaults {
  const number = phone && phonePattern.test(phone.trim()) ? phone.trim() : ''
  const changed = jobNo && jobNo !== user?.workNo ? jobNo.trim() : ''
  const broken = useRuleCheck('workNo', changed)
  const taken = useUnique('sys_user.work_no', changed, user?.id)
  return { phone: useUnique('sys_user.phone', number, user?.id), jobNo: broken ?? taken }
}
