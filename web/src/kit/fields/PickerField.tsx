import { memo, type ComponentType, type ReactNode } from 'react'
import { Field, type FieldControl } from '../Field.tsx'
import { apart, type BoundField } from './bound-field.ts'

type Picker = (props: never) => ReactNode
type ValueOf<P> = P extends { value?: infer V } ? NonNullable<V> : never
type Bound<P> = BoundField<ValueOf<P>, ValueOf<P> | undefined>

type PickerFieldProps<C extends Picker, P = Parameters<C>[0]> = Bound<P> &
  Omit<P, keyof FieldControl | keyof Bound<P>> & {
    /** The control, which also gets the other props. */
    of: C
  }

function PickerOf<C extends Picker>({ of, ...props }: PickerFieldProps<C>) {
  const [frame, { value, ...input }] = apart(props as unknown as Bound<Parameters<C>[0]>)
  const Control = of as unknown as ComponentType<object>
  return (
    <Field {...frame} ask="选择">
      {(control) => <Control {...control} {...input} {...{ value: value ?? undefined }} />}
    </Field>
  )
}

/** A form field for one record or value that is chosen with a picker: `of={DepartmentSelect}`. */
export const PickerField = memo(PickerOf) as unknown as typeof PickerOf
