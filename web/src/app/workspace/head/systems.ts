import type { Shell } from '../../../lib/shell.ts'
import type { Flags } from '../flags.ts'

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

type Carried = { tenantId: string; token: string; deviceId: string }

/** The sister's own address on its login route, with the session in it (spec 1 §2.6). */
export function sisterAddress(url: string, { tenantId, token, deviceId }: Carried): string {
  const query = new URLSearchParams({ tenant_id: tenantId, token, deviceId })
  return `${url.replace(/#.*$/s, '')}#/user/login?${query.toString()}`
}
