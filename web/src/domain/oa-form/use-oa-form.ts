import type { FormField } from '@heliodesk/contract/form-fields.ts'
import { formSchema, visibleFields, type FormValues } from '@heliodesk/contract/form-values.ts'
import { useMemo } from 'react'
import { useForm } from '../../kit/use-form.ts'

/** The state of a form that an administrator described: its faults are those that the server would find. */
export function useOaForm(fields: readonly FormField[], initial: FormValues) {
  const schema = useMemo(() => formSchema(fields), [fields])
  const form = useForm(schema, initial)
  return { ...form, visible: visibleFields(fields, form.values) }
}

export type OaForm = ReturnType<typeof useOaForm>
