import { Check } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { CallError } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { sendSealed } from '../../lib/seal.ts'
import { changePassword, type VerifiedPhone } from './calls.ts'
import { newPasswordFault, passwordParts, repetitionFault } from './faults.ts'
import { PasswordField, SubmitButton } from './fields.tsx'
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

type Errors = { password?: string; repetition?: string }

/** The new password, entered twice (spec 1 §5). */
export function NewPasswordForm({ verified, mobile, onDone, onBack }: NewPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [repetition, setRepetition] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const { busy, send } = useSending()
  const passwordField = useRef<HTMLInputElement>(null)
  const repetitionField = useRef<HTMLInputElement>(null)
  useEffect(() => passwordField.current?.focus(), [])

  const change = async () => {
    await sendSealed(async (seal) =>
      changePassword({
        username: verified.username,
        mobile,
        code: verified.smscode,
        password: await seal(password),
        confirmpassword: await seal(repetition),
      }),
    )
    onDone()
  }

  const refuse = (error: CallError) => {
    if (isForSecurity(error)) explainSecurity(error, passwordField.current)
    else notify({ kind: 'warning', title: '系统提示', text: error.message, requestId: error.requestId })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found: Errors = {
      password: newPasswordFault(password),
      repetition: repetitionFault(repetition, password),
    }
    setErrors(found)
    if (found.password) passwordField.current?.focus()
    else if (found.repetition) repetitionField.current?.focus()
    else void send(change, refuse)
  }

  return (
    <form className={signInFormsCss.login} onSubmit={submit} noValidate>
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
      <PasswordField
        label="新密码"
        error={errors.password}
        inputRef={passwordField}
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <PasswordRule password={password} />
      <PasswordField
        label="确认新密码"
        error={errors.repetition}
        inputRef={repetitionField}
        name="confirm-password"
        autoComplete="new-password"
        value={repetition}
        onChange={setRepetition}
      />
      <div className={signInFormsCss.pair}>
        <button type="button" className={`btn ${signInFormsCss.enter}`} onClick={onBack}>
          上一步
        </button>
        <SubmitButton busy={busy}>完成</SubmitButton>
      </div>
    </form>
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
