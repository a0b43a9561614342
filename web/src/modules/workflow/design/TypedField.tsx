import { Input } from 'antd'
import { useRef } from 'react'
import { Field } from '../../../kit/Field.tsx'

type TypedFieldProps = {
  label: string
  value: string
  /** Called when the field is left, so that one undo takes back what was typed at once. */
  onTyped: (value: string) => void
  placeholder?: string
  hint?: string
  rows?: number
  disabled?: boolean
  max?: number
}

/** A field of the properties. Its value is taken over when it is left, or by Enter. */
export function TypedField({
  label,
  value,
  onTyped,
  placeholder,
  hint,
  rows = 1,
  disabled,
  max = 200,
}: TypedFieldProps) {
  const cancelled = useRef(false)
  return (
    <Field label={label} hint={hint}>
      {(control) => {
        const props = {
          ...control,
          // Another value from outside, as by undo, is a new field.
          key: value,
          defaultValue: value,
          placeholder,
          disabled,
          maxLength: max,
          onKeyDown: ({ key, currentTarget }: { key: string; currentTarget: HTMLElement }) => {
            cancelled.current = key === 'Escape'
            if (key === 'Escape' || (key === 'Enter' && rows === 1)) currentTarget.blur()
          },
          onBlur: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
            if (cancelled.current) target.value = value
            else if (target.value !== value) onTyped(target.value)
            cancelled.current = false
          },
        }
        const { key, ...rest } = props
        return rows === 1 ? (
          <Input key={key} {...rest} />
        ) : (
          <Input.TextArea key={key} {...rest} autoSize={{ minRows: rows, maxRows: 6 }} />
        )
      }}
    </Field>
  )
}
