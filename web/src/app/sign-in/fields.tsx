import { CircleAlert, Eye, EyeOff, Lock } from 'lucide-react'
import { useId, useRef, useState, type InputHTMLAttributes, type ReactNode, type RefObject } from 'react'
import { prepareSeal } from '../../lib/seal.ts'
import css from './sign-in-forms.module.css'

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  label: string
  icon: ReactNode
  error: string | undefined
  inputRef: RefObject<HTMLInputElement | null>
  onChange: (value: string) => void
  end?: ReactNode
}

export type Typed = ReturnType<typeof useTyped>

/** What is typed into one field; `field` are its props. */
export function useTyped(start: string | (() => string) = '') {
  const [value, onChange] = useState(start)
  const [error, refuse] = useState<string>()
  const inputRef = useRef<HTMLInputElement>(null)
  return { value, refuse, inputRef, field: { value, onChange, error, inputRef } }
}

/** Tells the faults at their fields, and goes to the first of them; returns whether there is one. */
export function tellFaults(faults: readonly (readonly [Typed, string | undefined])[]): boolean {
  for (const [typed, fault] of faults) typed.refuse(fault)
  const [first] = faults.find(([, fault]) => fault !== undefined) ?? []
  first?.inputRef.current?.focus()
  return first !== undefined
}

export function TextField({ label, icon, error, inputRef, onChange, end, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className={css.loginField}>
      <label htmlFor={id}>{label}</label>
      <div className={error ? `fld ${css.fld} bad` : `fld ${css.fld}`}>
        {icon}
        <input
          {...input}
          id={id}
          ref={inputRef}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      <p className={css.fault} id={`${id}-error`} role="alert">
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

type PasswordFieldProps = Omit<TextFieldProps, 'icon' | 'end' | 'type' | 'maxLength'>

/** A password field that can show its text; the sealing code is loaded while the user types. */
export function PasswordField({ onChange, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? Eye : EyeOff
  return (
    <TextField
      {...props}
      icon={<Lock className="i" aria-hidden />}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={128}
      onChange={(value) => {
        prepareSeal()
        onChange(value)
      }}
      end={
        <button
          type="button"
          className="ib"
          aria-label={`${shown ? '隐藏' : '显示'}${props.label}`}
          onClick={() => setShown(!shown)}
        >
          <Icon className="i" aria-hidden />
        </button>
      }
    />
  )
}

export const SubmitButton = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <button type="submit" className={`btn pri ${css.enter}`} aria-disabled={busy} aria-busy={busy}>
    {children}
  </button>
)
