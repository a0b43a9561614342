import { createHash, randomBytes } from 'node:crypto'
import { removeExpired } from '../../kernel/expiry.ts'
import type { Db } from '../../platform/postgres.ts'

/** A pending step: a redirect to a provider, or a sign-in that its browser has not redeemed yet. */
export type Ticket = { tenantId: number | null; userId: string | null; memory: Record<string, string> }

export const newSecret = (): string => randomBytes(32).toString('base64url')

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

export async function leaveTicket(
  db: Db,
  secret: string,
  { thirdType, expiresAt, ...ticket }: Ticket & { thirdType: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sign_in_ticket')
    .values({
      ticket_hash: hashOf(secret),
      tenant: ticket.tenantId,
      user_id: ticket.userId,
      third_type: thirdType,
      memory: JSON.stringify(ticket.memory),
      expires_at: expiresAt,
    })
    .execute()
}

/** Takes a ticket; exactly one of many concurrent attempts gets it. */
export async function takeTicket(
  db: Db,
  secret: string,
  thirdType: string,
  now: Date,
): Promise<Ticket | null> {
  const taken = await db
    .deleteFrom('sign_in_ticket')
    .where('ticket_hash', '=', hashOf(secret))
    .where('third_type', '=', thirdType)
    .returning(['tenant', 'user_id', 'memory', 'expires_at'])
    .executeTakeFirst()
  if (!taken || taken.expires_at <= now) return null
  return { tenantId: taken.tenant, userId: taken.user_id, memory: taken.memory as Record<string, string> }
}

export const ticketUpkeep = removeExpired('expired sign-in tickets', 600_000, 'sign_in_ticket')
