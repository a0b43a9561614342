import { singleSignOnCalls } from '@heliodesk/contract/single-sign-on.ts'
import { defineModule, Refusal, type PublicCtx } from '../../kernel/context.ts'
import { loadAccount, openSession } from '../session/index.ts'
import type { SignInMethod } from '@heliodesk/contract/sign-in-methods.ts'
import { present } from '../../platform/certain.ts'
import { accountOf, refuseFlood, wrongToken } from './elsewhere.ts'
import { exchangeTicket, issueTicket } from './hand-over.ts'
import { identityOfJwt } from './jwt.ts'
import { askKingdee } from './kingdee.ts'
import { serveOpenIdConnect } from './oidc.ts'
import { takeTicket, ticketUpkeep } from './tickets.ts'

export { ticketTo } from './hand-over.ts'

/** Exchanges the ticket from a provider's redirect for a session, once. */
async function redeem(ctx: PublicCtx, token: string, thirdType: string) {
  const refused = await refuseFlood(ctx)
  if (refused) return refused
  const ticket = await takeTicket(ctx.db, token, thirdType, ctx.now)
  const account = ticket?.userId ? await loadAccount(ctx, present(ticket.tenantId), ticket.userId) : null
  if (!ticket || !account?.inForce) return wrongToken(ctx)
  const method = (ticket.memory.method ?? 'third') as SignInMethod
  return openSession(ctx, account, { method, login: ticket.memory.login ?? account.username })
}

export const singleSignOn = defineModule(
  singleSignOnCalls,
  {
    async jwt(ctx, { token }) {
      const refused = await refuseFlood(ctx)
      if (refused) return refused
      const identity = await identityOfJwt(ctx, token)
      if (identity instanceof Refusal) return identity
      const account = await accountOf(ctx, identity, 'jwt')
      if (account instanceof Refusal) return account
      return openSession(ctx, account, { method: 'jwt', login: identity.login ?? identity.subject })
    },
    thirdLoginUser: (ctx, { token, thirdType }) => redeem(ctx, token, thirdType),
    thirdLogin: (ctx, { token, type }) => redeem(ctx, token, type),
    issueTicket,
    exchangeTicket,
    kingdee: (ctx, { target }) => askKingdee(ctx, target),
  },
  [ticketUpkeep],
  [],
  serveOpenIdConnect,
)
