import { callErrorOf, reportCallError } from './call-errors.ts'
import { notify } from './notices.ts'

/**
 * Opens the address that is asked for in a new tab. The tab is opened first, because browsers allow it only in response
 * to a click, and it has no reference to this page.
 */
export async function openInTab(ask: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank')
  if (!tab) {
    notify({ kind: 'warning', title: '系统提示', text: '浏览器拦截了新窗口，请允许弹出窗口后重试' })
    return
  }
  tab.opener = null
  try {
    tab.location.replace(await ask())
  } catch (error) {
    tab.close()
    const failed = callErrorOf(error)
    if (failed) reportCallError(failed)
  }
}
