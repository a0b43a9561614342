import { CallError } from '../../lib/call.ts'
import type { Opened } from '../../lib/session.ts'
import type { Ticket } from '../entry.ts'
import { exchangeTicket, jwt, logOut, thirdLogin, userOf } from './calls.ts'

export type Redeemed = {
  opened: Opened
  /** The id under which the other system knows this browser. */
  device: string | null
  /** The session was opened by this ticket only, so it is ended when it is not used. */
  isFresh: boolean
}

/** Redeems a ticket for a session; throws CallError if there is none. The current session here does not change. */
export async function redeem(ticket: Ticket): Promise<Redeemed> {
  if (ticket.kind === 'third') {
    const opened = await thirdLogin({ token: ticket.token, thirdType: ticket.type })
    return { opened, device: null, isFresh: true }
  }
  const { token, tenantId, deviceId } = ticket
  const isFresh = kindOf(token) !== 'session'
  const opened = await openWith(token, tenantId)
  if (tenantId !== null && tenantId !== opened.userInfo.tenantId) {
    if (isFresh) await giveBack(opened)
    throw dead('other_tenant')
  }
  return { opened, device: deviceId !== null && /^[\w-]{1,64}$/.test(deviceId) ? deviceId : null, isFresh }
}

const dead = (code: string) => new CallError('Token失效，请重新登录!', 401, code, null)

/**
 * The kind of a token by its number of parts (spec 1 §2.3): three were signed by an issuer (single sign-on), two are a
 * session of this server that another system has, one is a ticket that replaces a token for a minute.
 */
function kindOf(token: string): 'signed' | 'session' | 'ticket' {
  const parts = token.split('.').length
  return parts === 3 ? 'signed' : parts === 1 ? 'ticket' : 'session'
}

async function openWith(token: string, tenantId: string | null): Promise<Opened> {
  switch (kindOf(token)) {
    case 'signed':
      return jwt({ token })
    case 'session':
      return { token, userInfo: await userOf(token) }
    case 'ticket':
      if (tenantId === null) throw dead('bad_token')
      return exchangeTicket({ ticket: token, tenantId, target: location.origin })
  }
}

/** Ends a session that was opened but is not used; if the request is lost, the session expires by itself. */
export const giveBack = ({ token }: Opened): Promise<unknown> => logOut(token).catch(() => undefined)
