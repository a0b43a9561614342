import { Field } from '../Field.tsx'
import { TimeInput } from '../TimeInput.tsx'
import { apart, type BoundField } from './bound-field.ts'

/** A time to the minute of a form, as the wire has it. */
export function TimeField(props: BoundField<string, string | undefined>) {
  const [frame, { onChange, ...input }] = apart(props)
  return (
    <Field {...frame}>
      {(control) => (
        <TimeInput {...control} {...input} onChange={(picked) => onChange(picked ?? undefined)} />
      )}
    </Field>
  )
}
