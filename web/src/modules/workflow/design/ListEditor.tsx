import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { useCall } from '../../../lib/queries.ts'
import { ApproverList } from '../approver-list/ApproverList.tsx'
import { fieldsOf } from '../approver-list/fields.ts'
import type { EditorProps } from './editor.ts'

/** The process as a list of who decides, with the fields of its form. */
export function ListEditor({ xml, onChange, readOnly }: EditorProps) {
  const { data } = useCall(workflowCalls.designChoices, {})
  return (
    <ApproverList
      xml={xml}
      onChange={onChange}
      readOnly={readOnly}
      fieldsOf={(key) => fieldsOf(data?.forms.find((form) => form.key === key)?.fields ?? [])}
    />
  )
}
