import { Switch } from 'antd'
import { Field } from '../Field.tsx'
import { apart, type BoundField } from './bound-field.ts'

/** A form field that is on or off. */
export function SwitchField(props: BoundField<boolean>) {
  const [frame, { value, onChange }] = apart(props)
  return (
    <Field {...frame}>
      {({ id, 'aria-describedby': describedBy }) => (
        <span>
          <Switch id={id} aria-describedby={describedBy} checked={value ?? false} onChange={onChange} />
        </span>
      )}
    </Field>
  )
}
