import type { Received } from '@heliodesk/contract/call.ts'
import type { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'

export type DesignedForm = Received<typeof oaFormCalls.detail>

/** What an administrator changes of a form. */
export type Design = Pick<DesignedForm, 'about' | 'definition' | 'departmentIds' | 'roleIds'>

export const designOf = ({ about, departmentIds, roleIds, definition }: DesignedForm): Design => ({
  about,
  departmentIds,
  roleIds,
  definition,
})
