import type { Input } from '@heliodesk/contract/call.ts'
import { isMaskedIdentity } from '@heliodesk/contract/identity-numbers.ts'
import {
  isolationPoints,
  namedRoles,
  unseparated,
  type TicketContent,
} from '@heliodesk/contract/ticket-content.ts'
import { isHot } from '@heliodesk/contract/ticket-states.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { sql } from 'kysely'
import { DomainError, notFound } from '../../kernel/context.ts'
import { wholeCertificate } from '../../kernel/identity-numbers.ts'
import { deleteRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { visibleAtStation, visibleOrders } from '../../kernel/scope.ts'
import { fromWireTimeOrNull } from '../../kernel/wire-time.ts'
import { certificatesOf } from '../qualifications/index.ts'
import { keepVisibleStation } from '../stations/index.ts'
import { keepDrawings, tieDrawings, type DrawingOwner } from '../ticket-drawings/index.ts'
import { lockTicket, type LockedTicket, type TicketCtx } from './lock.ts'
import { requireQualified } from './qualified.ts'
import { record } from './signing.ts'

type Draft = Input<(typeof ticketCalls)['add']>

const none = { isolate: [], earth: [], board: [], care: [] }

/** What a ticket of its kind has no place for is left out, so that nobody signs what nobody sees. */
function fitting({ orderIds: _orders, ...content }: Draft): TicketContent {
  const isOperation = content.kind === 'operation'
  const ofKind = isOperation
    ? { ...none, people: [], places: [], issuerId: null, cosignerId: null, isOutsourced: false }
    : { steps: [], guardId: null, orderedBy: '' }
  const ofFire = isHot(content.kind) ? { isOutsourced: false } : { hotWork: null, mainId: null }
  const fitted = { ...content, ...ofKind, ...ofFire }
  return {
    ...fitted,
    issuerId: fitted.kind === 'emergency' ? null : fitted.issuerId,
    cosignerId: fitted.isOutsourced ? fitted.cosignerId : null,
  }
}

/** Numbers of certificates that the sender did not see stay as they are in the draft or the published list. */
async function withCertificates(
  ctx: TicketCtx,
  content: TicketContent,
  before: TicketContent | null,
): Promise<TicketContent> {
  if (!content.people.some(({ certificate }) => isMaskedIdentity(certificate))) return content
  const published = await certificatesOf(
    ctx,
    content.people.flatMap(({ personId }) => personId ?? []),
  )
  const drafted = ({ personId, name }: TicketContent['people'][number]) =>
    (before?.people ?? []).flatMap((each) =>
      each.personId === personId && each.name === name ? [each.certificate] : [],
    )
  return {
    ...content,
    people: content.people.map((each) => ({
      ...each,
      certificate: wholeCertificate(each.certificate, [...drafted(each), ...published(each.personId)]),
    })),
  }
}

/** The names of people with accounts are those of the accounts. */
async function withNames({ db }: TicketCtx, content: TicketContent): Promise<TicketContent> {
  if (content.people.some(({ personId, name }) => personId === null && name === ''))
    throw new DomainError('ticket.person', '人员（people）：没有账号的人员请填写姓名')
  const ids = content.people.flatMap(({ personId }) => personId ?? [])
  if (ids.length === 0) return content
  const rows = await db.selectFrom('app_user').select(['id', 'realname']).where('id', 'in', ids).execute()
  const names = new Map(rows.map(({ id, realname }) => [id, realname]))
  return {
    ...content,
    people: content.people.map((each) => {
      const name = each.personId === null ? each.name : names.get(each.personId)
      if (name === undefined) throw new DomainError('ticket.person', '人员（people）：没有此人')
      return { ...each, name }
    }),
  }
}

/** Refuses people who lack the qualification for their role, and roles that must be apart. */
export async function requireRoles(ctx: TicketCtx, content: TicketContent): Promise<void> {
  const roles = namedRoles(content)
  const together = unseparated(content.kind, roles)
  if (together) throw new DomainError('ticket.roles_apart', together)
  const { dep_code: depCode } = await ctx.db
    .selectFrom('station')
    .select('dep_code')
    .where('id', '=', content.psId)
    .executeTakeFirstOrThrow(notFound)
  for (const { role, personId } of roles)
    await requireQualified(ctx, { depCode, voltage: content.voltage }, role, personId)
}

async function requireMain({ db, who }: TicketCtx, { mainId, psId }: TicketContent): Promise<void> {
  if (mainId === null) return
  const main = await db
    .selectFrom('ticket as t')
    .select(['t.station_id', 't.kind', 't.stamp', 't.number'])
    .where('t.id', '=', mainId)
    .where(visibleAtStation(who, 't'))
    .executeTakeFirstOrThrow(notFound)
  if (main.station_id !== psId) throw new DomainError('ticket.main', '主票（mainId）：不是该电站的票')
  if (main.stamp !== null || main.number === null || isHot(main.kind as 'first') || main.kind === 'operation')
    throw new DomainError('ticket.main', '主票（mainId）：请选择该电站在办的工作票')
}

async function valuesOf(ctx: TicketCtx, content: TicketContent) {
  const zone = ctx.who.timeZone
  return {
    kind: content.kind,
    station_id: content.psId,
    psa_id: '0',
    dep_code: '',
    voltage: content.voltage,
    task: content.task,
    content: JSON.stringify(content),
    content_hash: '',
    plan_start: fromWireTimeOrNull(content.planStartTime, zone),
    plan_end: fromWireTimeOrNull(content.planEndTime, zone),
    outsourced: content.isOutsourced,
    main_id: content.mainId,
    leader_id: content.leaderId,
    issuer_id: content.issuerId,
    cosigner_id: content.cosignerId,
    guard_id: content.guardId,
    updated_at: ctx.now,
  }
}

/** Links a draft with its orders: open ones of its station. */
async function link(ctx: TicketCtx, ticketId: string, { orderIds, psId }: Draft): Promise<void> {
  const wanted = [...new Set(orderIds)]
  const found = await ctx.db
    .selectFrom('work_order as o')
    .select(['o.id', 'o.work_code', 'o.flow_sts', 'o.station_id'])
    .where('o.id', '=', sql<string>`any(${wanted}::bigint[])`)
    .where(visibleOrders(ctx.who, 'o'))
    .orderBy('o.id')
    .forUpdate('o')
    .execute()
  if (found.length < wanted.length) throw notFound()
  for (const { work_code, flow_sts, station_id } of found) {
    if (station_id !== psId)
      throw new DomainError('ticket.order', `工单（orderIds）：${work_code} 不是该电站的工单`)
    if (flow_sts > 2)
      throw new DomainError('ticket.order', `工单（orderIds）：${work_code} 已提交或结束，不能再开票`)
  }
  await ctx.db
    .deleteFrom('ticket_order')
    .where('ticket_id', '=', ticketId)
    .where('order_id', '<>', sql<string>`all(${wanted}::bigint[])`)
    .execute()
  await sql`
    insert into ticket_order (ticket_id, order_id) select ${ticketId}::bigint, unnest(${wanted}::bigint[])
    on conflict do nothing`.execute(ctx.db)
}

/** The isolation points follow the lines while they can still be changed. */
async function keepPoints({ db }: TicketCtx, ticketId: string, content: TicketContent): Promise<void> {
  await db.deleteFrom('ticket_point').where('ticket_id', '=', ticketId).execute()
  await sql`
    insert into ticket_point (ticket_id, station_id, name)
    select ${ticketId}::bigint, ${content.psId}::bigint, unnest(${isolationPoints(content)}::text[])`.execute(
    db,
  )
}

async function prepared(ctx: TicketCtx, input: Draft, before: LockedTicket | null): Promise<TicketContent> {
  await keepVisibleStation(ctx, input.psId)
  const named = await withNames(ctx, fitting(input))
  const content = await withCertificates(ctx, named, before && before.content)
  const owner: DrawingOwner | null = before && { ticketId: before.id }
  await requireRoles(ctx, content)
  await requireMain(ctx, content)
  return { ...content, drawings: await keepDrawings(ctx, content.drawings, owner) }
}

export async function addTicket(ctx: TicketCtx, input: Draft): Promise<string> {
  const content = await prepared(ctx, input, null)
  const id = await insertRow(ctx.db, 'ticket', {
    ...(await valuesOf(ctx, content)),
    author_id: ctx.who.userId,
    created_at: ctx.now,
  })
  await link(ctx, id, input)
  await keepPoints(ctx, id, content)
  await tieDrawings(ctx, { ticketId: id }, content.drawings)
  return id
}

function requireDraft({ state, number }: LockedTicket, what: string): void {
  if (state !== 'draft')
    throw new DomainError('ticket.not_draft', `${number} 已提交，不能${what}；需要修改请先退回`)
}

/** The author and the leader change a draft. */
function requireOwn({ who }: TicketCtx, { authorId, leaderId }: LockedTicket): void {
  if (who.userId !== authorId && who.userId !== leaderId)
    throw new DomainError('ticket.not_own', '只有开票人和负责人可以修改草稿')
}

export async function changeTicket(
  ctx: TicketCtx,
  { id, version, ...input }: Input<(typeof ticketCalls)['edit']>,
): Promise<void> {
  const ticket = await lockTicket(ctx, id, version)
  requireDraft(ticket, '修改')
  requireOwn(ctx, ticket)
  if (ticket.number !== null && (ticket.kind !== input.kind || ticket.stationId !== input.psId))
    throw new DomainError('ticket.numbered', `${ticket.number} 已编号，不能再改票种和电站`)
  const content = await prepared(ctx, input, ticket)
  await updateRow(ctx.db, 'ticket', id, { ...(await valuesOf(ctx, content)), version: version + 1 })
  if (ticket.number === null) await link(ctx, id, input)
  await keepPoints(ctx, id, content)
  await tieDrawings(ctx, { ticketId: id }, content.drawings)
  // Before its number a draft has no history: it may be removed.
  if (ticket.number !== null) await record(ctx, id, { action: 'edit', from: 'draft' })
}

export async function removeTicket(
  ctx: TicketCtx,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const ticket = await lockTicket(ctx, id, version)
  requireDraft(ticket, '删除')
  requireOwn(ctx, ticket)
  if (ticket.number !== null)
    throw new DomainError('ticket.numbered', `${ticket.number} 已编号，不能删除；不再使用请作废`)
  await tieDrawings(ctx, { ticketId: id }, [])
  await deleteRow(ctx.db, 'ticket', id)
}
