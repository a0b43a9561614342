import {
  changeStates,
  ticketChanges,
  changeRefusal,
  wantedChange,
  type ChangeState,
  type TicketChange,
} from '@heliodesk/contract/ticket-changes.ts'
import { earthKinds, type EarthKind } from '@heliodesk/contract/earths.ts'
import { isolationPoints, tickedLines } from '@heliodesk/contract/ticket-content.ts'
import { ticketKinds, type TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketDetail, TicketEvent, TicketPerson } from '@heliodesk/contract/ticket-rows.ts'
import {
  actsOf,
  isInForce,
  isRunning,
  titleOfAct,
  titleOfTicketState,
  ticketActs,
  type Signer,
  type TicketState,
} from '@heliodesk/contract/ticket-states.ts'
import { sql } from 'kysely'
import { notFound, DomainError, type Ctx } from '../../kernel/context.ts'
import { MissingRight } from '../../kernel/errors.ts'
import { missingRight } from '../../kernel/rights.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { readTicketSettings } from './acts.ts'
import { changeInWords } from './changes.ts'
import { readFacts, type TicketFacts } from './facts.ts'
import { readTicket, type LockedTicket } from './lock.ts'
import { TICKET } from './process.ts'
import { ticketRows, toRow } from './read.ts'
import { actRefusal, readingDue } from './rules.ts'
import { requireSigner, titleOfRole } from './signing.ts'

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

type Mark = { at: string; name: string } | null
type LineMarks = { no: number; called: Mark; repeated: Mark; operated: Mark; ticked: Mark }

async function readLines({ db, who }: Ctx, { id, content }: LockedTicket): Promise<TicketDetail['lineList']> {
  const mark = (
    name: string,
  ) => sql`case when ${sql.ref(`l.${name}_at`)} is not null then jsonb_build_object('at',
    ${sql.ref(`l.${name}_at`)}, 'name', (select u.realname from app_user u where u.id = ${sql.ref(`l.${name}_by`)})) end`
  const { rows } = await sql<LineMarks>`
    select l.no, ${mark('called')} as called, ${mark('repeated')} as repeated, ${mark('operated')} as operated,
      ${mark('ticked')} as ticked from ticket_line l where l.ticket_id = ${id}`.execute(db)
  const marks = new Map(rows.map((row) => [row.no, row]))
  const shown = (given: Mark | undefined): Mark =>
    given ? { at: toWireTime(new Date(given.at), who.timeZone), name: given.name } : null
  return tickedLines(content).map(({ group, text }, at) => {
    const found = marks.get(at + 1)
    return {
      no: at + 1,
      group,
      text,
      called: shown(found?.called),
      repeated: shown(found?.repeated),
      operated: shown(found?.operated),
      ticked: shown(found?.ticked),
    }
  })
}

async function readPeople({ db, who }: Ctx, id: string): Promise<TicketPerson[]> {
  const rows = await db
    .selectFrom('ticket_person')
    .selectAll()
    .where('ticket_id', '=', id)
    .orderBy('no')
    .execute()
  return rows.map((row) => ({
    no: row.no,
    part: row.part as TicketPerson['part'],
    personId: row.person_id,
    name: row.name,
    watch: row.watch,
    certificate: row.certificate,
    briefedTime: toWireTimeOrNull(row.briefed_at, who.timeZone),
    isInside: row.inside,
    leftTime: toWireTimeOrNull(row.left_at, who.timeZone),
    isRemoved: row.removed,
  }))
}

type EarthRow = {
  id: string
  earthId: string
  earthName: string
  kind: EarthKind
  place: string
  testedAt: Date
  installedAt: Date
  installedBy: string
  installedGuard: string
  removedAt: Date | null
  removedBy: string | null
  removedGuard: string | null
  handedId: string | null
  handedNo: string | null
}

async function readEarths({ db, who }: Ctx, id: string): Promise<TicketDetail['earths']> {
  const { rows } = await sql<EarthRow>`
    select h.id, h.earth_id as "earthId", e.name as "earthName", e.kind, h.place, h.tested_at as "testedAt",
      h.installed_at as "installedAt", up.realname as "installedBy", upper.realname as "installedGuard",
      h.removed_at as "removedAt", down.realname as "removedBy", downer.realname as "removedGuard",
      h.handed_to as "handedId", heir.number as "handedNo"
    from earth_hanging h
      join earth e on e.tenant_id = h.tenant_id and e.id = h.earth_id
      join app_user up on up.tenant_id = h.tenant_id and up.id = h.installed_by
      join app_user upper on upper.tenant_id = h.tenant_id and upper.id = h.install_guard
      left join app_user down on down.tenant_id = h.tenant_id and down.id = h.removed_by
      left join app_user downer on downer.tenant_id = h.tenant_id and downer.id = h.remove_guard
      left join ticket heir on heir.tenant_id = h.tenant_id and heir.id = h.handed_to
    where h.ticket_id = ${id} order by h.id`.execute(db)
  return rows.map(({ kind, testedAt, installedAt, removedAt, handedId, handedNo, ...row }) => ({
    ...row,
    kindLabel: earthKinds[kind],
    testedTime: toWireTime(testedAt, who.timeZone),
    installedTime: toWireTime(installedAt, who.timeZone),
    removedTime: toWireTimeOrNull(removedAt, who.timeZone),
    handedTo: handedId === null ? null : { id: handedId, ticketNo: handedNo ?? '' },
  }))
}

const otherActions: Record<string, string> = {
  edit: '修改',
  enter: '交底签名',
  leave: '离场签名',
  addPerson: '增加人员',
  removePerson: '减少人员',
  measureDone: '执行安全措施',
  call: '唱票',
  repeat: '复诵',
  operate: '操作',
  tick: '打√',
  hang: '装设接地',
  unhang: '拆除接地',
  handOver: '移交接地',
  takeOver: '接收接地',
  ask: '申请变更',
  agreeChange: '同意变更',
  refuseChange: '不同意变更',
  withdrawChange: '撤回变更',
  reading: '气体测定',
}

const titleOfAction = (kind: TicketKind, action: string) =>
  action in ticketActs
    ? titleOfAct(kind, action as keyof typeof ticketActs)
    : (otherActions[action] ?? action)

const isPhone = (userAgent: string) => /Mobi|Android|iPhone/i.test(userAgent)

async function readEvents(
  { db, who }: Ctx,
  { id, kind }: LockedTicket,
  hash: string,
): Promise<TicketEvent[]> {
  const rows = await db
    .selectFrom('ticket_event')
    .selectAll()
    .where('ticket_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: toWireTime(row.at, who.timeZone),
    actorName: row.actor_name,
    roleName: row.role === null ? '' : titleOfRole(row.role),
    actionName: titleOfAction(kind, row.action),
    note: row.note,
    stateLabel:
      row.to_state === row.from_state ? null : titleOfTicketState(kind, row.to_state as TicketState),
    address: row.address,
    device: isPhone(row.user_agent) ? '手机' : '电脑',
    contentHash: row.content_hash.slice(0, 12),
    isOutdated: row.role !== null && row.content_hash !== hash,
  }))
}

type Agreed = { signer: string; name: string; at: string }

const titleOfAwaited = (awaits: string, name: string) =>
  awaits === 'newLeader' ? `新工作负责人 ${name}` : titleOfRole(awaits)

async function readChanges(ctx: Ctx, ticket: LockedTicket): Promise<TicketDetail['changes']> {
  const zone = ctx.who.timeZone
  const { rows } = await sql<{
    id: string
    state: ChangeState
    wanted: unknown
    askedBy: string
    askedAt: Date
    agreed: Agreed[]
    awaits: string | null
    awaitsId: string | null
    personName: string | null
  }>`
    select c.id, c.state, c.wanted, c.asked_name as "askedBy", c.asked_at as "askedAt", c.agreed, c.awaits,
      c.awaits_id as "awaitsId",
      (select u.realname from app_user u where u.id = (c.wanted ->> 'personId')::bigint) as "personName"
    from ticket_change c where c.ticket_id = ${ticket.id} order by c.id desc`.execute(ctx.db)
  const found: TicketDetail['changes'] = []
  for (const { wanted: given, state, agreed, awaits, awaitsId, personName, askedAt, ...row } of rows) {
    const wanted = wantedChange.parse(given)
    found.push({
      ...row,
      change: wanted.change,
      title: ticketChanges[wanted.change].title,
      state,
      stateLabel: changeStates[state],
      says: changeInWords(wanted, personName ?? ''),
      reason: wanted.reason,
      askedTime: toWireTime(askedAt, zone),
      agreed: agreed.map(({ signer, name, at }) => ({
        roleName: titleOfRole(signer),
        name,
        at: toWireTime(new Date(at), zone),
      })),
      waitsFor: awaits === null ? '' : titleOfAwaited(awaits, personName ?? ''),
      isTodo:
        awaits === 'newLeader'
          ? awaitsId === ctx.who.userId
          : awaits !== null && (await maySign(ctx, ticket, awaits as Signer)),
    })
  }
  return found
}

/** Whether the caller's signature would be taken now. */
async function maySign(ctx: Ctx, ticket: LockedTicket, signer: Signer): Promise<boolean> {
  try {
    await requireSigner(ctx, ticket, signer)
    return true
  } catch (refusal) {
    if (refusal instanceof DomainError || refusal instanceof MissingRight) return false
    throw refusal
  }
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

async function readableActs(
  ctx: Ctx,
  ticket: LockedTicket,
  facts: TicketFacts,
): Promise<TicketDetail['acts']> {
  const { kind, state, permittedAt } = ticket
  const settings = await readTicketSettings(ctx)
  const judging = { ticket, facts, settings, now: ctx.now, timeZone: ctx.who.timeZone }
  if (await missingRight(ctx, ['ticket:sign'])) return []
  const found: TicketDetail['acts'] = []
  for (const { act, signer } of actsOf(kind, state, permittedAt !== null)) {
    const isTheirs =
      act === 'void'
        ? [ticket.authorId, ticket.leaderId, ticket.issuerId].includes(ctx.who.userId)
        : await maySign(ctx, ticket, signer)
    if (isTheirs) found.push({ act, title: titleOfAct(kind, act), refusal: actRefusal(act, judging) })
  }
  return found
}

async function askableOf(
  ctx: Ctx,
  ticket: LockedTicket,
  facts: TicketFacts,
): Promise<TicketDetail['askable']> {
  if (ticket.kind === 'operation' || !isRunning(ticket.state) || !(await maySign(ctx, ticket, 'leader')))
    return []
  const settings = await readTicketSettings(ctx)
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

/** A ticket with everything that its form shows, and what the caller may do with it now. */
export async function getTicket(ctx: Ctx, id: string): Promise<TicketDetail> {
  const row = await ticketRows(ctx).where('t.id', '=', id).executeTakeFirstOrThrow(notFound)
  const ticket = await readTicket(ctx, id)
  const { stampedAt, finishedAt, closedAt, contentHash, ...extra } = await readExtra(ctx, id)
  const facts = await readFacts(ctx, ticket)
  const settings = await readTicketSettings(ctx)
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
  const hangs = isOperation
    ? ticket.state === 'operating'
    : ticket.state === 'toPermit' || isRunning(ticket.state)
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
    readingDue: toWireTimeOrNull(readingDue({ ticket, facts, settings }), zone),
    ...(await readLinks(ctx, ticket)),
    points: isolationPoints(ticket.content),
    locks: locksOf(ticket, facts),
    acts: await readableActs(ctx, ticket, facts),
    askable: await askableOf(ctx, ticket, facts),
    mayTick: isOperation
      ? ticket.state === 'operating' && [ticket.leaderId, ticket.guardId].includes(ctx.who.userId)
      : ticket.state === 'toPermit' && ticket.permittedAt === null && maySignEarths,
    mayHang: hangs && maySignEarths,
    isLeader: ticket.leaderId === ctx.who.userId,
  }
}
