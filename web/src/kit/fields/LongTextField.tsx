import { CountedTextarea } from '../CountedTextarea.tsx'
import { Field } from '../Field.tsx'
import { apart, type BoundField } from './bound-field.ts'

type LongTextFieldProps = BoundField<string> & {
  max?: number
  rows?: number | { min: number; max: number }
  autoFocus?: boolean
}

/** Several lines of text of a form over its whole width, with their count. */
export function LongTextField(props: LongTextFieldProps) {
  const [frame, { value, ...input }] = apart(props)
  return (
    <Field {...frame} className={frame.className ?? 'wide'}>
      {(control) => <CountedTextarea {...control} {...input} value={value ?? ''} />}
    </Field>
  )
}
