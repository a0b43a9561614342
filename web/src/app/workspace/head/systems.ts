import { reportCallError } from '../../../lib/call-errors.ts'
import { CallError } from '../../../lib/call.ts'
import { notify } from '../../../lib/notices.ts'
import { deviceId } from '../../../lib/session.ts'
import type { Shell } from '../../../lib/shell.ts'
import type { Flags } from '../flags.ts'
import { askWayIn, type WayIn } from './way-in.ts'

type Sister = Shell['sisters'][number]

export type ListedSister = Sister & {
  /** Listed by the ERP flag alone, a system may still be one that the person has no right to. */
  permitted: boolean
}

/** The sister systems of the switcher: those at the menu's top, or all of them under the ERP flag (spec 1 §2.6). */
export function listedSisters(flags: Flags, configured: readonly Sister[]): ListedSister[] {
  return configured
    .map((sister) => ({ ...sister, permitted: flags.sisters.includes(sister.path) }))
    .filter(({ permitted }) => permitted || flags.ERP)
}

/** The sister's own address on its login route, with what lets this person in (spec 1 §2.6). */
export function sisterAddress({ url, tenantId, token }: WayIn): string {
  const query = new URLSearchParams({ tenant_id: tenantId, token, deviceId: deviceId() })
  return `${url.replace(/#.*$/s, '')}#/user/login?${query.toString()}`
}

/**
 * Opens a sister system in a tab of its own. The tab comes first, as the browser allows it in answer to a click only,
 * and knows nothing of this page.
 */
export async function openSister(path: Sister['path']): Promise<void> {
  const tab = window.open('', '_blank')
  if (!tab) {
    notify({ kind: 'warning', title: '系统提示', text: '浏览器拦截了新窗口，请允许弹出窗口后重试' })
    return
  }
  tab.opener = null
  try {
    tab.location.replace(sisterAddress(await askWayIn(path)))
  } catch (error) {
    tab.close()
    if (!(error instanceof CallError)) throw error
    reportCallError(error)
  }
}
