import type { Output } from '@heliodesk/contract/call.ts'
import { estimatedTime } from '@heliodesk/contract/field-conflicts.ts'
import {
  lineParts,
  nameOfPart,
  partMarks,
  type fieldTicketCalls,
  type LinePart,
  type PartMark,
} from '@heliodesk/contract/field-tickets.ts'
import { isEnded, titleOfTicketState, type TicketState } from '@heliodesk/contract/ticket-states.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { insertRow } from '../../kernel/one-row.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import {
  endPart,
  lineOf,
  lockTicket,
  recordTicketEvent,
  settleParts,
  signPart,
  takenAt,
  type LockedTicket,
  type Settled,
} from '../tickets/index.ts'
import { tellSupervisors } from './tell.ts'

type Tick = (typeof fieldTicketCalls)['tick']

/** The same person did the same at nearly the same time: it was sent twice. */
const SAME_MS = 60_000

/**
 * Takes a part that a person did on their phone: now if it is next, later if it is not. What was done while the ticket
 * was not in force is kept and told, and has no effect.
 */
export const tick: Handler<Tick> = async (ctx, { id, no, part, at, skew, text }) => {
  const ticket = await lockTicket(ctx, id)
  const line = lineOf(ticket, no)
  if (line.text !== text)
    throw new DomainError(
      'field.line_changed',
      `操作项目（text）：第 ${no} 项现为“${line.text}”，请刷新后核对`,
    )
  if (ticket.state === 'draft' || ticket.number === null) throw notBegun(ticket)
  await signPart(ctx, ticket, part)
  const changes = await changesOf(ctx, id)
  if (!changes.some(({ to }) => to === (ticket.kind === 'operation' ? 'operating' : 'toPermit')))
    throw notBegun(ticket)
  const { doneAt: done, marks } = estimatedTime({ at, skew }, ctx.now.getTime())
  const doneAt = new Date(done)
  const { own } = await takenAt(ctx, ticket, { no, part })
  if (own && Math.abs(own.getTime() - done) < SAME_MS)
    return { outcome: 'same', marks: [], message: `${nameOfPart({ no, part })}已完成，无需重复` }
  const known = marks as PartMark[]
  const partId = await insertRow(ctx.db, 'field_part', {
    ticket_id: id,
    no,
    part,
    author_name: ctx.who.realname,
    device_at: new Date(at),
    device_skew: skew,
    done_at: doneAt,
    at: ctx.now,
    marks: known,
    address: ctx.client.address,
    user_agent: ctx.client.userAgent,
  })
  const stopped = ticket.kind === 'operation' ? standing(changes, doneAt) : null
  if (stopped && !own) {
    const why = `票 ${ticket.number} 已于 ${minuteOf(ctx, stopped.at)} 由 ${stopped.by} ${stateWord(ticket, stopped.to)}，作为补充记录保留`
    await endPart(ctx, partId, { outcome: 'record', marks: [...known, 'afterTicket'], why, refused: true })
  }
  const settled = await settleParts(ctx, ticket)
  const found = settled.get(partId) ?? (stopped && !own ? await endOf(ctx, partId) : null)
  if (found?.outcome === 'record') await keepRecord(ctx, ticket, { no, part, found })
  await tellOf(ctx, ticket, { no, part, doneAt, found })
  return answer({ no, part, found, ticket })
}

const notBegun = (ticket: LockedTicket) =>
  new DomainError(
    'ticket.state',
    ticket.kind === 'operation'
      ? `操作票${titleOfTicketState(ticket.kind, ticket.state)}，还没有开始操作`
      : '安全措施在待许可时执行',
  )

const minuteOf = ({ who }: Ctx, at: Date): string => toWireTime(at, who.timeZone).slice(0, 16)

type Change = { at: Date; to: TicketState; by: string }

async function changesOf({ db }: Ctx, id: string): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select at, to_state as "to", actor_name as "by" from ticket_event
    where ticket_id = ${id} and to_state <> from_state order by id`.execute(db)
  return rows
}

/** What the ticket was at a time after its switching had begun, if it was not in force then. */
function standing(changes: readonly Change[], at: Date): Change | null {
  const begun = changes.find(({ to }) => to === 'operating')
  const last = changes.findLast((change) => change.at <= at)
  return begun && last && last.at >= begun.at && last.to !== 'operating' ? last : null
}

const stateWord = ({ kind }: LockedTicket, state: TicketState): string =>
  state === 'paused'
    ? '暂停'
    : isEnded(state) || state === 'toClose'
      ? '收回'
      : titleOfTicketState(kind, state)

type Done = { no: number; part: LinePart; found: Settled | null }

async function endOf({ db }: Ctx, partId: string): Promise<Settled> {
  const { outcome, ...row } = await db
    .selectFrom('field_part_end')
    .select(['outcome', 'marks', 'why', 'refused'])
    .where('part_id', '=', partId)
    .executeTakeFirstOrThrow()
  return { ...row, outcome: outcome as Settled['outcome'], marks: row.marks as PartMark[] }
}

/** The history of the ticket tells of what has no effect, too. */
const keepRecord = (ctx: Ctx, ticket: LockedTicket, { no, part, found }: Done) =>
  recordTicketEvent(ctx, ticket.id, {
    action: 'fieldRecord',
    from: ticket.state,
    note: [nameOfPart({ no, part }), ...(found?.marks ?? []).map((mark) => partMarks[mark])].join('，'),
  })

async function tellOf(
  ctx: Ctx,
  ticket: LockedTicket,
  { no, part, doneAt, found }: Done & { doneAt: Date },
): Promise<void> {
  const mark = found?.marks.find((each) => each === 'afterTicket' || each === 'unsafe')
  if (!found || !mark) return
  const says = `${partMarks[mark]}：${minuteOf(ctx, doneAt)} ${nameOfPart({ no, part })}，${found.why}`
  await tellSupervisors(ctx, ticket.id, mark, says)
}

const answer = ({ no, part, found, ticket }: Done & { ticket: LockedTicket }): Output<Tick> => {
  if (found) return { outcome: found.outcome, marks: found.marks, message: found.why }
  return {
    outcome: 'waits',
    marks: [],
    message: `${nameOfPart({ no, part })}已送达，等待${waitsFor(ticket, { no, part })}`,
  }
}

/** Who or what a part waits for, by what the ticket is. */
export const waitsFor = (
  { kind, state }: Pick<LockedTicket, 'kind' | 'state'>,
  { no, part }: Pick<Done, 'no' | 'part'>,
): string => {
  if (kind === 'operation' && state === 'paused') return '继续操作'
  const before = lineParts[lineParts.indexOf(part) - 1]
  if (kind === 'operation' && before) return `${nameOfPart({ no, part: before })}送达`
  return `第 ${no - 1} 步打√送达`
}
