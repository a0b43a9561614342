import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { Form } from '../../kit/Form.tsx'
import type { CallError } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { sendSealed } from '../../lib/seal.ts'
import { changePassword, type VerifiedPhone } from './calls.ts'
import { newPasswordFault, passwordParts, repetitionFault } from './faults.ts'
import { PasswordField, SubmitButton, tellFaults, useTyped } from './fields.tsx'
import { explainSecurity, isForSecurity } from './SecurityDialog.tsx'
import { useSending } from './use-sending.ts'
import forgotCss from './forgot.module.css'
import signInFormsCss from './sign-in-forms.module.css'

type NewPasswordFormProps = {
  verified: VerifiedPhone
  mobile: string
  onDone: () => void
  onBack: () => void
}

/** The new password, entered twice (spec 1 §5). */
export function NewPasswordForm({ verified, mobile, onDone, onBack }: NewPasswordFormProps) {
  const password = useTyped()
  const repetition = useTyped()
  const { busy, send } = useSending()
  const first = password.inputRef
  useEffect(() => first.current?.focus(), [first])

  const change = async () => {
    await sendSealed(async (seal) =>
      changePassword({
        username: verified.username,
        mobile,
        code: verified.smscode,
        password: await seal(password.value),
        confirmpassword: await seal(repetition.value),
      }),
    )
    onDone()
  }

  const refuse = (error: CallError) => {
    if (isForSecurity(error)) explainSecurity(error, first.current)
    else notify({ kind: 'warning', title: '系统提示', text: error.message, requestId: error.requestId })
  }

  const submit = () => {
    const isFaulty = tellFaults([
      [password, newPasswordFault(password.value)],
      [repetition, repetitionFault(repetition.value, password.value)],
    ])
    if (!isFaulty) void send(change, refuse)
  }

  return (
    <Form className={signInFormsCss.login} onSend={submit}>
      <p className={signInFormsCss.whose}>
        正在为账号 <b>{verified.username}</b> 设置新密码
      </p>
      {/* The user name for password managers. */}
      <input
        className="sr"
        name="username"
        autoComplete="username"
        value={verified.username}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField {...password.field} label="新密码" name="new-password" autoComplete="new-password" />
      <PasswordRule password={password.value} />
      <PasswordField
        {...repetition.field}
        label="确认新密码"
        name="confirm-password"
        autoComplete="new-password"
      />
      <div className={signInFormsCss.pair}>
        <button type="button" className={`btn ${signInFormsCss.enter}`} onClick={onBack}>
          上一步
        </button>
        <SubmitButton busy={busy}>完成</SubmitButton>
      </div>
    </Form>
  )
}

/** The password rules, ticked while they are met. */
function PasswordRule({ password }: { password: string }) {
  return (
    <ul className={forgotCss.loginPasswordRule} aria-label="密码要求">
      {passwordParts(password).map(({ text, met }) => (
        <li key={text} className={met ? forgotCss.met : undefined}>
          <Check className="i s" aria-hidden />
          {text}
          {met && <span className="sr">，已满足</span>}
        </li>
      ))}
    </ul>
  )
}
