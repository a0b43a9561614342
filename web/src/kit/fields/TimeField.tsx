import { memo, type ComponentProps } from 'react'
import { Field } from '../Field.tsx'
import { TimeInput } from '../TimeInput.tsx'
import { apart, type BoundField } from './bound-field.ts'

type TimeFieldProps = BoundField<string, string | undefined> &
  Pick<ComponentProps<typeof TimeInput>, 'ahead' | 'after'>

/** A form field for a time with minute precision, in wire format. */
export const TimeField = memo(function TimeField(props: TimeFieldProps) {
  const [frame, { onChange, ...input }] = apart(props)
  return (
    <Field {...frame} ask="选择">
      {(control) => (
        <TimeInput {...control} {...input} onChange={(picked) => onChange(picked ?? undefined)} />
      )}
    </Field>
  )
})
