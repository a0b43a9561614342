import { signInFaults } from '@heliodesk/contract/sign-in-faults.ts'
import { CallError } from '../../lib/call.ts'
import { clientConfig } from '../../lib/client-config.ts'
import type { Opened } from '../../lib/session.ts'
import { writeStored } from '../../lib/storage.ts'
import { landingPath, type Ticket } from '../entry.ts'
import { thirdLogin, userOf } from './calls.ts'

/** The session that a ticket opens, asked of the server; throws CallError when it opens none (spec 1 §2.3). */
export async function redeem(ticket: Ticket): Promise<Opened> {
  if (ticket.kind === 'third') return thirdLogin({ token: ticket.token, thirdType: ticket.type })
  const { token, tenantId, deviceId } = ticket
  const userInfo = await userOf(token)
  if (tenantId !== null && tenantId !== userInfo.tenantId)
    throw new CallError('Token失效，请重新登录!', 401, 'other_tenant', null)
  if (deviceId !== null && /^[\w-]{1,64}$/.test(deviceId)) writeStored('device-id', deviceId)
  return { token, userInfo }
}

/** Where the round trip to an OpenID Connect provider begins. */
export function startOf(provider: string, hash: string): string {
  const query = new URLSearchParams({ provider, redirect: landingPath(hash) })
  return `${clientConfig().systemApiBase}/sys/oidc/start?${query.toString()}`
}

/** What the server says of a round trip that failed; anybody can write an address, so nothing else is shown. */
const KNOWN_FAULTS = new Set<string>(Object.values(signInFaults))

export const faultText = (said: string): string => (KNOWN_FAULTS.has(said) ? said : signInFaults.failed)
