import { Field } from '../../../kit/Field.tsx'
import { Segments } from '../../../kit/Segments.tsx'

type SegmentsFieldProps<V extends string> = {
  label: string
  hint?: string
  choices: Readonly<Record<V, string>>
  value: V
  onChange: (value: V) => void
}

/** A form field for one out of a few options, all visible. */
export const SegmentsField = <V extends string>({ label, hint, ...segments }: SegmentsFieldProps<V>) => (
  <Field label={label} hint={hint}>
    {() => <Segments label={label} {...segments} />}
  </Field>
)
