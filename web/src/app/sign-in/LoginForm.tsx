import { UserRound } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import type { CallError } from '../../lib/call.ts'
import { sendSealed } from '../../lib/seal.ts'
import { signedIn } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { login } from './calls.ts'
import { PasswordField, SubmitButton, TextField } from './fields.tsx'
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
  const [username, setUsername] = useState(() => readStored<string>('Login_Username') ?? '')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [entering, setEntering] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const usernameField = useRef<HTMLInputElement>(null)

  const captcha = useCaptchaCall({
    send: (captchaVO) =>
      sendSealed(async (seal) =>
        login({
          username: username.trim(),
          password: await seal(password),
          captchaType: 1,
          captchaVO,
        }),
      ),
    onDone: (result) => {
      writeStored('Login_Username', username.trim())
      setEntering(true)
      signedIn(result)
      return null
    },
    onRefused: (error: CallError) => {
      const step = secondStepOf(error)
      if (step) {
        writeStored('Login_Username', username.trim())
        onSecondStep(step)
        return null
      }
      setErrors({ password: error.message })
      passwordField.current?.select()
      return passwordField.current
    },
  })

  const start = (event: FormEvent) => {
    event.preventDefault()
    if (entering) return
    const found: Errors = {}
    if (username.trim() === '') found.username = '请输入账号'
    if (password === '') found.password = '请输入密码'
    setErrors(found)
    if (found.username) usernameField.current?.focus()
    else if (found.password) passwordField.current?.focus()
    else {
      onPrepare()
      captcha.ask()
    }
  }

  return (
    <>
      <form className={css.login} onSubmit={start} noValidate>
        <TextField
          label="账号"
          icon={<UserRound className="i" aria-hidden />}
          error={errors.username}
          inputRef={usernameField}
          name="username"
          placeholder="用户名或手机号"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={username}
          onChange={setUsername}
        />
        <PasswordField
          label="密码"
          error={errors.password}
          inputRef={passwordField}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <EnterButton entering={entering} />
      </form>
      {captcha.dialog}
    </>
  )
}

export const EnterButton = ({ entering }: { entering: boolean }) => (
  <SubmitButton busy={entering}>{entering ? '正在进入…' : '登录'}</SubmitButton>
)
