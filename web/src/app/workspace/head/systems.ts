import { paths } from '@heliodesk/contract/paths.ts'
import { openInTab } from '../../../lib/new-tab.ts'
import { deviceId } from '../../../lib/session.ts'
import type { Shell } from '../../../lib/shell.ts'
import type { Flags } from '../flags.ts'
import { askWayIn, type WayIn } from './way-in.ts'

type Sister = Shell['sisters'][number]

export type ListedSister = Sister & {
  /** False for a system listed only because of the ERP flag, without a permission. */
  permitted: boolean
}

/** The sister systems in the switcher: those at the top of the menu, or all of them with the ERP flag (spec 1 §2.6). */
export function listedSisters(flags: Flags, configured: readonly Sister[]): ListedSister[] {
  return configured
    .map((sister) => ({ ...sister, permitted: flags.sisters.includes(sister.path) }))
    .filter(({ permitted }) => permitted || flags.ERP)
}

/** The login address of the sister system, with the ticket for this user (spec 1 §2.6). */
export function sisterAddress({ url, tenantId, token }: WayIn): string {
  const query = new URLSearchParams({ tenant_id: tenantId, token, deviceId: deviceId() })
  return `${url.replace(/#.*$/s, '')}#${paths.login.path}?${query.toString()}`
}

/** Opens a sister system in a new tab. */
export const openSister = (path: Sister['path']): Promise<void> =>
  openInTab(async () => sisterAddress(await askWayIn(path)))
