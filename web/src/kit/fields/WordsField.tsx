import { Select } from 'antd'
import { Field } from '../Field.tsx'
import { tabLeaves } from '../tab-leaves.ts'
import { apart, type BoundField } from './bound-field.ts'

type WordsFieldProps = BoundField<readonly string[], string[]> & { most: number }

/** A form field for several words that are typed; a space, a comma or Enter ends each. */
export function WordsField(props: WordsFieldProps) {
  const [frame, { value, most, ...input }] = apart(props)
  return (
    <Field {...frame}>
      {(control) => (
        <Select<string[]>
          {...control}
          {...tabLeaves}
          {...input}
          mode="tags"
          open={false}
          suffixIcon={null}
          maxCount={most}
          tokenSeparators={[' ', '，', '、', ',', '；', ';', '\n']}
          value={[...(value ?? [])]}
        />
      )}
    </Field>
  )
}
