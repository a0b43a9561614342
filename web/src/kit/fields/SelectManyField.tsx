import { Select, type SelectProps } from 'antd'
import { useSearchBy } from '../../lib/pinyin.ts'
import { Field } from '../Field.tsx'
import type { Choice } from '../search-bar/filters.ts'
import { tabLeaves } from '../tab-leaves.ts'
import { apart, type BoundField } from './bound-field.ts'

type Passed = 'allowClear' | 'loading' | 'notFoundContent' | 'optionRender' | 'showSearch'

type SelectManyFieldProps<O extends Choice> = BoundField<readonly string[], string[]> &
  Pick<SelectProps<string[], O>, Passed> & { choices: readonly O[] }

/** A form field for several of a few known values, found by their labels. */
export function SelectManyField<O extends Choice = Choice>(props: SelectManyFieldProps<O>) {
  const [frame, { choices, value, ...input }] = apart(props)
  const search = useSearchBy('label')
  return (
    <Field {...frame} ask="选择">
      {(control) => (
        <Select<string[], O>
          showSearch={search}
          {...control}
          {...tabLeaves}
          {...input}
          mode="multiple"
          options={[...choices]}
          value={[...(value ?? [])]}
        />
      )}
    </Field>
  )
}
