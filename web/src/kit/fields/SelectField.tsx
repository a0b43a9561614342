import { Select, type SelectProps } from 'antd'
import { memo } from 'react'
import { Field } from '../Field.tsx'
import type { Choice } from '../search-bar/filters.ts'
import { apart, type BoundField } from './bound-field.ts'

type Passed = 'allowClear' | 'disabled' | 'loading' | 'notFoundContent' | 'optionRender' | 'showSearch'

type SelectFieldProps<V extends string, O extends Choice> = BoundField<V, V | undefined> &
  Pick<SelectProps<V, O>, Passed> & {
    /** The titles by value, or a list of choices. */
    choices: Readonly<Record<string, string>> | readonly O[]
  }

const isList = <O extends Choice>(choices: SelectFieldProps<string, O>['choices']): choices is readonly O[] =>
  Array.isArray(choices)

function SelectOf<V extends string, O extends Choice = Choice>(props: SelectFieldProps<V, O>) {
  const [frame, { choices, value, ...input }] = apart(props)
  const options = isList(choices)
    ? [...choices]
    : Object.entries(choices).map(([each, label]) => ({ value: each, label }) as O)
  return (
    <Field {...frame} ask="选择">
      {(control) => <Select<V, O> {...control} {...input} options={options} value={value ?? undefined} />}
    </Field>
  )
}

/** A form field for one of a few known values. */
export const SelectField = memo(SelectOf) as typeof SelectOf
