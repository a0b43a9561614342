import { signInFaults } from '@heliodesk/contract/sign-in-faults.ts'
import { CallError } from '../../lib/call.ts'
import { clientConfig } from '../../lib/client-config.ts'
import type { Opened } from '../../lib/session.ts'
import { writeStored } from '../../lib/storage.ts'
import { landingPath, type Ticket } from '../entry.ts'
import { jwt, thirdLogin, userOf } from './calls.ts'

/** What an issuer signed has three parts (JWS); tokens of this server have two. */
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * The session that a ticket opens, asked of the server; throws CallError when it opens none. A token is one of an
 * issuer, which signs in (single sign-on), or one that this server gave to another system (spec 1 §2.3).
 */
export async function redeem(ticket: Ticket): Promise<Opened> {
  if (ticket.kind === 'third') return thirdLogin({ token: ticket.token, thirdType: ticket.type })
  const { token, tenantId, deviceId } = ticket
  const opened = SIGNED.test(token) ? await jwt({ token }) : { token, userInfo: await userOf(token) }
  if (tenantId !== null && tenantId !== opened.userInfo.tenantId)
    throw new CallError('Token失效，请重新登录!', 401, 'other_tenant', null)
  if (deviceId !== null && /^[\w-]{1,64}$/.test(deviceId)) writeStored('device-id', deviceId)
  return opened
}

/** Where the round trip to an OpenID Connect provider begins. */
export function startOf(provider: string, hash: string): string {
  const query = new URLSearchParams({ provider, redirect: landingPath(hash) })
  return `${clientConfig().systemApiBase}/sys/oidc/start?${query.toString()}`
}

/** What the server says of a round trip that failed; anybody can write an address, so nothing else is shown. */
const KNOWN_FAULTS = new Set<string>(Object.values(signInFaults))

export const faultText = (said: string): string => (KNOWN_FAULTS.has(said) ? said : signInFaults.failed)
