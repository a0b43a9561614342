import type { FormDefinition } from '@heliodesk/contract/form-fields.ts'
import type { FormValues } from '@heliodesk/contract/form-values.ts'
import { useState, type ReactNode } from 'react'
import { FormFields, type FilesByField } from '../../domain/oa-form/FormFields.tsx'
import { useOaForm, type OaForm } from '../../domain/oa-form/use-oa-form.ts'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import type { Saving } from '../../kit/use-saving.ts'

type RequestDrawerProps = OverlayProps & {
  title: string
  verb: string
  definition: FormDefinition
  initial: FormValues
  files?: FilesByField
  keptNote?: string
  /** Above the fields. */
  before?: (form: OaForm) => ReactNode
  /** Below the fields. */
  after?: ReactNode
  saving: Saving
  onSend: (values: FormValues) => void
}

/** The form of a request, as its description says. */
export function RequestDrawer(props: RequestDrawerProps) {
  const { definition, initial, files, before, after, onSend, ...drawer } = props
  const form = useOaForm(definition.fields, initial)
  const [uploading, setUploading] = useState(false)
  return (
    <FieldsDrawer {...drawer} form={form} uploading={uploading} onSend={onSend}>
      {before?.(form)}
      <FormFields form={form} files={files} onBusy={setUploading} />
      {after}
    </FieldsDrawer>
  )
}
