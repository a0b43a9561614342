import { Field } from '../../../kit/Field.tsx'
import { Segments } from '../../../kit/Segments.tsx'

type SegmentsFieldProps<V extends string> = {
  label: string
  choices: Readonly<Record<V, string>>
  value: V
  onChange: (value: V) => void
}

/** A choice of one out of a few options, below its label. */
export const SegmentsField = <V extends string>(props: SegmentsFieldProps<V>) => (
  <Field label={props.label}>
    {() => (
      <div>
        <Segments {...props} />
      </div>
    )}
  </Field>
)
