import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { send } from '../../lib/call.ts'
import { openInTab } from '../../lib/new-tab.ts'
import { currentToken } from '../../lib/session.ts'

type ExternalForm = { pkId: string; formId: string; app?: string | undefined }

/** The status with which the ERP opens a form to be read (spec 2 §2). */
const STATUS = '2'

/** Opens a record's form in the ERP, in a new tab. */
export const openExternalForm = ({ pkId, formId, app }: ExternalForm): Promise<void> =>
  openInTab(async () => {
    const { url, tenantId, phone, accessToken } = await send(approvalCalls.externalForm, { pkId, formId })
    const address = new URL(url)
    const parameters = {
      formId,
      pkId,
      Status: STATUS,
      ...(app && { app }),
      phone,
      tenant_id: tenantId,
      // The operator configured the ERP as a system that cannot exchange tickets.
      accessToken: accessToken ?? currentToken() ?? '',
    }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    return address.href
  })
