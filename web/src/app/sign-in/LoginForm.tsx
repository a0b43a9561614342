import { CircleAlert, Eye, EyeOff, Lock, UserRound } from 'lucide-react'
import {
  useId,
  useRef,
  useState,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
} from 'react'
import { CallError } from '../../lib/call.ts'
import { signedIn } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { login, type CaptchaAnswer, type LoginResult } from './calls.ts'
import { CaptchaDialog } from './captcha/CaptchaDialog.tsx'
import type { Verdict } from './captcha/captcha.ts'

type Errors = { username?: string; password?: string }

/** Answers about the captcha alone: expired or used, and wrong (spec 1 §4: passed back to the screen). */
const CAPTCHA_REFUSALS = new Set(['6110', '6111', '0001'])

export function LoginForm({ onPrepare }: { onPrepare: () => void }) {
  const [username, setUsername] = useState(() => readStored<string>('Login_Username') ?? '')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [asking, setAsking] = useState(false)
  const [entering, setEntering] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const usernameField = useRef<HTMLInputElement>(null)
  const outcome = useRef<LoginResult | CallError>(null)
  const judging = useRef(false)

  const start = (event: FormEvent) => {
    event.preventDefault()
    if (asking || entering) return
    const found: Errors = {}
    if (username.trim() === '') found.username = '请输入账号'
    if (password === '') found.password = '请输入密码'
    setErrors(found)
    if (found.username) usernameField.current?.focus()
    else if (found.password) passwordField.current?.focus()
    else {
      onPrepare()
      setAsking(true)
    }
  }

  const refuse = (error: CallError) => {
    setErrors({ password: error.message })
    passwordField.current?.focus()
    passwordField.current?.select()
  }

  const close = () => {
    if (!judging.current) setAsking(false)
  }

  /** Signing in judges the captcha: an answer about anything else means that the captcha was right. */
  const submit = async (captchaVO: CaptchaAnswer): Promise<Verdict> => {
    judging.current = true
    try {
      outcome.current = await login({
        username: username.trim(),
        password,
        captchaType: 1,
        captchaVO,
      })
      return { passed: true }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (CAPTCHA_REFUSALS.has(error.code) || error.isOffline)
        return { passed: false, message: error.message }
      if (error.status === 200) {
        outcome.current = error
        return { passed: true }
      }
      setAsking(false)
      refuse(error)
      return { passed: false, message: error.message }
    } finally {
      judging.current = false
    }
  }

  const finish = () => {
    const result = outcome.current
    outcome.current = null
    if (result instanceof CallError) refuse(result)
    else if (result) {
      writeStored('Login_Username', username.trim())
      setEntering(true)
      signedIn(result)
    }
  }

  return (
    <>
      <form className="login" onSubmit={start} noValidate>
        <TextField
          label="账号"
          icon={<UserRound className="i" aria-hidden />}
          error={errors.username}
          inputRef={usernameField}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
        <PasswordField
          error={errors.password}
          inputRef={passwordField}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <button type="submit" className="btn pri enter" aria-disabled={entering} aria-busy={entering}>
          {entering ? '正在进入…' : '登录'}
        </button>
      </form>
      {asking && <CaptchaDialog submit={submit} onPassed={finish} onClose={close} />}
    </>
  )
}

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  icon: ReactNode
  error: string | undefined
  inputRef: RefObject<HTMLInputElement | null>
  end?: ReactNode
}

function TextField({ label, icon, error, inputRef, end, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className={error ? 'fld bad' : 'fld'}>
        {icon}
        <input
          {...input}
          id={id}
          ref={inputRef}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {end}
      </div>
      <p className="fault" id={`${id}-error`} role="alert">
        {error && (
          <>
            <CircleAlert className="i s" aria-hidden />
            {error}
          </>
        )}
      </p>
    </div>
  )
}

type PasswordFieldProps = Omit<TextFieldProps, 'label' | 'icon' | 'end'>

function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? Eye : EyeOff
  return (
    <TextField
      {...props}
      label="密码"
      icon={<Lock className="i" aria-hidden />}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      maxLength={128}
      end={
        <button
          type="button"
          className="ib"
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon className="i" aria-hidden />
        </button>
      }
    />
  )
}
