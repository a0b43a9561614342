import { Input, type InputProps } from 'antd'
import { memo } from 'react'
import { Field } from '../Field.tsx'
import { apart, type BoundField } from './bound-field.ts'

type TextFieldProps = BoundField<string> &
  Pick<InputProps, 'autoFocus' | 'autoComplete' | 'disabled' | 'inputMode' | 'maxLength' | 'suffix'> & {
    /** A code or a value that programs read: no automatic capitals, no spell check. */
    code?: boolean
  }

/** A form field for one line of text. */
export const TextField = memo(function TextField(props: TextFieldProps) {
  const [frame, { value, onChange, code, ...input }] = apart(props)
  return (
    <Field {...frame}>
      {(control) => (
        <Input
          {...control}
          {...input}
          {...(code ? { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } : {})}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
})
