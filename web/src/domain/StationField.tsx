import { memo } from 'react'
import { Field } from '../kit/Field.tsx'
import { apart, type BoundField } from '../kit/fields/bound-field.ts'
import { StationSelect } from './StationSelect.tsx'

type StationFieldProps = BoundField<string, string | undefined> & {
  /** See `StationSelect`. */
  onlyOne?: boolean
}

/** A form field for one station. */
export const StationField = memo(function StationField(props: StationFieldProps) {
  const [frame, { value, onChange, ...input }] = apart(props)
  return (
    <Field {...frame} ask="选择">
      {(control) => (
        <StationSelect
          {...control}
          {...input}
          value={value ? [value] : []}
          onChange={([psId]) => onChange(psId)}
        />
      )}
    </Field>
  )
})
