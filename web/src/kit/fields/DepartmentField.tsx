import { DepartmentSelect } from '../DepartmentSelect.tsx'
import { Field } from '../Field.tsx'
import { apart, type BoundField } from './bound-field.ts'

/** The department in use that something belongs to, by its id. */
export function DepartmentField(props: Omit<BoundField<string, string | undefined>, 'placeholder'>) {
  const [frame, { value, ...input }] = apart(props)
  return (
    <Field {...frame}>
      {(control) => <DepartmentSelect {...control} {...input} by="id" openOnly value={value ?? undefined} />}
    </Field>
  )
}
