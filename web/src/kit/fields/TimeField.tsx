import { Field } from '../Field.tsx'
import { TimeInput } from '../TimeInput.tsx'
import { apart, type BoundField } from './bound-field.ts'

/** A form field for a time with minute precision, in wire format. */
export function TimeField(props: BoundField<string, string | undefined>) {
  const [frame, { onChange, ...input }] = apart(props)
  return (
    <Field {...frame} ask="选择">
      {(control) => (
        <TimeInput {...control} {...input} onChange={(picked) => onChange(picked ?? undefined)} />
      )}
    </Field>
  )
}
