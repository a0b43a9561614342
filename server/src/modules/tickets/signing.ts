import { own } from '@heliodesk/contract/own.ts'
import { namedRoles } from '@heliodesk/contract/ticket-content.ts'
import { roleTitle, type TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import { roleOfSigner, type Signer, type TicketState } from '@heliodesk/contract/ticket-states.ts'
import { sql } from 'kysely'
import { DomainError } from '../../kernel/context.ts'
import { MissingRight } from '../../kernel/errors.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { requireRights } from '../../kernel/rights.ts'
import type { LockedTicket, TicketCtx } from './lock.ts'
import { requireApart, requireQualified } from './qualified.ts'

/** In which role somebody signs, and by which entry of the published list. */
export type Signature = { role: string; qualificationId: string | null }

const otherTitles: Record<'approver' | 'author' | 'reviewer', string> = {
  reviewer: '消防安监审核人',
  approver: '厂级批准人',
  author: '开票人',
}
export const titleOfRole = (role: string): string => own(otherTitles, role) ?? roleTitle(role as TicketRole)

/** Whom the ticket names for a signer; undefined where it names nobody. */
export function namedSigner(ticket: LockedTicket, signer: Signer): string | null | undefined {
  switch (signer) {
    case 'leader':
      return ticket.leaderId
    case 'issuer':
      return ticket.issuerId
    case 'coIssuer':
      return ticket.cosignerId
    case 'guard':
      return ticket.guardId
    default:
      return undefined
  }
}

/** Everybody who has a role on the ticket by now. */
export const heldRoles = (ticket: LockedTicket): { role: TicketRole; personId: string | null }[] => [
  ...namedRoles({ ...ticket.content, leaderId: ticket.leaderId, issuerId: ticket.issuerId }),
  { role: 'permitter', personId: ticket.permitterId },
  { role: 'shiftLeader', personId: ticket.shiftLeaderId },
]

/**
 * The signature of the caller as `signer`: they are the person whom the ticket names, or whoever is qualified; they have no
 * role that must be somebody else's, and their qualification is valid at this moment (domain.md §1.2).
 */
export async function requireSigner(
  ctx: TicketCtx,
  ticket: LockedTicket,
  signer: Signer,
): Promise<Signature> {
  const { userId } = ctx.who
  if (signer === 'pair') return requireSigner(ctx, ticket, userId === ticket.guardId ? 'guard' : 'leader')
  const role = roleOfSigner(ticket.kind, signer)
  const named = namedSigner(ticket, signer)
  if (named !== undefined && named !== userId)
    throw new DomainError('ticket.not_signer', `只有本票的${titleOfRole(role ?? signer)}可以办理`)
  if (role === null) {
    await requireRights(ctx, [signer === 'reviewer' ? 'ticket:review' : 'ticket:approve'])
    if (userId === ticket.leaderId || userId === ticket.issuerId)
      throw new DomainError('ticket.roles_apart', `工作负责人和签发人不能兼任${titleOfRole(signer)}`)
    return { role: signer, qualificationId: null }
  }
  requireApart(ticket.kind, heldRoles(ticket), role, userId)
  if (role === 'permitter') await requireNoMember(ctx, ticket)
  return { role, ...(await requireQualified(ctx, ticket, role, userId)) }
}

/** Nobody permits the work that they take part in. */
async function requireNoMember({ db, who }: TicketCtx, { id }: LockedTicket): Promise<void> {
  const member = db
    .selectFrom('ticket_person')
    .where('ticket_id', '=', id)
    .where('person_id', '=', who.userId)
    .where('removed', '=', false)
  if (await hasRow(member)) throw new DomainError('ticket.roles_apart', '工作班成员不能兼任工作许可人')
}

type Happening = {
  action: string
  from: TicketState
  to?: TicketState
  note?: string
  signature?: Signature
}

/** Writes what the caller did: who, when and where from, with the hash of what the ticket says at this moment. */
export async function record(
  { db, now, who, client }: TicketCtx,
  ticketId: string,
  { action, from, to = from, note = '', signature }: Happening,
): Promise<void> {
  await sql`
    insert into ticket_event (ticket_id, at, actor_id, actor_name, role, qualification_id, action, from_state, to_state, note,
      content_hash, address, user_agent)
    select t.id, ${now}::timestamptz, ${who.userId}::bigint, ${who.realname}::text, ${signature?.role ?? null}::text,
      ${signature?.qualificationId ?? null}::bigint, ${action}::text, ${from}::text, ${to}::text, ${note}::text, t.content_hash,
      ${client.address}::text, ${client.userAgent}::text
    from ticket t where t.id = ${ticketId}`.execute(db)
}

/** Whether the caller's signature would be taken now. */
export async function maySign(ctx: TicketCtx, ticket: LockedTicket, signer: Signer): Promise<boolean> {
  try {
    await requireSigner(ctx, ticket, signer)
    return true
  } catch (refusal) {
    if (refusal instanceof DomainError || refusal instanceof MissingRight) return false
    throw refusal
  }
}
