import { signInFaults } from '@heliodesk/contract/sign-in-faults.ts'
import { clientConfig } from '../../lib/client-config.ts'
import { landingPath } from '../entry.ts'

/** Where the round trip to an OpenID Connect provider begins. */
export function startOf(provider: string, hash: string): string {
  const query = new URLSearchParams({ provider, redirect: landingPath(hash) })
  return `${clientConfig().systemApiBase}/sys/oidc/start?${query.toString()}`
}

/** What the server says of a round trip that failed; anybody can write an address, so nothing else is shown. */
const KNOWN_FAULTS = new Set<string>(Object.values(signInFaults))

export const faultText = (said: string): string => (KNOWN_FAULTS.has(said) ? said : signInFaults.failed)
