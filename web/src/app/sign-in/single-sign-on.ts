import { signInFaults } from '@heliodesk/contract/sign-in-faults.ts'
import { clientConfig } from '../../lib/client-config.ts'
import { landingPath } from '../entry.ts'

/** The address where the redirect to an OpenID Connect provider starts. */
export function startOf(provider: string, hash: string): string {
  const query = new URLSearchParams({ provider, redirect: landingPath(hash) })
  return `${clientConfig().systemApiBase}/sys/oidc/start?${query.toString()}`
}

/** The server's messages for a failed redirect. Anyone can write an address, so no other text from it is shown. */
const KNOWN_FAULTS = new Set<string>(Object.values(signInFaults))

export const faultText = (said: string): string => (KNOWN_FAULTS.has(said) ? said : signInFaults.failed)
