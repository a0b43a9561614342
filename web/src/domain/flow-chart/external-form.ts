import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { callErrorOf, reportCallError } from '../../lib/call-errors.ts'
import { send } from '../../lib/call.ts'
import { notify } from '../../lib/notices.ts'
import { currentToken } from '../../lib/session.ts'

type ExternalForm = { pkId: string; formId: string; app?: string | undefined }

/** The status with which the ERP opens a form to be read (spec 2 §2). */
const STATUS = '2'

/**
 * Opens a record's form in the ERP, in a new tab. The tab is opened first, because browsers allow it only in response to
 * a click, and it has no reference to this page.
 */
export async function openExternalForm({ pkId, formId, app }: ExternalForm): Promise<void> {
  const tab = window.open('', '_blank')
  if (!tab) {
    notify({ kind: 'warning', title: '系统提示', text: '浏览器拦截了新窗口，请允许弹出窗口后重试' })
    return
  }
  tab.opener = null
  try {
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
    tab.location.replace(address.href)
  } catch (error) {
    tab.close()
    const failed = callErrorOf(error)
    if (failed) reportCallError(failed)
  }
}
