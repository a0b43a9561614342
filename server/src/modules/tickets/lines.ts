import type { Input } from '@heliodesk/contract/call.ts'
import { pointsOf, switchesOn, tickedLines } from '@heliodesk/contract/ticket-content.ts'
import type { MarkableLine } from '@heliodesk/contract/ticket-drawings.ts'
import { isEnded, type Signer } from '@heliodesk/contract/ticket-states.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { sql } from 'kysely'
import { DomainError } from '../../kernel/context.ts'
import type { LockedTicket, TicketCtx } from './lock.ts'
import { record, requireSigner, type Signature } from './signing.ts'

type Ticking = Input<(typeof ticketCalls)['tick']>
type Part = Ticking['part']

/** Of a step of switching: who takes each part, after which other. */
const parts: Record<Part, { signer: Signer; column: string; after: string | null; title: string }> = {
  call: { signer: 'guard', column: 'called', after: null, title: '唱票' },
  repeat: { signer: 'leader', column: 'repeated', after: 'called', title: '复诵' },
  operate: { signer: 'leader', column: 'operated', after: 'repeated', title: '操作' },
  tick: { signer: 'guard', column: 'ticked', after: 'operated', title: '打√' },
}

type Marks = Record<'called_at' | 'operated_at' | 'repeated_at' | 'ticked_at', Date | null>

async function marksOf({ db }: TicketCtx, { id }: LockedTicket, no: number): Promise<Marks | undefined> {
  return db
    .selectFrom('ticket_line')
    .select(['called_at', 'repeated_at', 'operated_at', 'ticked_at'])
    .where('ticket_id', '=', id)
    .where('no', '=', no)
    .executeTakeFirst()
}

/** Five-prevention: nobody closes onto a point that a running ticket has isolated, or onto an earth. */
async function requireFree({ db }: TicketCtx, ticket: LockedTicket, line: string): Promise<void> {
  if (!switchesOn(line)) return
  const points = pointsOf(line)
  const { rows } = await sql<{ point: string; number: string | null; earth: string | null }>`
    select p.name as point, t.number,
      (select e.name from earth_hanging h join earth e on e.id = h.earth_id
        where h.ticket_id = t.id and h.removed_at is null order by h.id limit 1) as earth
    from ticket_point p join ticket t on t.id = p.ticket_id
    where p.station_id = ${ticket.stationId} and p.running and p.name = any(${points}) limit 1`.execute(db)
  const [found] = rows
  if (found)
    throw new DomainError(
      'ticket.isolated',
      `五防：${found.point} 是 ${found.number ?? ''} 的隔离点，该票尚未终结${found.earth ? `，${found.earth} 号接地未拆除` : ''}`,
    )
  const earthed = await sql<{ name: string; number: string | null }>`
    select e.name, t.number from earth_hanging h
      join earth e on e.id = h.earth_id
      join ticket t on t.id = h.ticket_id
    where e.station_id = ${ticket.stationId} and h.removed_at is null
      and exists (select from unnest(${points}::text[]) point where h.place ~ ('(^|\\D)' || point || '(\\D|$)')) limit 1`.execute(
    db,
  )
  const [earth] = earthed.rows
  if (earth)
    throw new DomainError(
      'ticket.earthed',
      `五防：该处挂有 ${earth.name} 号接地（${earth.number ?? ''}），不能合闸`,
    )
}

/** Whether lines can be done now. */
export const isTicking = ({ kind, state, permittedAt }: LockedTicket): boolean =>
  kind === 'operation' ? state === 'operating' : state === 'toPermit' && permittedAt === null

export function requireTicking(ticket: LockedTicket): void {
  if (isEnded(ticket.state)) throw new DomainError('ticket.ended', '票已终结，不能再打勾')
  if (!isTicking(ticket))
    throw new DomainError(
      'ticket.state',
      ticket.kind === 'operation' ? '操作票不在执行中' : '安全措施在待许可时执行',
    )
}

export function lineOf({ content }: LockedTicket, no: number): MarkableLine {
  const line = tickedLines(content)[no - 1]
  if (!line) throw new DomainError('ticket.line', `序号（no）：没有第 ${no} 项`)
  return line
}

/** The signature of the caller under a part. */
export function signPart(ctx: TicketCtx, ticket: LockedTicket, part: Part): Promise<Signature> {
  const isStep = ticket.kind === 'operation'
  if (!isStep && part !== 'tick') throw new DomainError('ticket.part', '安全措施只打勾')
  return requireSigner(ctx, ticket, isStep ? parts[part].signer : 'permitter')
}

/** When a part was taken, and when the one before it was; null until then. */
export async function takenAt(
  ctx: TicketCtx,
  ticket: LockedTicket,
  { no, part }: { no: number; part: Part },
): Promise<{ own: Date | null; before: Date | null }> {
  const marks = await marksOf(ctx, ticket, no)
  const { column, after } = parts[part]
  const own = marks?.[`${column}_at` as keyof Marks] ?? null
  if (ticket.kind === 'operation' && after)
    return { own, before: marks?.[`${after}_at` as keyof Marks] ?? null }
  const before = no > 1 ? ((await marksOf(ctx, ticket, no - 1))?.ticked_at ?? null) : ticket.startedAt
  return { own, before }
}

type Taking = {
  no: number
  part: Part
  /** When it was done, if not now, and what the history says of that. */
  late?: { at: Date; note: string }
}

/** Takes the next part of the next line of a locked ticket: lines are done one after another, and nothing is undone. */
export async function takePart(
  ctx: TicketCtx,
  ticket: LockedTicket,
  { no, part, late }: Taking,
): Promise<void> {
  const line = lineOf(ticket, no)
  requireTicking(ticket)
  const isStep = ticket.kind === 'operation'
  const { column, after, title } = parts[part]
  const signature = await signPart(ctx, ticket, part)
  const { id } = ticket
  const marks = await marksOf(ctx, ticket, no)
  if (marks?.[`${column}_at` as keyof Marks])
    throw new DomainError('ticket.line_done', `第 ${no} 项已${title}`)
  if (no > 1 && !(await marksOf(ctx, ticket, no - 1))?.ticked_at)
    throw new DomainError('ticket.line_order', `请先完成第 ${no - 1} 项，不能跳项`)
  if (isStep && after && !marks?.[`${after}_at` as keyof Marks])
    throw new DomainError('ticket.line_order', `第 ${no} 项还没有${parts[previousOf[part]].title}`)
  if (part === 'operate') await requireFree(ctx, ticket, line.text)
  const mark = { [`${column}_by`]: ctx.who.userId, [`${column}_at`]: late?.at ?? ctx.now }
  if (marks)
    await ctx.db
      .updateTable('ticket_line')
      .set(mark)
      .where('ticket_id', '=', id)
      .where('no', '=', no)
      .execute()
  else
    await ctx.db
      .insertInto('ticket_line')
      .values({ ticket_id: id, no, ...mark })
      .execute()
  await record(ctx, id, {
    action: isStep ? part : 'measureDone',
    from: ticket.state,
    note: `${no}. ${line.text}${late ? `（${late.note}）` : ''}`,
    signature,
  })
}

const previousOf: Record<Part, Part> = { call: 'call', repeat: 'call', operate: 'repeat', tick: 'operate' }
