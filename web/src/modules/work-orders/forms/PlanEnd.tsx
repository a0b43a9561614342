import { Radio } from 'antd'
import { useState, type ComponentProps } from 'react'
import { Field, labelIdOf, type FieldControl } from '../../../kit/Field.tsx'
import { TimeInput } from '../../../kit/TimeInput.tsx'
import type { Preset } from './presets.ts'
import css from './order-forms.module.css'

/** A few choices side by side. */
export const Chips = (props: ComponentProps<typeof Radio.Group> & FieldControl) => (
  <Radio.Group {...props} aria-labelledby={labelIdOf(props.id)} className={css.chips} optionType="button" />
)

const OTHER = 'other'

type PlanEndProps = {
  label: string
  presets: readonly Preset[]
  /** Other times are later than this one. */
  after: string | null
  hint?: string | undefined
  value: string | undefined
  error: string | null
  onChange: (value: string | undefined) => void
}

/** The planned end: one of the presets, or another time. */
export function PlanEnd({ label, presets, after, hint, value, error, onChange }: PlanEndProps) {
  const [free, setFree] = useState(false)
  return (
    <>
      <Field label={label} ask="选择" required hint={hint} error={error}>
        {(control) => (
          <Chips
            {...control}
            options={[
              ...presets.map(({ title, at, refusal }) => ({
                value: at,
                label: title,
                disabled: refusal !== null,
                title: refusal ?? undefined,
              })),
              { value: OTHER, label: '自选' },
            ]}
            value={free ? OTHER : value}
            onChange={({ target }) => {
              setFree(target.value === OTHER)
              onChange(target.value === OTHER ? undefined : target.value)
            }}
          />
        )}
      </Field>
      {free && (
        <Field label="自选时间" bare>
          {(control) => (
            <TimeInput
              {...control}
              ahead="end"
              after={after}
              value={value}
              onChange={(at) => onChange(at ?? undefined)}
            />
          )}
        </Field>
      )}
    </>
  )
}
