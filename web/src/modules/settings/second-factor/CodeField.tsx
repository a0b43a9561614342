import { Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { CommandAlert } from '../../../kit/CommandAlert.tsx'
import { DialogButtons } from '../../../kit/DialogButtons.tsx'
import { Field } from '../../../kit/Field.tsx'
import { Form } from '../../../kit/Form.tsx'
import type { CallError } from '../../../lib/call.ts'

type CodeFieldProps = {
  /** The label of the button. */
  verb: string
  danger?: boolean
  /** Also accepts a recovery code. */
  orRecovery?: boolean
  busy: boolean
  error: CallError | null
  onSubmit: (code: string) => void
  onClose: () => void
  children?: ReactNode
}

/** A field for the code that authenticates the user, and the buttons below it. */
export function CodeField({
  verb,
  danger,
  orRecovery,
  busy,
  error,
  onSubmit,
  onClose,
  children,
}: CodeFieldProps) {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const submit = () => {
    const typed = code.replaceAll(/[\s-]/g, '')
    const fits = /^\d{6}$/.test(typed) || (orRecovery && /^[0-9A-Za-z]{16}$/.test(typed))
    setFault(fits ? null : orRecovery ? '请输入 6 位动态口令，或 16 位恢复码' : '请输入 6 位动态口令')
    if (fits && !busy) onSubmit(code)
  }
  return (
    <Form onSend={submit}>
      {children}
      <Field label={orRecovery ? '动态口令或恢复码' : '动态口令'} required error={fault}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            inputMode={orRecovery ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            maxLength={24}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <CommandAlert error={error} />
      <div className="buttons">
        <DialogButtons onCancel={onClose} verb={verb} danger={danger} busy={busy} />
      </div>
    </Form>
  )
}
