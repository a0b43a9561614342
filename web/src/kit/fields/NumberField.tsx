import { InputNumber } from 'antd'
import { memo } from 'react'
import { Field } from '../Field.tsx'
import { apart, type BoundField } from './bound-field.ts'

type NumberFieldProps = BoundField<number, number | undefined> & {
  suffix?: string
  precision?: number
  min?: number
  max?: number
  /** Shows arrows that count up and down. */
  controls?: boolean
  disabled?: boolean
}

/** A form field for a number with its unit. */
export const NumberField = memo(function NumberField(props: NumberFieldProps) {
  const [frame, { value, onChange, controls = false, ...input }] = apart(props)
  return (
    <Field {...frame}>
      {(control) => (
        <InputNumber<number>
          {...control}
          {...input}
          controls={controls}
          value={value ?? null}
          onChange={(typed) => onChange(typed ?? undefined)}
        />
      )}
    </Field>
  )
})
