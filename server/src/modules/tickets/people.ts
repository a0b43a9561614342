import type { Input } from '@heliodesk/contract/call.ts'
import { ticketParts } from '@heliodesk/contract/ticket-content.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { sql } from 'kysely'
import { DomainError, notFound } from '../../kernel/context.ts'
import { wholeCertificate } from '../../kernel/identity-numbers.ts'
import { onViolation } from '../../kernel/violations.ts'
import { certificatesOf } from '../qualifications/index.ts'
import { lockTicket, type LockedTicket, type TicketCtx } from './lock.ts'
import { judgingOf } from './facts.ts'
import { requireQualified } from './qualified.ts'
import { ofGas } from './rules.ts'
import { record, requireSigner } from './signing.ts'

type Calls = typeof ticketCalls

/** The people of a ticket as its form names them; the leader comes first. */
export async function addPeople({ db }: TicketCtx, { id, leaderId, content }: LockedTicket): Promise<void> {
  await db.deleteFrom('ticket_person').where('ticket_id', '=', id).execute()
  if (content.kind === 'operation') return
  await sql`
    insert into ticket_person (ticket_id, no, part, person_id, name, watch, certificate)
    select ${id}::bigint, 1, 'leader', u.id, u.realname, '', '' from app_user u where u.id = ${leaderId}
    union all
    select ${id}::bigint, each.place::int + 1, each.part, each."personId", each.name, each.watch, each.certificate
    from rows from (jsonb_to_recordset(${JSON.stringify(content.people)}::jsonb)
      as (part text, "personId" bigint, name text, watch text, certificate text)) with ordinality
      as each (part, "personId", name, watch, certificate, place)`.execute(db)
}

const elsewhere = (name: string) =>
  onViolation(
    'ticket_person_inside',
    new DomainError('ticket.elsewhere', `${name}正在另一张票下作业，请先离场`),
  )

/** The leader is at work as long as the work goes on. */
export async function enterLeader(ctx: TicketCtx, ticket: LockedTicket): Promise<void> {
  const { db, now } = ctx
  await db
    .updateTable('ticket_person')
    .set({ inside: true, briefed_at: sql`coalesce(briefed_at, ${now})`, left_at: null })
    .where('ticket_id', '=', ticket.id)
    .where('part', '=', 'leader')
    .where('removed', '=', false)
    .execute()
    .catch(elsewhere('工作负责人'))
}

export async function leaveAll({ db, now }: TicketCtx, ticketId: string): Promise<void> {
  await db
    .updateTable('ticket_person')
    .set({ inside: false, left_at: now })
    .where('ticket_id', '=', ticketId)
    .where('inside', '=', true)
    .execute()
}

const personOf = ({ db }: TicketCtx, ticketId: string, no: number) =>
  db
    .selectFrom('ticket_person')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('no', '=', no)
    .executeTakeFirstOrThrow(notFound)

function requireWorking({ state, validUntil }: LockedTicket, now: Date): void {
  if (state !== 'working') throw new DomainError('ticket.not_working', '票不在执行中，不能进入作业')
  if (validUntil && validUntil <= now) throw new DomainError('ticket.over', '有效期已过，不能进入作业')
}

/** Members sign for themselves; the leader signs for people without an account, and lets everybody out. */
async function requireOwnOrLeader(
  ctx: TicketCtx,
  ticket: LockedTicket,
  person: { person_id: string | null; name: string },
  mayLead: boolean,
): Promise<void> {
  if (person.person_id === ctx.who.userId) return
  if (person.person_id !== null && !mayLead)
    throw new DomainError('ticket.own_signature', `${person.name}须本人签名，不能代签`)
  await requireSigner(ctx, ticket, 'leader')
}

export async function enter(ctx: TicketCtx, { id, no }: Input<Calls['enter']>): Promise<void> {
  const ticket = await lockTicket(ctx, id)
  requireWorking(ticket, ctx.now)
  const person = await personOf(ctx, id, no)
  if (person.removed) throw new DomainError('ticket.removed', `${person.name}已不在本票的工作班`)
  if (person.inside) throw new DomainError('ticket.inside', `${person.name}已签名在场`)
  const gas = ofGas(await judgingOf(ctx, ticket))
  if (gas) throw new DomainError('ticket.gas', gas)
  await requireOwnOrLeader(ctx, ticket, person, false)
  await ctx.db
    .updateTable('ticket_person')
    .set({ inside: true, briefed_at: person.briefed_at ?? ctx.now, left_at: null })
    .where('ticket_id', '=', id)
    .where('no', '=', no)
    .execute()
    .catch(elsewhere(person.name))
  await record(ctx, id, { action: 'enter', from: ticket.state, note: person.name })
}

export async function leave(ctx: TicketCtx, { id, no }: Input<Calls['leave']>): Promise<void> {
  const ticket = await lockTicket(ctx, id)
  const person = await personOf(ctx, id, no)
  if (!person.inside) throw new DomainError('ticket.outside', `${person.name}不在场`)
  if (person.part === 'leader') throw new DomainError('ticket.leader', '工作负责人离场须先间断或终结工作')
  await requireOwnOrLeader(ctx, ticket, person, true)
  await ctx.db
    .updateTable('ticket_person')
    .set({ inside: false, left_at: ctx.now })
    .where('ticket_id', '=', id)
    .where('no', '=', no)
    .execute()
  await record(ctx, id, { action: 'leave', from: ticket.state, note: person.name })
}

/** The leader decides about the crew (domain.md §1.3); a new member is briefed and signs before they go in. */
export async function addPerson(ctx: TicketCtx, input: Input<Calls['addPerson']>): Promise<void> {
  const ticket = await lockTicket(ctx, input.id)
  if (ticket.state !== 'working' && ticket.state !== 'paused')
    throw new DomainError('ticket.not_working', '票不在执行中，不能变更人员')
  const signature = await requireSigner(ctx, ticket, 'leader')
  const name = await nameOf(ctx, input)
  if (input.personId !== null) {
    if (input.personId === ticket.leaderId)
      throw new DomainError('ticket.person', '人员（personId）：工作负责人不再填入工作班成员')
    if (input.part !== 'crew') await requireQualified(ctx, ticket, input.part, input.personId)
    const twice = await ctx.db
      .selectFrom('ticket_person')
      .select('no')
      .where('ticket_id', '=', input.id)
      .where('person_id', '=', input.personId)
      .where('removed', '=', false)
      .executeTakeFirst()
    if (twice) throw new DomainError('ticket.person', `人员（personId）：${name}已在本票中`)
  }
  const known = await certificatesOf(ctx, input.personId === null ? [] : [input.personId])
  const certificate = wholeCertificate(input.certificate, known(input.personId))
  await sql`
    insert into ticket_person (ticket_id, no, part, person_id, name, watch, certificate)
    select ${input.id}::bigint, coalesce(max(no), 0) + 1, ${input.part}::text, ${input.personId}::bigint, ${name}::text,
      ${input.watch}::text, ${certificate}::text
    from ticket_person where ticket_id = ${input.id}`.execute(ctx.db)
  await record(ctx, input.id, {
    action: 'addPerson',
    from: ticket.state,
    note: `${ticketParts[input.part]} ${name}：${input.reason}`,
    signature,
  })
}

async function nameOf(
  { db }: TicketCtx,
  { personId, name }: { personId: string | null; name: string },
): Promise<string> {
  if (personId === null) {
    if (name === '') throw new DomainError('ticket.person', '姓名（name）：此项为必填项')
    return name
  }
  const person = await db
    .selectFrom('app_user')
    .select('realname')
    .where('id', '=', personId)
    .where('status', '=', '1')
    .executeTakeFirstOrThrow(() => new DomainError('ticket.person', '人员（personId）：没有此人'))
  return person.realname
}

export async function removePerson(
  ctx: TicketCtx,
  { id, no, reason }: Input<Calls['removePerson']>,
): Promise<void> {
  const ticket = await lockTicket(ctx, id)
  const signature = await requireSigner(ctx, ticket, 'leader')
  const person = await personOf(ctx, id, no)
  if (person.part === 'leader') throw new DomainError('ticket.leader', '工作负责人请办理负责人变更')
  if (person.removed) throw new DomainError('ticket.removed', `${person.name}已不在本票的工作班`)
  if (person.inside) throw new DomainError('ticket.inside', `${person.name}还在场，请先签离场`)
  await ctx.db
    .updateTable('ticket_person')
    .set({ removed: true })
    .where('ticket_id', '=', id)
    .where('no', '=', no)
    .execute()
  await record(ctx, id, {
    action: 'removePerson',
    from: ticket.state,
    note: `${person.name}：${reason}`,
    signature,
  })
}
