import type { AudienceKind, AudienceQuery } from '@heliodesk/contract/audience-query.ts'
import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { ticketStates, type TicketState } from '@heliodesk/contract/ticket-states.ts'
import { sql, type RawBuilder } from 'kysely'
import { DomainError, notFound } from '../../kernel/context.ts'
import type { ExportCtx } from '../../kernel/export-kind.ts'
import { requireRights } from '../../kernel/rights.ts'
import {
  reachesOrder,
  reachesPlace,
  reachesStation,
  visibleAtStation,
  visibleOrders,
  visibleStations,
  placeNow,
} from '../../kernel/scope.ts'
import { usersInScope } from '../users/index.ts'

/** What is asked about: its name, and what the statement over the people `u` of departments `d` needs, as the row `x`. */
export type Asked = {
  kind: AudienceKind
  name: string
  note: string
  /** The row itself, for the FROM of the statement. */
  row: { table: RawBuilder<unknown>; id: string }
  /** Whether the person sees it, the right apart. */
  reaches: RawBuilder<unknown>
  /** The person's own part in it, as a key of `audienceReasons`; null if there is none. */
  part: RawBuilder<unknown>
  /** Whether the person reads it as whoever uploaded it, whatever they may else; null for what has no files. */
  uploads: RawBuilder<unknown> | null
  /** Whether the place shows it through a related project only. */
  covers: RawBuilder<unknown>
  /** Whether its own department is the person's. */
  isOwnDepartment: RawBuilder<unknown>
}

const CHOOSE = new DomainError('audience.object', '请选择工单、电站、两票或人员')
const NO_FILES = new DomainError('audience.files', '只有工单和电站有附件')

type Given = Pick<AudienceQuery, 'orderId' | 'psId' | 'ticketId' | 'personId' | 'ofFiles'>

/** The object; one that the caller may not see is refused as one that does not exist. */
export async function askedOf(ctx: ExportCtx, given: Given): Promise<Asked> {
  if (given.orderId !== undefined) return ofOrder(ctx, given.orderId, given.ofFiles === '1')
  if (given.psId !== undefined) return ofStation(ctx, given.psId, given.ofFiles === '1')
  if (given.ofFiles === '1') throw NO_FILES
  if (given.ticketId !== undefined) return ofTicket(ctx, given.ticketId)
  if (given.personId !== undefined) return ofPerson(ctx, given.personId)
  throw CHOOSE
}

const inPlace = {
  covers: sql`starts_with(${placeNow(sql`x.dep_code`)}, d.org_code)`,
  isOwnDepartment: sql`${placeNow(sql`x.dep_code`)} = d.org_code`,
}

/** Whoever uploaded a file of the record may read that file. */
const uploaded = (table: 'work_order_photo' | 'station_document', column: string) => sql`exists (
  select from ${sql.table(table)} held join stored_file f on f.tenant_id = held.tenant_id and f.path = held.path
  where held.tenant_id = x.tenant_id and held.${sql.ref(column)} = x.id and f.created_by = u.id)`

/** Whether the person holds an open step of a process about the row; what is offered to many is no part of theirs. */
const awaited = (businessType: string) => sql`exists (
  select from process_instance i join process_task t on t.tenant_id = i.tenant_id and t.instance_id = i.id
  where i.tenant_id = x.tenant_id and i.business_type = ${businessType} and i.business_id = x.id
    and t.closed_at is null and t.assignee_id = u.id)`

async function ofOrder(ctx: ExportCtx, orderId: string, ofFiles: boolean): Promise<Asked> {
  await requireRights(ctx, ['order:list'])
  const row = await ctx.db
    .selectFrom('work_order as o')
    .innerJoin('station as s', (join) =>
      join.onRef('s.tenant_id', '=', 'o.tenant_id').onRef('s.id', '=', 'o.station_id'),
    )
    .select(['o.work_code', 'o.task_description', 'o.flow_sts', 's.name'])
    .where('o.id', '=', orderId)
    .where(visibleOrders(ctx.who, 'o'))
    .executeTakeFirstOrThrow(notFound)
  return {
    kind: 'order',
    name: ofFiles ? `工单 ${row.work_code} 的照片` : `工单 ${row.work_code}`,
    note: `${row.task_description} · ${row.name} · ${flowStatuses[row.flow_sts as FlowStatus]}`,
    row: { table: sql`work_order`, id: orderId },
    reaches: reachesOrder('u', 'd', 'x'),
    part: sql`case when u.id = x.liable_user_id then 'executor' when u.id = any(x.assist_user_ids) then 'assistant'
      when u.id = x.checker_id then 'checker' when u.id = x.reporter_id then 'reporter'
      when ${awaited('workOrder')} then 'approver' end`,
    uploads: ofFiles ? uploaded('work_order_photo', 'order_id') : null,
    ...inPlace,
  }
}

async function ofStation(ctx: ExportCtx, psId: string, ofFiles: boolean): Promise<Asked> {
  const row = await ctx.db
    .selectFrom('station as s')
    .innerJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 's.tenant_id').onRef('d.id', '=', 's.department_id'),
    )
    .select(['s.name', 'd.name as depName', 's.province'])
    .where('s.id', '=', psId)
    .where(visibleStations(ctx.who, 's'))
    .executeTakeFirstOrThrow(notFound)
  return {
    kind: 'station',
    name: ofFiles ? `${row.name} 的文档` : row.name,
    note: [row.depName, row.province].filter(Boolean).join(' · '),
    row: { table: sql`station`, id: psId },
    reaches: reachesStation('u', 'd', 'x'),
    part: sql`null::text`,
    uploads: ofFiles ? uploaded('station_document', 'station_id') : null,
    ...inPlace,
  }
}

async function ofTicket(ctx: ExportCtx, ticketId: string): Promise<Asked> {
  await requireRights(ctx, ['ticket:list'])
  const row = await ctx.db
    .selectFrom('ticket as t')
    .innerJoin('station as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.station_id'),
    )
    .select(['t.number', 't.task', 't.state', 's.name'])
    .where('t.id', '=', ticketId)
    .where(visibleAtStation(ctx.who, 't'))
    .executeTakeFirstOrThrow(notFound)
  return {
    kind: 'ticket',
    name: row.number ?? '草稿票',
    note: `${row.task} · ${row.name} · ${ticketStates[row.state as TicketState]}`,
    row: { table: sql`ticket`, id: ticketId },
    reaches: sql`(${reachesPlace('u', 'd', 'x')}
      and app.shows_station(x.tenant_id, u.id, x.dep_code, x.psa_id, x.station_id))`,
    part: sql`case when u.id in (x.leader_id, x.issuer_id, x.cosigner_id, x.guard_id, x.shift_leader_id,
        x.permitter_id, x.author_id) then 'signer' when ${awaited('ticket')} then 'approver' end`,
    uploads: null,
    ...inPlace,
  }
}

/** People manage those of their own departments; related projects add none. */
async function ofPerson(ctx: ExportCtx, personId: string): Promise<Asked> {
  const { rows } = await sql<{ realname: string; depName: string }>`
    select u.realname, d.name as "depName" ${usersInScope(ctx)} and u.id = ${personId}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound()
  return {
    kind: 'person',
    name: row.realname,
    note: row.depName,
    row: {
      table: sql`(select seen.id, seen.tenant_id, home.org_code as dep_code from app_user seen
        join department home on home.tenant_id = seen.tenant_id and home.id = seen.department_id)`,
      id: personId,
    },
    reaches: sql`(u.has_all_data or starts_with(x.dep_code, d.org_code))`,
    part: sql`case when u.id = x.id then 'self' end`,
    uploads: null,
    ...inPlace,
  }
}
