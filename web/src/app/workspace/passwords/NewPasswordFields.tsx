import { Input } from 'antd'
import { Eye, EyeOff } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Field, focusFirstError, type FieldControl } from '../../../kit/Field.tsx'
import { Form } from '../../../kit/Form.tsx'
import { prepareSeal } from '../../../lib/seal.ts'
import { useSession } from '../../../lib/session.ts'
import { newPasswordFault, repetitionFault } from '../../sign-in/faults.ts'

type NewPasswordFieldsProps = {
  /** The two forms use different texts for a wrong repetition (spec 1 §5). */
  wording?: 'chosen' | 'forced'
  busy: boolean
  onSubmit: (passwords: { password: string; confirmpassword: string }) => void
  /** The button beside 确定. */
  aside: ReactNode
}

/** The new password, entered twice (spec 1 §5). */
export function NewPasswordFields({ wording, busy, onSubmit, aside }: NewPasswordFieldsProps) {
  const username = useSession((state) => state.user?.username)
  const [password, setPassword] = useState('')
  const [repetition, setRepetition] = useState('')
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const faults = {
    password: newPasswordFault(password),
    repetition: repetitionFault(repetition, password, wording),
  }
  const submit = () => {
    setTried(true)
    if (faults.password || faults.repetition) requestAnimationFrame(() => focusFirstError(form.current))
    else onSubmit({ password, confirmpassword: repetition })
  }
  return (
    <Form ref={form} onSend={submit}>
      {/* The user name for password managers. */}
      <input className="sr" autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden />
      <Field
        label="新密码"
        required
        error={tried ? faults.password : null}
        hint="8-14 位，须包含字母、数字及特殊符号，不允许有空格"
      >
        {(control) => (
          <PasswordInput {...control} label="新密码" value={password} onChange={setPassword} autoFocus />
        )}
      </Field>
      <Field label="确认新密码" required error={tried ? faults.repetition : null}>
        {(control) => (
          <PasswordInput {...control} label="确认新密码" value={repetition} onChange={setRepetition} />
        )}
      </Field>
      <div className="buttons">
        {aside}
        <Button kind="pri" submit busy={busy}>
          确定
        </Button>
      </div>
    </Form>
  )
}

type PasswordInputProps = FieldControl & {
  label: string
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
}

/** A password field that can show its text; the sealing code is loaded while the user types. */
function PasswordInput({ label, value, onChange, autoFocus, ...control }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <Input
      {...control}
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={128}
      value={value}
      onChange={(event) => {
        prepareSeal()
        onChange(event.target.value)
      }}
      // eslint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={autoFocus}
      suffix={
        <IconButton
          small
          icon={shown ? Eye : EyeOff}
          label={`${shown ? '隐藏' : '显示'}${label}`}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
