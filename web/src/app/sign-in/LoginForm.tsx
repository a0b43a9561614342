import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { Form } from '../../kit/Form.tsx'
import type { CallError } from '../../lib/call.ts'
import { sendSealed } from '../../lib/seal.ts'
import { signedIn } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { login } from './calls.ts'
import { PasswordField, SubmitButton, TextField, useTyped } from './fields.tsx'
import { secondStepOf, type SecondStep } from './second-step.ts'
import { useCaptchaCall } from './use-captcha-call.tsx'
import css from './sign-in-forms.module.css'

type Errors = { username?: string; password?: string }

export type FirstStepProps = {
  onPrepare: () => void
  /** The first step succeeded, and a second one is required. */
  onSecondStep: (step: SecondStep) => void
}

/** Sign-in with user name or phone and password. */
export function LoginForm({ onPrepare, onSecondStep }: FirstStepProps) {
  const username = useTyped(() => readStored<string>('Login_Username') ?? '')
  const password = useTyped()
  const [errors, setErrors] = useState<Errors>({})
  const [entering, setEntering] = useState(false)
  const name = username.value.trim()

  const captcha = useCaptchaCall({
    send: (captchaVO) =>
      sendSealed(async (seal) =>
        login({
          username: name,
          password: await seal(password.value),
          captchaType: 1,
          captchaVO,
        }),
      ),
    onDone: (result) => {
      writeStored('Login_Username', name)
      setEntering(true)
      signedIn(result)
      return null
    },
    onRefused: (error: CallError) => {
      const step = secondStepOf(error)
      if (step) {
        writeStored('Login_Username', name)
        onSecondStep(step)
        return null
      }
      setErrors({ password: error.message })
      password.inputRef.current?.select()
      return password.inputRef.current
    },
  })

  const start = () => {
    if (entering) return
    const found: Errors = {}
    if (name === '') found.username = '请输入账号'
    if (password.value === '') found.password = '请输入密码'
    setErrors(found)
    if (found.username) username.inputRef.current?.focus()
    else if (found.password) password.inputRef.current?.focus()
    else {
      onPrepare()
      captcha.ask()
    }
  }

  return (
    <>
      <Form className={css.login} onSend={start}>
        <TextField
          {...username}
          label="账号"
          icon={<UserRound className="i" aria-hidden />}
          error={errors.username}
          name="username"
          placeholder="用户名或手机号"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
        <PasswordField
          {...password}
          label="密码"
          error={errors.password}
          name="password"
          autoComplete="current-password"
        />
        <EnterButton entering={entering} />
      </Form>
      {captcha.dialog}
    </>
  )
}

export const EnterButton = ({ entering }: { entering: boolean }) => (
  <SubmitButton busy={entering}>{entering ? '正在进入…' : '登录'}</SubmitButton>
)
