import type { Input } from '@heliodesk/contract/call.ts'
import { judgementFault, type ReviewReason, type Verdict } from '@heliodesk/contract/review-reasons.ts'
import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { ReviewedTicket, ticketReviewCalls } from '@heliodesk/contract/ticket-reviews.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { visibleAtStation } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { getReviewed } from './rows.ts'

type Calls = typeof ticketReviewCalls

const titles = { note: '说明', reasons: '不合格原因' } as const

type Known = { kind: TicketKind; version: number; verdict: Verdict | null }

/**
 * A rated ticket whose judgement nobody else changes until commit. The ticket is locked as well, because the first
 * judgement has no row yet.
 */
async function lockReview(
  { db, who }: Ctx,
  { id, version }: Pick<Input<Calls['save']>, 'id' | 'version'>,
): Promise<Known> {
  const ticket = await db
    .selectFrom('ticket as t')
    .select([sql<TicketKind>`t.kind`.as('kind'), 't.stamp'])
    .where('t.id', '=', id)
    .where(visibleAtStation(who, 't'))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  const review = await db
    .selectFrom('ticket_review')
    .select(['version', sql<Verdict | null>`verdict`.as('verdict')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const known = { kind: ticket.kind, version: review?.version ?? 0, verdict: review?.verdict ?? null }
  requireVersion(known, version, stale('ticket_review', '两票评价'))
  if (ticket.stamp !== 'executed')
    throw new DomainError('ticketReview.not_executed', '只评价已执行的票；未执行、作废的票只计数')
  return known
}

/** The ticket as it is seen by somebody who has no part in it. */
async function readOthers(ctx: Ctx, id: string): Promise<ReviewedTicket> {
  const ticket = await getReviewed(ctx, id)
  if (ticket.refusal !== null) throw new DomainError('ticketReview.own', ticket.refusal)
  return ticket
}

type Judgement = { verdict: Verdict | null; reasons: readonly ReviewReason[]; note: string }

async function write(
  { db, now, who }: Ctx,
  id: string,
  known: Known,
  { verdict, reasons, note }: Judgement,
): Promise<void> {
  const values = {
    verdict,
    reasons: [...reasons],
    note,
    reviewer_id: who.userId,
    reviewer_name: who.realname,
    reviewed_at: now,
    version: known.version + 1,
  }
  if (known.version === 0)
    await db
      .insertInto('ticket_review')
      .values({ id, ...values })
      .execute()
  else await db.updateTable('ticket_review').set(values).where('id', '=', id).execute()
  await db
    .insertInto('ticket_review_event')
    .values({ ticket_id: id, at: now, actor_name: who.realname, verdict, reasons: [...reasons], note })
    .execute()
}

/** Judges a ticket; what was judged before stays in the history. */
export async function saveReview(ctx: Ctx, input: Input<Calls['save']>): Promise<void> {
  const known = await lockReview(ctx, input)
  const { findings } = await readOthers(ctx, input.id)
  const { verdict, note } = input
  const reasons = [...new Set(input.reasons)]
  const fault = judgementFault(known.kind, { verdict, reasons, note }, findings.length)
  if (fault)
    throw new DomainError(
      `ticketReview.${fault.field}`,
      `${titles[fault.field]}（${fault.field}）：${fault.text}`,
    )
  await write(ctx, input.id, known, { verdict, reasons, note })
}

/** The ticket is to be judged again. */
export async function withdrawReview(ctx: Ctx, input: Input<Calls['withdraw']>): Promise<void> {
  const known = await lockReview(ctx, input)
  await readOthers(ctx, input.id)
  if (known.verdict === null) throw new DomainError('ticketReview.none', '这张票还没有评价')
  await write(ctx, input.id, known, { verdict: null, reasons: [], note: input.note })
}
