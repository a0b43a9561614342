import { changeRefusal, ticketChanges, type TicketChange } from '@heliodesk/contract/ticket-changes.ts'
import { isolationPoints } from '@heliodesk/contract/ticket-content.ts'
import { ticketKinds, type TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import {
  actsOf,
  isEarthing,
  isInForce,
  isRunning,
  titleOfAct,
  titleOfTicketState,
  type Signer,
  type TicketState,
} from '@heliodesk/contract/ticket-states.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { withoutNumber } from '../../kernel/identity-numbers.ts'
import { missingRight } from '../../kernel/rights.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { shownDrawings } from '../ticket-drawings/index.ts'
import { readChanges } from './change-rows.ts'
import { judgingOf, type Judging, type TicketFacts } from './facts.ts'
import { readTicket, type LockedTicket } from './lock.ts'
import { readEarths, readEvents, readLines, readPeople } from './parts.ts'
import { TICKET } from './process.ts'
import { ticketRows, toRow } from './read.ts'
import { actRefusal, readingDue } from './rules.ts'
import { maySign } from './signing.ts'

type Extra = {
  shiftLeaderName: string | null
  liveParts: string
  supplement: string
  stampReason: string
  stampedBy: string | null
  stampedAt: Date | null
  finishedAt: Date | null
  closedAt: Date | null
  contentHash: string
  processInstanceId: string | null
}

async function readExtra({ db }: Ctx, id: string): Promise<Extra> {
  const { rows } = await sql<Extra>`
    select (select u.realname from app_user u where u.id = t.shift_leader_id) as "shiftLeaderName",
      t.live_parts as "liveParts", t.supplement, t.stamp_reason as "stampReason", t.stamped_by as "stampedBy",
      t.stamped_at as "stampedAt", t.finished_at as "finishedAt", t.closed_at as "closedAt", t.content_hash as "contentHash",
      (select i.id from process_instance i where i.business_type = ${TICKET} and i.business_id = t.id and i.parent_id is null)
        as "processInstanceId"
    from ticket t where t.id = ${id}`.execute(db)
  return one(rows)
}

type Linked = { id: string; number: string | null; kind: TicketKind; state: TicketState; task: string }

const shownLink = ({ id, number, kind, state, task }: Linked) => ({
  id,
  ticketNo: number ?? '',
  kindLabel: ticketKinds[kind],
  stateLabel: titleOfTicketState(kind, state),
  task,
})

async function readLinks({ db }: Ctx, { id, mainId }: LockedTicket) {
  const columns = sql`t.id, t.number, t.kind, t.state, t.task`
  const main = await sql<Linked>`select ${columns} from ticket t where t.id = ${mainId}`.execute(db)
  const hot =
    await sql<Linked>`select ${columns} from ticket t where t.main_id = ${id} order by t.id`.execute(db)
  const sharing = await sql<Linked & { points: string[] }>`
    select ${columns}, array_agg(own.name order by own.name) as points
    from ticket_point own
      join ticket_point theirs on theirs.station_id = own.station_id and theirs.name = own.name
        and theirs.ticket_id <> own.ticket_id
      join ticket t on t.id = theirs.ticket_id and t.stamp is null and t.number is not null
    where own.ticket_id = ${id} group by t.tenant_id, t.id, t.number, t.kind, t.state, t.task order by t.id`.execute(
    db,
  )
  const [first] = main.rows
  return {
    main: first ? shownLink(first) : null,
    hotTickets: hot.rows.map(shownLink),
    sharing: sharing.rows.map((row) => ({ ...shownLink(row), points: row.points })),
  }
}

/** What waits for the ticket, and what it waits for (drawn in look/08: 状态锁). */
function locksOf(ticket: LockedTicket, facts: TicketFacts): TicketDetail['locks'] {
  const { kind, state, stamp } = ticket
  if (kind === 'operation')
    return [
      { what: '工单开始作业', needs: '操作票已批准', isMet: isInForce(kind, state) || stamp === 'executed' },
      { what: '操作票归档', needs: '操作项目全部打√', isMet: facts.ticked === facts.lines },
      { what: '工单提交验收', needs: '操作票已归档', isMet: stamp !== null },
    ]
  const isOut = facts.inside.length === 0
  return [
    {
      what: '工单开始作业',
      needs: '工作票已许可',
      isMet: isInForce(kind, state) || stamp === 'executed' || state === 'toClose',
    },
    { what: '工作终结', needs: '工作班成员全部离场', isMet: isOut },
    { what: '工作票终结', needs: '接地线全部拆除', isMet: facts.hanging.length === 0 },
    { what: '工单提交验收', needs: '工作票已终结', isMet: stamp !== null },
    { what: '恢复送电', needs: '工作票终结，人员离场', isMet: stamp !== null && isOut },
  ]
}

async function readableActs(ctx: Ctx, judging: Judging): Promise<TicketDetail['acts']> {
  const { ticket } = judging
  const { kind, state, permittedAt } = ticket
  if (await missingRight(ctx, ['ticket:sign'])) return []
  const found: TicketDetail['acts'] = []
  for (const { act, signer } of actsOf(kind, state, permittedAt !== null)) {
    // A draft without a number is deleted.
    if (act === 'void' && ticket.number === null) continue
    const isTheirs =
      act === 'void'
        ? [ticket.authorId, ticket.leaderId, ticket.issuerId].includes(ctx.who.userId)
        : await maySign(ctx, ticket, signer)
    if (isTheirs) found.push({ act, title: titleOfAct(kind, act), refusal: actRefusal(act, judging) })
  }
  return found
}

async function askableOf(ctx: Ctx, { ticket, facts, settings }: Judging): Promise<TicketDetail['askable']> {
  if (ticket.kind === 'operation' || !isRunning(ticket.state) || !(await maySign(ctx, ticket, 'leader')))
    return []
  const open = facts.openChange as TicketChange | null
  const asked = { ...ticket, openChange: open && ticketChanges[open].title }
  return (Object.keys(ticketChanges) as TicketChange[])
    .filter(
      (change) =>
        (ticketChanges[change].from as readonly TicketState[]).includes(ticket.state) || change === 'leader',
    )
    .map((change) => ({
      change,
      title: ticketChanges[change].title,
      refusal: changeRefusal(change, asked, settings),
    }))
}

async function readWhole(ctx: Ctx, id: string): Promise<TicketDetail> {
  const row = await ticketRows(ctx).where('t.id', '=', id).executeTakeFirstOrThrow(notFound)
  const ticket = await readTicket(ctx, id)
  const { stampedAt, finishedAt, closedAt, contentHash, ...extra } = await readExtra(ctx, id)
  const judging = await judgingOf(ctx, ticket)
  const zone = ctx.who.timeZone
  const isOperation = ticket.kind === 'operation'
  const earthsBy: Signer = isOperation ? 'leader' : 'permitter'
  const maySignEarths = ticket.stamp === null && (await maySign(ctx, ticket, earthsBy))
  const readings = await ctx.db
    .selectFrom('ticket_reading')
    .selectAll()
    .where('ticket_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  return {
    ...toRow(row, ctx),
    ...extra,
    content: ticket.content,
    leaderId: ticket.leaderId,
    issuerId: ticket.issuerId,
    guardId: ticket.guardId,
    guardName: row.guardName,
    cosignerName: row.cosignerName,
    authorId: ticket.authorId,
    permitMode: ticket.permitMode,
    permittedTime: toWireTimeOrNull(ticket.permittedAt, zone),
    startedTime: toWireTimeOrNull(ticket.startedAt, zone),
    finishedTime: toWireTimeOrNull(finishedAt, zone),
    closedTime: toWireTimeOrNull(closedAt, zone),
    stampedTime: toWireTimeOrNull(stampedAt, zone),
    extensions: ticket.extensions,
    leaderChanged: ticket.leaderChanged,
    drawings: (await shownDrawings(ctx, [ticket.content])).flat(),
    lineList: await readLines(ctx, ticket),
    people: await readPeople(ctx, id),
    earths: await readEarths(ctx, id),
    events: await readEvents(ctx, ticket, contentHash),
    changes: await readChanges(ctx, ticket),
    readings: readings.map((each) => ({
      id: each.id,
      at: toWireTime(each.at, zone),
      gas: each.gas,
      value: each.value,
      isSafe: each.safe,
      byName: each.by_name,
    })),
    readingDue: toWireTimeOrNull(readingDue(judging), zone),
    ...(await readLinks(ctx, ticket)),
    points: isolationPoints(ticket.content),
    locks: locksOf(ticket, judging.facts),
    acts: await readableActs(ctx, judging),
    askable: await askableOf(ctx, judging),
    mayTick: isOperation
      ? ticket.state === 'operating' && [ticket.leaderId, ticket.guardId].includes(ctx.who.userId)
      : ticket.state === 'toPermit' && ticket.permittedAt === null && maySignEarths,
    mayHang: isEarthing(ticket.kind, ticket.state) && maySignEarths,
    isLeader: ticket.leaderId === ctx.who.userId,
  }
}

/** A ticket with everything that its form shows, and what the caller may do with it now. */
export const getTicket = async (ctx: Ctx, id: string): Promise<TicketDetail> =>
  withoutNumbers(ctx, await readWhole(ctx, id))

const withoutNumbers = (ctx: Ctx, { content, people, ...ticket }: TicketDetail): TicketDetail => ({
  ...ticket,
  content: { ...content, people: content.people.map((each) => withoutNumber(ctx, each)) },
  people: people.map((each) => withoutNumber(ctx, each)),
})

const numbersIn = ({ content, people }: TicketDetail) =>
  [...content.people, ...people].map(({ certificate }) => certificate).join()

/** The same, with the numbers of certificates in full for who may see them; the audit log records that. */
export async function showTicket(ctx: Ctx, id: string): Promise<TicketDetail> {
  const ticket = await readWhole(ctx, id)
  const masked = withoutNumbers(ctx, ticket)
  if (numbersIn(masked) === numbersIn(ticket) || (await missingRight(ctx, ['user:personal']))) return masked
  ctx.seen.push({
    object: 'ticket',
    record: id,
    name: ticket.ticketNo || ticket.workContent,
    shown: ['证书编号'],
  })
  return ticket
}
