import type { Input } from '@heliodesk/contract/call.ts'
import { namedRoles } from '@heliodesk/contract/ticket-content.ts'
import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import {
  actsOf,
  isRunning,
  stateAfterAct,
  titleOfAct,
  titleOfTicketState,
  type TicketAct,
  type TicketStamp,
  type TicketState,
} from '@heliodesk/contract/ticket-states.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { sql, type UpdateObject } from 'kysely'
import type { DB } from '../../platform/db-types.ts'
import { DomainError } from '../../kernel/context.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { onViolations } from '../../kernel/violations.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { judgingOf, type TicketFacts } from './facts.ts'
import { lockTicket, type LockedTicket, type TicketCtx } from './lock.ts'
import { addPeople, enterLeader, leaveAll } from './people.ts'
import { advance, begin } from './process.ts'
import { requireQualified } from './qualified.ts'
import { actRefusal } from './rules.ts'
import { settleParts } from './settle.ts'
import { record, requireSigner, type Signature } from './signing.ts'

export type Acting = Input<(typeof ticketCalls)['act']>

type Values = UpdateObject<DB, 'ticket'>

const prefixes: Record<TicketKind, string> = {
  first: 'GZP1',
  second: 'GZP2',
  live: 'DDP',
  low: 'DYP',
  hotFirst: 'DHP1',
  hotSecond: 'DHP2',
  emergency: 'QXD',
  operation: 'CZP',
}

/**
 * The next number of a station, kind and month. The counter's row stays locked until commit, so that numbers have no gaps
 * and a failed submission returns its number.
 */
async function nextNumber({ db, now, who }: TicketCtx, { stationId, kind }: LockedTicket): Promise<string> {
  const month = toWireDay(now, who.timeZone).slice(0, 7)
  const { rows } = await sql<{ last: number }>`
    insert into ticket_counter (station_id, kind, month, last) values (${stationId}, ${kind}, ${month}, 1)
    on conflict (tenant_id, station_id, kind, month) do update set last = ticket_counter.last + 1 returning last`.execute(
    db,
  )
  const place = stationId.padStart(2, '0')
  return `${prefixes[kind]}-${month.slice(2).replace('-', '')}-${place}-${String(one(rows).last).padStart(3, '0')}`
}

const guarded = onViolations({
  ticket_order_open: new DomainError('ticket.order', '关联的工单已提交或结束，不能再办理此票'),
  ticket_people_out: new DomainError('ticket.people', '还有人未签离场'),
  ticket_earths_down: new DomainError('ticket.earths', '还有接地未拆除'),
  ticket_relied_on: new DomainError('ticket.relied_on', '还有其他在办票依赖本票'),
  ticket_point_taken: new DomainError('ticket.point', '隔离点刚被其他在办票占用，请刷新后重试'),
  ticket_roles_apart: new DomainError('ticket.roles_apart', '签发人、工作负责人和许可人不能是同一人'),
})

/** Who voids a ticket: whoever opened it, leads it or has signed it. */
function requireInvolved({ who }: TicketCtx, { authorId, leaderId, issuerId }: LockedTicket): Signature {
  if (![authorId, leaderId, issuerId].includes(who.userId))
    throw new DomainError('ticket.not_signer', '只有开票人、负责人和签发人可以作废')
  return { role: who.userId === issuerId ? 'issuer' : 'author', qualificationId: null }
}

/** Whether nothing of it was done. */
const isUnused = ({ ticked, operatedAway }: TicketFacts): boolean => ticked === 0 && !operatedAway

const stampOf = (act: TicketAct, facts: TicketFacts): TicketStamp | null => {
  if (act === 'close') return 'executed'
  if (act === 'deny') return 'unused'
  if (act === 'abort') return isUnused(facts) ? 'unused' : 'executed'
  return act === 'void' || act === 'recall' ? 'void' : null
}

/** What an act writes into the ticket besides its state. */
async function effectsOf(ctx: TicketCtx, ticket: LockedTicket, input: Acting): Promise<Values> {
  const { now, who } = ctx
  switch (input.act) {
    case 'issue':
      return { live_parts: input.liveParts }
    case 'receive':
    case 'approve':
      return ticket.kind === 'hotFirst' ? {} : { shift_leader_id: who.userId }
    case 'permit':
      return {
        permitter_id: who.userId,
        permit_mode: input.mode,
        permitted_at: now,
        valid_until: ticket.planEnd,
        supplement: input.supplement,
      }
    case 'confirm':
      return { started_at: now }
    case 'start':
      return { started_at: now }
    case 'finish':
    case 'complete':
      return { finished_at: now }
    case 'close':
      return { closed_at: now }
    default:
      return {}
  }
}

/** Points that another running ticket has isolated are relied on where the permitter says so, and refused otherwise. */
async function takePoints(
  { db }: TicketCtx,
  ticket: LockedTicket,
  { taken }: TicketFacts,
  isShared: boolean,
): Promise<void> {
  if (taken.length === 0) return
  if (!isShared) {
    const says = taken.map(({ point, number }) => `${point}（${number}）`).join('、')
    throw new DomainError('ticket.point', `隔离点已由其他在办票隔离：${says}；确认共用后，本票依赖该票`)
  }
  for (const { id, point } of taken)
    await db
      .updateTable('ticket_point')
      .set({ depends_on: id })
      .where('ticket_id', '=', ticket.id)
      .where('name', '=', point)
      .execute()
}

/** What is said of the permit: by telephone the leader repeats it (domain.md §1.2). */
function noteOf(ticket: LockedTicket, input: Acting): string {
  if (input.act === 'permit' && input.mode === 'phone')
    return ['电话许可', input.note].filter(Boolean).join('；')
  if (input.act !== 'confirm') return 'reason' in input ? input.reason : input.note
  if (ticket.permitMode !== 'phone') return input.note
  if (input.readBack === '')
    throw new DomainError('ticket.read_back', '复诵内容（readBack）：电话许可须记录复诵内容')
  return [`复诵：${input.readBack}`, input.note].filter(Boolean).join('；')
}

/** The next state; a repeated submission of what was sent back goes the same way as the first. */
function nextState(ticket: LockedTicket, act: TicketAct, facts: TicketFacts): TicketState {
  const { kind, state, permittedAt, outsourced } = ticket
  if (act === 'abort' && isUnused(facts)) return 'unused'
  return stateAfterAct(act, { kind, state, isPermitted: permittedAt !== null, isOutsourced: outsourced })
}

async function submit(
  ctx: TicketCtx,
  ticket: LockedTicket,
  state: TicketState,
  values: Values,
): Promise<void> {
  for (const { role, personId } of namedRoles(ticket.content))
    await requireQualified(ctx, ticket, role, personId)
  const isFirst = ticket.number === null
  const number = ticket.number ?? (await nextNumber(ctx, ticket))
  await updateRow(ctx.db, 'ticket', ticket.id, { ...values, number, state }).catch(guarded)
  await addPeople(ctx, ticket)
  if (isFirst) await begin(ctx, { ...ticket, number }, state)
  else await advance(ctx, ticket, 'submit', { state, isPermitted: false, note: '' })
}

/** Takes one act of a ticket: signed by who may, in a state that knows it, with everything done that it asks for. */
export async function actOn(ctx: TicketCtx, input: Acting): Promise<void> {
  const ticket = await lockTicket(ctx, input.id, input.version)
  const { kind, state, permittedAt } = ticket
  const known = actsOf(kind, state, permittedAt !== null).find(({ act }) => act === input.act)
  if (!known) {
    const stands = state === 'toPermit' && permittedAt ? '已许可' : titleOfTicketState(kind, state)
    throw new DomainError('ticket.state', `现为“${stands}”，不能${titleOfAct(kind, input.act)}`)
  }
  if (input.act === 'void' && ticket.number === null)
    throw new DomainError('ticket.state', '还没有编号的草稿请直接删除')
  const signature =
    input.act === 'void' ? requireInvolved(ctx, ticket) : await requireSigner(ctx, ticket, known.signer)
  const judging = await judgingOf(ctx, ticket)
  const { facts } = judging
  const refusal = actRefusal(input.act, judging)
  if (refusal) throw new DomainError(`ticket.${input.act}_refused`, refusal)
  await carryOut(ctx, ticket, input, { facts, signature })
}

type Found = { facts: TicketFacts; signature: Signature }

async function carryOut(
  ctx: TicketCtx,
  ticket: LockedTicket,
  input: Acting,
  { facts, signature }: Found,
): Promise<void> {
  const { act } = input
  const note = noteOf(ticket, input)
  const state = nextState(ticket, act, facts)
  if (act === 'permit') await takePoints(ctx, ticket, facts, input.isShared)
  if (isRunning(ticket.state) && state !== 'working') await leaveAll(ctx, ticket.id)
  const stamp = stampOf(act, facts)
  const values: Values = {
    ...(await effectsOf(ctx, ticket, input)),
    ...(stamp && { stamp, stamp_reason: note, stamped_by: ctx.who.realname, stamped_at: ctx.now }),
    version: ticket.version + 1,
    updated_at: ctx.now,
  }
  if (act === 'submit') await submit(ctx, ticket, state, values)
  else {
    const isPermitted = act === 'permit' || ticket.permittedAt !== null
    await updateRow(ctx.db, 'ticket', ticket.id, { ...values, state }).catch(guarded)
    await advance(ctx, ticket, act, { state, isPermitted, note })
    if (state === 'working') await enterLeader(ctx, ticket)
  }
  await record(ctx, ticket.id, { action: act, from: ticket.state, to: state, note, signature })
  await settleParts(ctx, ticket)
}
