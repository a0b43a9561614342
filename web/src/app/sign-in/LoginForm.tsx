import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { Form } from '../../kit/Form.tsx'
import type { CallError } from '../../lib/call.ts'
import { sendSealed } from '../../lib/seal.ts'
import { signedIn } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { login } from './calls.ts'
import { PasswordField, SubmitButton, tellFaults, TextField, useTyped } from './fields.tsx'
import { secondStepOf, type SecondStep } from './second-step.ts'
import { useCaptchaCall } from './use-captcha-call.tsx'
import css from './sign-in-forms.module.css'

export type FirstStepProps = {
  onPrepare: () => void
  /** The first step succeeded, and a second one is required. */
  onSecondStep: (step: SecondStep) => void
}

/** Sign-in with user name or phone and password. */
export function LoginForm({ onPrepare, onSecondStep }: FirstStepProps) {
  const username = useTyped(() => readStored<string>('Login_Username') ?? '')
  const password = useTyped()
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
      username.refuse(undefined)
      password.refuse(error.message)
      password.inputRef.current?.select()
      return password.inputRef.current
    },
  })

  const start = () => {
    if (entering) return
    const isFaulty = tellFaults([
      [username, name === '' ? '请输入账号' : undefined],
      [password, password.value === '' ? '请输入密码' : undefined],
    ])
    if (isFaulty) return
    onPrepare()
    captcha.ask()
  }

  return (
    <>
      <Form className={css.login} onSend={start}>
        <TextField
          {...username.field}
          label="账号"
          icon={<UserRound className="i" aria-hidden />}
          name="username"
          placeholder="用户名或手机号"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
        <PasswordField {...password.field} label="密码" name="password" autoComplete="current-password" />
        <EnterButton entering={entering} />
      </Form>
      {captcha.dialog}
    </>
  )
}

export const EnterButton = ({ entering }: { entering: boolean }) => (
  <SubmitButton busy={entering}>{entering ? '正在进入…' : '登录'}</SubmitButton>
)
