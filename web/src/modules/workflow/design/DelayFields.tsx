import { InputNumber, Select } from 'antd'
import { Field } from '../../../kit/Field.tsx'
import { UNITS, type Delay, type Unit } from './delay.ts'
import { TypedField } from './TypedField.tsx'
import css from './design.module.css'

type DelayFieldsProps = {
  label: string
  value: Delay | null
  onChange: (value: Delay | null) => void
  hint?: string
}

const OPTIONS = Object.entries(UNITS).map(([value, label]) => ({ value: value as Unit, label }))

/** A time limit: a number of days, hours, minutes or working days; a duration of another form is text. */
export function DelayFields({ label, value, onChange, hint }: DelayFieldsProps) {
  if (value && 'text' in value)
    return (
      <TypedField
        label={label}
        value={value.text}
        hint="ISO 8601 时长，例如 P1DT2H；清空后可按天、小时填写"
        onTyped={(text) => onChange(text.trim() ? { text: text.trim() } : null)}
      />
    )
  const unit = value?.unit ?? 'working'
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className={css.pair}>
          <InputNumber<number>
            {...control}
            min={1}
            max={9999}
            precision={0}
            placeholder="不限"
            value={value?.amount ?? null}
            onChange={(amount) => onChange(amount ? { unit, amount } : null)}
          />
          <Select
            aria-label={`${label}的单位`}
            options={OPTIONS}
            value={unit}
            onChange={(chosen) => onChange({ unit: chosen, amount: value?.amount ?? 1 })}
          />
        </div>
      )}
    </Field>
  )
}
