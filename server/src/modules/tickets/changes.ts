import type { Input } from '@heliodesk/contract/call.ts'
import {
  changeRefusal,
  ticketChanges,
  wantedChange,
  type TicketChange,
  type WantedChange,
} from '@heliodesk/contract/ticket-changes.ts'
import type { Signer, TicketState } from '@heliodesk/contract/ticket-states.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { sql } from 'kysely'
import { DomainError, notFound } from '../../kernel/context.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { fromWireTime, toWireTime } from '../../kernel/wire-time.ts'
import { present } from '../../platform/certain.ts'
import { judgingOf } from './facts.ts'
import { lockTicket, type LockedTicket, type TicketCtx } from './lock.ts'
import { enterLeader, leaveAll } from './people.ts'
import { giveToLeader } from './process.ts'
import { requireApart, requireQualified } from './qualified.ts'
import { actRefusal } from './rules.ts'
import { heldRoles, record, requireSigner, type Signature } from './signing.ts'

type Calls = typeof ticketCalls
type Agreed = { signer: string; id: string; name: string; at: string }

const HOUR_MS = 3_600_000

/** What a change asks for, in words. */
export function changeInWords(wanted: WantedChange, personName = ''): string {
  switch (wanted.change) {
    case 'transfer':
      return `转移到 ${wanted.place}`
    case 'extend':
      return `延期至 ${wanted.until.slice(0, 16)}`
    case 'leader':
      return `由 ${personName} 担任工作负责人`
    case 'task':
      return `${wanted.place}：${wanted.work}`
    default:
      return ''
  }
}

/** What has to be so before a change, besides its state and who agrees. */
async function requireFit(ctx: TicketCtx, ticket: LockedTicket, wanted: WantedChange): Promise<void> {
  const judging = await judgingOf(ctx, ticket)
  const { settings, timeZone: zone } = judging
  const refuse = (text: string) => {
    throw new DomainError('ticket.change_refused', text)
  }
  if (ticket.validUntil && ticket.validUntil <= ctx.now) refuse('有效期已过，应收回或终结')
  switch (wanted.change) {
    case 'extend': {
      const until = fromWireTime(wanted.until, zone)
      const end = present(ticket.validUntil)
      if (until <= end) refuse(`延期至（until）：应晚于有效期 ${toWireTime(end, zone).slice(0, 16)}`)
      const latest = end.getTime() - settings.extensionHours * HOUR_MS
      if (ctx.now.getTime() > latest)
        refuse(`延期须在有效期结束前 ${settings.extensionHours} 小时提出，已来不及，请重新办票`)
      break
    }
    case 'leader':
      await requireNewLeader(ctx, ticket, wanted.personId)
      break
    case 'resume': {
      const refusal = actRefusal('resume', judging)
      if (refusal === null) refuse('当日间断请直接复工')
      break
    }
    case 'trial': {
      const refusal = actRefusal('finish', judging)
      if (refusal) refuse(refusal)
      break
    }
    default:
  }
}

async function requireNewLeader(ctx: TicketCtx, ticket: LockedTicket, personId: string): Promise<void> {
  if (personId === ticket.leaderId)
    throw new DomainError('ticket.leader', '新工作负责人（personId）：已是工作负责人')
  await requireQualified(ctx, ticket, 'leader', personId)
  requireApart(ticket.kind, heldRoles(ticket), 'leader', personId)
  const member = await ctx.db
    .selectFrom('ticket_person')
    .select('name')
    .where('ticket_id', '=', ticket.id)
    .where('person_id', '=', personId)
    .where('removed', '=', false)
    .executeTakeFirst()
  if (member)
    throw new DomainError(
      'ticket.leader',
      `新工作负责人（personId）：${member.name}在工作班中，请先办理成员变更`,
    )
}

export async function askChange(
  ctx: TicketCtx,
  { id, version, ...wanted }: Input<Calls['ask']>,
): Promise<void> {
  const ticket = await lockTicket(ctx, id, version)
  const signature = await requireSigner(ctx, ticket, 'leader')
  const { facts, settings } = await judgingOf(ctx, ticket)
  const open = facts.openChange as TicketChange | null
  const refusal = changeRefusal(
    wanted.change,
    { ...ticket, openChange: open && ticketChanges[open].title },
    settings,
  )
  if (refusal) throw new DomainError('ticket.change_refused', refusal)
  await requireFit(ctx, ticket, wanted)
  const [first] = ticketChanges[wanted.change].agree
  await insertRow(ctx.db, 'ticket_request', {
    ticket_id: id,
    change: wanted.change,
    wanted: JSON.stringify(wanted),
    asked_name: ctx.who.realname,
    asked_at: ctx.now,
    awaits: first,
  })
  await updateRow(ctx.db, 'ticket', id, { version: version + 1, updated_at: ctx.now })
  const { title } = ticketChanges[wanted.change]
  const note = [changeInWords(wanted, await nameOf(ctx, wanted)), wanted.reason].filter(Boolean).join('；')
  await record(ctx, id, { action: 'ask', from: ticket.state, note: `${title}：${note}`, signature })
}

async function nameOf({ db }: TicketCtx, wanted: WantedChange): Promise<string> {
  if (wanted.change !== 'leader') return ''
  const person = await db
    .selectFrom('app_user')
    .select('realname')
    .where('id', '=', wanted.personId)
    .executeTakeFirst()
  return person?.realname ?? ''
}

/** Whoever is awaited signs: of an extension, the shift leader may stand for the permitter (domain.md §1.3). */
async function requireAnswerer(
  ctx: TicketCtx,
  ticket: LockedTicket,
  change: TicketChange,
  { awaits, awaits_id }: { awaits: string; awaits_id: string | null },
): Promise<Signature> {
  if (awaits === 'newLeader') {
    if (awaits_id !== ctx.who.userId) throw new DomainError('ticket.not_signer', '请由新工作负责人本人签名')
    return { role: 'leader', ...(await requireQualified(ctx, ticket, 'leader', ctx.who.userId)) }
  }
  if (change !== 'extend') return requireSigner(ctx, ticket, awaits as Signer)
  try {
    return await requireSigner(ctx, ticket, 'permitter')
  } catch (refusal) {
    if (!(refusal instanceof DomainError) || refusal.code !== 'ticket.not_qualified') throw refusal
    return requireSigner(ctx, ticket, 'shiftLeader')
  }
}

export async function answerChange(ctx: TicketCtx, input: Input<Calls['answer']>): Promise<void> {
  const ticket = await lockTicket(ctx, input.id, input.version)
  const row = await ctx.db
    .selectFrom('ticket_request')
    .selectAll()
    .where('id', '=', input.changeId)
    .where('ticket_id', '=', input.id)
    .executeTakeFirstOrThrow(notFound)
  if (row.state !== 'open' || row.awaits === null)
    throw new DomainError('ticket.change_settled', '该变更已办结，请刷新')
  const wanted = wantedChange.parse(row.wanted)
  const { title, agree } = ticketChanges[wanted.change]
  const settle = (state: 'refused' | 'withdrawn') =>
    updateRow(ctx.db, 'ticket_request', row.id, { state, awaits: null, awaits_id: null })
  if (input.answer === 'withdraw') {
    if (row.asked_by !== ctx.who.userId) throw new DomainError('ticket.not_own', '只有申请人可以撤回')
    await settle('withdrawn')
    return finish(ctx, ticket, `撤回${title}`, { action: 'withdrawChange', note: input.note })
  }
  const awaits = { awaits: row.awaits, awaits_id: row.awaits_id }
  const signature = await requireAnswerer(ctx, ticket, wanted.change, awaits)
  if (input.answer === 'refuse') {
    await settle('refused')
    return finish(ctx, ticket, `不同意${title}`, { action: 'refuseChange', note: input.note, signature })
  }
  const agreed = [...(row.agreed as Agreed[]), agreementOf(ctx, signature)]
  const next = agree[agreed.length]
  await updateRow(ctx.db, 'ticket_request', row.id, {
    agreed: JSON.stringify(agreed),
    state: next ? 'open' : 'done',
    awaits: next ?? null,
    awaits_id: next === 'newLeader' && wanted.change === 'leader' ? wanted.personId : null,
  })
  const state = next ? ticket.state : await apply(ctx, ticket, wanted)
  return finish(ctx, ticket, `同意${title}`, { action: 'agreeChange', note: input.note, signature, state })
}

const agreementOf = ({ who, now }: TicketCtx, { role }: Signature): Agreed => ({
  signer: role,
  id: who.userId,
  name: who.realname,
  at: now.toISOString(),
})

type Ending = { action: string; note: string; signature?: Signature; state?: TicketState }

async function finish(
  ctx: TicketCtx,
  ticket: LockedTicket,
  title: string,
  { action, note, signature, state = ticket.state }: Ending,
): Promise<void> {
  await updateRow(ctx.db, 'ticket', ticket.id, { version: ticket.version + 1, updated_at: ctx.now })
  const says = [title, note].filter(Boolean).join('；')
  await record(ctx, ticket.id, {
    action,
    from: ticket.state,
    to: state,
    note: says,
    ...(signature && { signature }),
  })
}

const move = (ctx: TicketCtx, { id }: LockedTicket, state: TicketState) =>
  updateRow(ctx.db, 'ticket', id, { state })

/** Carries out what everybody has agreed to; returns the state of the ticket from there on. */
async function apply(ctx: TicketCtx, ticket: LockedTicket, wanted: WantedChange): Promise<TicketState> {
  switch (wanted.change) {
    case 'resume':
    case 'endTrial':
      await move(ctx, ticket, 'working')
      await enterLeader(ctx, ticket)
      return 'working'
    case 'trial':
      await leaveAll(ctx, ticket.id)
      await move(ctx, ticket, 'trial')
      return 'trial'
    case 'extend':
      await updateRow(ctx.db, 'ticket', ticket.id, {
        valid_until: fromWireTime(wanted.until, ctx.who.timeZone),
        extensions: ticket.extensions + 1,
      })
      return ticket.state
    case 'leader':
      await changeLeader(ctx, ticket, wanted.personId)
      return ticket.state
    default:
      return ticket.state
  }
}

async function changeLeader(ctx: TicketCtx, ticket: LockedTicket, leaderId: string): Promise<void> {
  await requireNewLeader(ctx, ticket, leaderId)
  await updateRow(ctx.db, 'ticket', ticket.id, { leader_id: leaderId, leader_changed: true })
  await ctx.db
    .updateTable('ticket_person')
    .set({ removed: true })
    .where('ticket_id', '=', ticket.id)
    .where('part', '=', 'leader')
    .execute()
  await sql`
    insert into ticket_person (ticket_id, no, part, person_id, name)
    select ${ticket.id}::bigint, (select max(no) + 1 from ticket_person where ticket_id = ${ticket.id}), 'leader', u.id, u.realname
    from app_user u where u.id = ${leaderId}`.execute(ctx.db)
  await giveToLeader(ctx, { ...ticket, leaderId })
}
