import { DepartmentSelect } from './DepartmentSelect.tsx'
import { Field } from '../kit/Field.tsx'
import { apart, type BoundField } from '../kit/fields/bound-field.ts'

/** A form field for the department that a record belongs to, by id; disabled departments cannot be chosen. */
export function DepartmentField(props: Omit<BoundField<string, string | undefined>, 'placeholder'>) {
  const [frame, { value, ...input }] = apart(props)
  return (
    <Field {...frame}>
      {(control) => <DepartmentSelect {...control} {...input} by="id" openOnly value={value ?? undefined} />}
    </Field>
  )
}
