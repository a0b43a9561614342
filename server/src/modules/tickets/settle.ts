import type { Input } from '@heliodesk/contract/call.ts'
import { nameOfPart, placeOfPart, type LinePart, type PartMark } from '@heliodesk/contract/field-tickets.ts'
import { titleOfTicketState } from '@heliodesk/contract/ticket-states.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { sql } from 'kysely'
import { DomainError } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { isTicking, takenAt, takePart } from './lines.ts'
import { lockTicket, readTicket, type LockedTicket, type TicketCtx } from './lock.ts'

/** Clocks of two phones that differ by less are the same. */
const TOLERANCE_MS = 2 * 60_000

/** A part that came from a phone. */
export type SentPart = {
  id: string
  no: number
  part: LinePart
  authorId: string
  authorName: string
  doneAt: Date
  at: Date
  marks: PartMark[]
  address: string
  userAgent: string
}

/** What became of one; null while it waits. */
export type Settled = { outcome: 'done' | 'record'; marks: PartMark[]; why: string; refused: boolean }

const columns = sql`p.id, p.no, p.part, p.author_id as "authorId", p.author_name as "authorName", p.done_at as "doneAt", p.at,
  p.marks, p.address, p.user_agent as "userAgent"`

async function waitingParts({ db }: TicketCtx, ticketId: string): Promise<SentPart[]> {
  const { rows } = await sql<SentPart>`
    select ${columns} from field_part p
    where p.ticket_id = ${ticketId} and not exists (
      select from field_part_end e where e.tenant_id = p.tenant_id and e.part_id = p.id)
    order by p.id`.execute(db)
  return rows.toSorted(
    (one, other) => placeOfPart(one) - placeOfPart(other) || Number(one.id) - Number(other.id),
  )
}

/** Parts that were not taken, although what came after them on the phones relies on them. */
async function refusedParts({ db }: TicketCtx, ticketId: string): Promise<SentPart[]> {
  const { rows } = await sql<SentPart>`
    select ${columns} from field_part p join field_part_end e on e.tenant_id = p.tenant_id and e.part_id = p.id
    where p.ticket_id = ${ticketId} and e.refused order by p.id`.execute(db)
  return rows
}

export async function endPart({ db, now }: TicketCtx, id: string, settled: Settled): Promise<void> {
  await db
    .insertInto('field_part_end')
    .values({ part_id: id, ...settled, at: now })
    .execute()
}

/** The context of who did a part: it is theirs, whoever brought the part before it. */
const asAuthor = (ctx: TicketCtx, { authorId, authorName, address, userAgent }: SentPart): TicketCtx => ({
  ...ctx,
  who: { ...ctx.who, userId: authorId, realname: authorName },
  client: { address, userAgent },
})

/** Codes of five-prevention. */
const unsafe = new Set(['ticket.isolated', 'ticket.earthed'])

/**
 * Takes the parts of a locked ticket that waited, as far as they are next now, by the rules of every part; what can never
 * be next any more becomes a record. Answers what became of each.
 */
export async function settleParts(ctx: TicketCtx, locked: LockedTicket): Promise<Map<string, Settled>> {
  const ticket = await readTicket(ctx, locked.id)
  const settled = new Map<string, Settled>()
  const waiting = await waitingParts(ctx, ticket.id)
  if (waiting.length === 0) return settled
  const refused = await refusedParts(ctx, ticket.id)
  for (const each of waiting) {
    const found = await settleOne(ctx, ticket, each, refused)
    if (!found) continue
    await endPart(ctx, each.id, found)
    settled.set(each.id, found)
    if (found.refused) refused.push(each)
  }
  return settled
}

const kept = (why: string, marks: PartMark[], isRefused = false): Settled => ({
  outcome: 'record',
  marks,
  why: `${why}，作为补充记录保留`,
  refused: isRefused,
})

async function settleOne(
  ctx: TicketCtx,
  ticket: LockedTicket,
  sent: SentPart,
  refused: readonly SentPart[],
): Promise<Settled | null> {
  const { marks } = sent
  const { own, before } = await takenAt(ctx, ticket, sent)
  if (own) return kept(`${nameOfPart(sent)}已于 ${minuteOf(ctx, own)} 完成`, marks)
  const isResting = ticket.kind === 'operation' && ticket.state === 'paused'
  if (!isResting && !isTicking(ticket)) {
    const stands = titleOfTicketState(ticket.kind, ticket.state)
    return kept(`送达时票为“${stands}”`, marks)
  }
  const relied = await reliedOn(ctx, ticket, sent, refused)
  if (relied) return kept(`${nameOfPart(relied)}没有生效`, marks, true)
  const isEarly = before !== null && before.getTime() - sent.doneAt.getTime() > TOLERANCE_MS
  const told: PartMark[] = isEarly ? [...marks, 'disorder'] : marks
  try {
    const note = `手机离线，${toWireTime(sent.doneAt, ctx.who.timeZone).slice(5)} 所做`
    await takePart(asAuthor(ctx, sent), ticket, { ...sent, late: { at: sent.doneAt, note } })
    return { outcome: 'done', marks: told, why: '已按顺序计入本票', refused: false }
  } catch (refusal) {
    if (!(refusal instanceof DomainError)) throw refusal
    // It waits for the part before it, or for the ticket to go on.
    if (refusal.code === 'ticket.line_order' || refusal.code === 'ticket.state') return null
    return kept(refusal.message, unsafe.has(refusal.code) ? [...told, 'unsafe'] : told, true)
  }
}

/** A part before it that was not taken, nor done again until this one was: it goes the way of that one. */
async function reliedOn(
  ctx: TicketCtx,
  ticket: LockedTicket,
  sent: SentPart,
  refused: readonly SentPart[],
): Promise<SentPart | null> {
  const latest = sent.doneAt.getTime() + TOLERANCE_MS
  for (const other of refused) {
    if (placeOfPart(other) >= placeOfPart(sent) || other.doneAt.getTime() > latest) continue
    const { own } = await takenAt(ctx, ticket, other)
    if (!own || own.getTime() > latest) return other
  }
  return null
}

const minuteOf = ({ who }: TicketCtx, at: Date): string => toWireTime(at, who.timeZone).slice(0, 16)

/** The caller takes a part now; what phones did behind it follows. */
export async function tickLine(
  ctx: TicketCtx,
  { id, no, part }: Input<(typeof ticketCalls)['tick']>,
): Promise<void> {
  const ticket = await lockTicket(ctx, id)
  await takePart(ctx, ticket, { no, part })
  await settleParts(ctx, ticket)
}
