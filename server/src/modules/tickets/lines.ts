import type { Input } from '@heliodesk/contract/call.ts'
import { pointsOf, tickedLines } from '@heliodesk/contract/ticket-content.ts'
import { isEnded, type Signer } from '@heliodesk/contract/ticket-states.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { sql } from 'kysely'
import { DomainError } from '../../kernel/context.ts'
import { lockTicket, type LockedTicket, type TicketCtx } from './lock.ts'
import { record, requireSigner } from './signing.ts'

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

/** Whether a line switches on: what is isolated for others, or earthed, must not be (domain.md §1.4, §1.6). */
const switchesOn = (line: string) =>
  !/^(检查|核对|确认)/.test(line) && /合上|推上|投入/.test(line) && !/接地/.test(line)

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

/** Takes the next part of the next line: lines are done one after another, and nothing is undone. */
export async function tickLine(ctx: TicketCtx, { id, no, part }: Ticking): Promise<void> {
  const ticket = await lockTicket(ctx, id)
  const line = tickedLines(ticket.content)[no - 1]
  if (!line) throw new DomainError('ticket.line', `序号（no）：没有第 ${no} 项`)
  if (isEnded(ticket.state)) throw new DomainError('ticket.ended', '票已终结，不能再打勾')
  const isStep = ticket.kind === 'operation'
  if (isStep ? ticket.state !== 'operating' : ticket.state !== 'toPermit' || ticket.permittedAt !== null)
    throw new DomainError('ticket.state', isStep ? '操作票不在执行中' : '安全措施在待许可时执行')
  if (!isStep && part !== 'tick') throw new DomainError('ticket.part', '安全措施只打勾')
  const { signer, column, after, title } = parts[part]
  const signature = await requireSigner(ctx, ticket, isStep ? signer : 'permitter')
  const marks = await marksOf(ctx, ticket, no)
  if (marks?.[`${column}_at` as keyof Marks])
    throw new DomainError('ticket.line_done', `第 ${no} 项已${title}`)
  if (no > 1 && !(await marksOf(ctx, ticket, no - 1))?.ticked_at)
    throw new DomainError('ticket.line_order', `请先完成第 ${no - 1} 项，不能跳项`)
  if (isStep && after && !marks?.[`${after}_at` as keyof Marks])
    throw new DomainError('ticket.line_order', `第 ${no} 项还没有${parts[previousOf[part]].title}`)
  if (part === 'operate') await requireFree(ctx, ticket, line.text)
  const mark = { [`${column}_by`]: ctx.who.userId, [`${column}_at`]: ctx.now }
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
    note: `${no}. ${line.text}`,
    signature,
  })
}

const previousOf: Record<Part, Part> = { call: 'call', repeat: 'call', operate: 'repeat', tick: 'operate' }
