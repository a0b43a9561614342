import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { singleSignOnCalls, TicketTarget } from '@heliodesk/contract/single-sign-on.ts'
import { sql } from 'kysely'
import { DomainError, Refusal, type Ctx, type PublicCtx, type Handler } from '../../kernel/context.ts'
import { hit } from '../../kernel/limits.ts'
import { readSettings } from '../../kernel/settings.ts'
import { assistantOf, sistersOf } from '../../kernel/sources.ts'
import { one, present } from '../../platform/certain.ts'
import { loadAccount, openSession, signInOf } from '../session/index.ts'
import { refuseFlood, wrongToken } from './elsewhere.ts'
import { leaveTicket, newSecret, takeTicket } from './tickets.ts'

type Calls = typeof singleSignOnCalls

const LIFE_SECONDS = 60

/** More than anybody switches systems; limits the number of ticket rows. */
const PER_SESSION = { windowMs: 60_000, max: 30 }

const NO_TARGET = new DomainError('ticket.no_target', '该系统没有可用的地址，请联系管理员')

/** The stored type of a ticket: only the system at this origin can redeem it, not a provider's redirect. */
const typeOf = (url: string) => `system:${new URL(url).origin}`

export const issueTicket: Handler<Calls['issueTicket'], Refusal> = async (ctx, { target }) => {
  const url = await addressOf(ctx, target)
  if (url === null) throw NO_TARGET
  return ticketTo(ctx, url)
}

/** A ticket for the system at an address that the operator admits; none where that takes the session's token. */
export async function ticketTo(ctx: Ctx, url: string): Promise<Output<Calls['issueTicket']> | Refusal> {
  const { sessionId, tenantId, userId, username } = ctx.who
  if (sessionId === null) throw NO_TARGET
  const answer = { url, tenantId: String(tenantId) }
  if (ctx.env.SESSION_TOKEN_SOURCES.includes(new URL(url).origin))
    return { ...answer, ticket: null, expiresIn: 0 }
  if (await hit(ctx.db, `ticket:${sessionId}`, PER_SESSION, ctx.now))
    return new Refusal('ticket.too_many', '操作过于频繁，请稍后再试')
  const ticket = newSecret()
  await leaveTicket(ctx.db, ticket, {
    thirdType: typeOf(url),
    tenantId,
    userId,
    memory: { sessionId, login: username },
    expiresAt: new Date(ctx.now.getTime() + LIFE_SECONDS * 1000),
  })
  return { ...answer, ticket, expiresIn: LIFE_SECONDS }
}

async function addressOf(ctx: Ctx, target: TicketTarget): Promise<string | null> {
  const { values } = (await readSettings(ctx.db)).system
  if (target !== '/AIGC') return sistersOf(values, ctx.env).find(({ path }) => path === target)?.url ?? null
  const { rows } = await sql<{ granted: boolean }>`
    select app.is_granted(${ctx.who.userId}, 'assistant:use') as granted`.execute(ctx.db)
  return one(rows).granted ? assistantOf(values, ctx.env) : null
}

/**
 * Exchanges a ticket. Wrong tickets count like wrong tokens, and the answer gives no details. The new session takes
 * over the sign-in time of the ticket's session, because nobody was authenticated again; so its maximum length does not
 * restart.
 */
export async function exchangeTicket(
  ctx: PublicCtx,
  { ticket, tenantId, target }: Input<Calls['exchangeTicket']>,
): Promise<Output<Calls['exchangeTicket']> | Refusal> {
  const refused = await refuseFlood(ctx)
  if (refused) return refused
  const taken = await takeTicket(ctx.db, ticket, typeOf(target), ctx.now)
  if (!taken || String(taken.tenantId) !== tenantId) return wrongToken(ctx)
  const account = await loadAccount(ctx, present(taken.tenantId), present(taken.userId))
  const signedInAt = account?.inForce ? await signInOf(ctx, present(taken.memory.sessionId)) : null
  if (!account || !signedInAt) return wrongToken(ctx)
  return openSession(ctx, account, { method: 'ticket', login: account.username, signedInAt })
}
