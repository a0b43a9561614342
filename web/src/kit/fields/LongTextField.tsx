import { memo } from 'react'
import { CountedTextarea } from '../CountedTextarea.tsx'
import { Field } from '../Field.tsx'
import { apart, type BoundField } from './bound-field.ts'

type LongTextFieldProps = BoundField<string> & {
  max?: number
  /** See `CountedTextarea`. */
  rows?: number
  mostRows?: number
  autoFocus?: boolean
}

/** A full-width form field for several lines of text, with a counter. */
export const LongTextField = memo(function LongTextField(props: LongTextFieldProps) {
  const [frame, { value, ...input }] = apart(props)
  return (
    <Field {...frame} className={frame.className ?? 'wide'}>
      {(control) => <CountedTextarea {...control} {...input} value={value ?? ''} />}
    </Field>
  )
})
