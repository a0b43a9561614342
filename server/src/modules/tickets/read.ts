import type { Output } from '@heliodesk/contract/call.ts'
import { tickedLines } from '@heliodesk/contract/ticket-content.ts'
import { ticketKinds, type TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import { roleTitle } from '@heliodesk/contract/ticket-roles.ts'
import type { TicketRow } from '@heliodesk/contract/ticket-rows.ts'
import {
  endedStates,
  isRunning,
  roleOfSigner,
  stepOf,
  ticketTypeOf,
  titleOfTicketState,
  type TicketStamp,
  type TicketState,
} from '@heliodesk/contract/ticket-states.ts'
import type { ticketCalls, ticketQuery } from '@heliodesk/contract/tickets.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { allOf, mentions } from '../../kernel/conditions.ts'
import type { Ctx } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visibleAtStation, visibleOrders } from '../../kernel/scope.ts'
import { fromWireTimeOrNull, toWireDay, toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { onKey } from '../../platform/on-key.ts'
import { coveredBy } from '../stations/index.ts'
import { contentColumn } from './lock.ts'
import { isQualified } from './qualified.ts'
import { titleOfRole } from './signing.ts'

type Reading = Pick<Ctx, 'db' | 'now' | 'who'>
type Query = z.output<typeof ticketQuery>

/** Whether the next step of ticket `t`, or an answer, is this person's. */
export function isTodo({ who, now }: Pick<Ctx, 'now' | 'who'>): RawBuilder<SqlBool> {
  const me = sql`${who.userId}::bigint`
  const today = toWireDay(now, who.timeZone)
  const able = (role: 'permitter' | 'shiftLeader') => isQualified(who.userId, role, today)
  const apart = sql`(t.leader_id is distinct from ${me} and t.issuer_id is distinct from ${me})`
  return sql<SqlBool>`coalesce(t.stamp is null and (case t.state
    when 'draft' then coalesce(t.leader_id, t.author_id) = ${me}
    when 'toIssue' then t.issuer_id = ${me}
    when 'toCosign' then t.cosigner_id = ${me}
    when 'toReview' then case t.kind when 'operation' then t.guard_id = ${me}
      else ${mayDo(who.userId, 'ticket:review')} and ${apart} end
    when 'toApprove' then case t.kind when 'operation' then t.leader_id <> ${me} and ${able('shiftLeader')}
      else ${mayDo(who.userId, 'ticket:approve')} and ${apart} end
    when 'toReceive' then ${able('shiftLeader')}
    when 'toPermit' then case when t.permitted_at is null then ${apart} and ${able('permitter')} else t.leader_id = ${me} end
    when 'toOperate' then t.leader_id = ${me}
    when 'operating' then ${me} in (t.leader_id, t.guard_id)
    when 'toClose' then case t.kind when 'operation' then t.leader_id <> ${me} and ${able('shiftLeader')}
      else ${apart} and ${able('permitter')} end
    else false end
    or exists (select from ticket_request c where c.tenant_id = t.tenant_id and c.ticket_id = t.id and c.state = 'open'
      and case c.awaits when 'issuer' then t.issuer_id = ${me} when 'newLeader' then c.awaits_id = ${me}
        else ${apart} and ${able('permitter')} end)), false)`
}

/** The person drew it up, or takes part in it. */
const isMine = (userId: string) => sql<SqlBool>`(
  ${userId}::bigint in (t.author_id, t.leader_id, t.issuer_id, t.cosigner_id, t.guard_id, t.permitter_id, t.shift_leader_id)
  or exists (select from ticket_person p where p.tenant_id = t.tenant_id and p.ticket_id = t.id
    and p.person_id = ${userId}::bigint and not p.removed))`

export const isOpen = sql<SqlBool>`(t.number is not null and t.stamp is null)`

const runs = sql`t.state in ('working', 'paused', 'trial', 'toClose')`

const nameOf = (column: string) =>
  sql<string | null>`(select u.realname from app_user u where u.id = ${sql.ref(`t.${column}`)})`

export const ticketRows = (ctx: Reading) =>
  ctx.db
    .selectFrom('ticket as t')
    .innerJoin('station as s', onKey('s.id', 't.station_id'))
    .innerJoin('department as d', onKey('d.id', 's.department_id'))
    .innerJoin('app_user as author', onKey('author.id', 't.author_id'))
    .where(visibleAtStation(ctx.who, 't'))
    .select(['t.id', 't.number', 't.task', 't.version', 't.outsourced', 's.id as psId', 's.name as psName'])
    .select(['d.name as depName', 'author.realname as createUserName', 't.created_at as createdAt'])
    .select([sql<TicketKind>`t.kind`.as('kind'), sql<TicketState>`t.state`.as('state')])
    .select([sql<TicketStamp | null>`t.stamp`.as('stamp'), contentColumn])
    .select(['t.plan_start as planStart', 't.plan_end as planEnd', 't.valid_until as validUntil'])
    .select(['t.permitted_at as permittedAt', nameOf('leader_id').as('leaderName')])
    .select([nameOf('issuer_id').as('issuerName'), nameOf('permitter_id').as('permitterName')])
    .select([nameOf('cosigner_id').as('cosignerName'), nameOf('guard_id').as('guardName')])
    .select(sql<boolean>`${isTodo(ctx)}`.as('isTodo'))
    .select(
      sql<{ id: string; workCode: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id::text, 'workCode', o.work_code) order by o.id)
        from ticket_order l join work_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
        where l.tenant_id = t.tenant_id and l.ticket_id = t.id and ${visibleOrders(ctx.who, 'o')}), '[]')`.as(
        'orders',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from ticket_line l where l.tenant_id = t.tenant_id and l.ticket_id = t.id
        and l.ticked_at is not null)`.as('ticked'),
    )
    .select(
      sql<number>`(select count(*)::int from earth_hanging h where h.tenant_id = t.tenant_id and h.ticket_id = t.id
        and h.removed_at is null)`.as('hanging'),
    )

export type Row = Awaited<ReturnType<ReturnType<typeof ticketRows>['executeTakeFirstOrThrow']>>

/** Those that match the filters. */
export const matching = (
  ctx: Reading,
  { keyword, kind, state, only, createTimeBegin, createTimeEnd, ...place }: Query,
) => {
  const zone = ctx.who.timeZone
  const [from, until] = [fromWireTimeOrNull(createTimeBegin, zone), fromWireTimeOrNull(createTimeEnd, zone)]
  const leader = sql`(select u.realname from app_user u where u.id = t.leader_id)`
  return ticketRows(ctx).where(
    allOf(
      mentions(sql`concat_ws(' ', t.number, t.task, ${leader}, s.name)`, keyword, 's'),
      kind && sql`t.kind = ${kind}`,
      state && sql`t.state = ${state}`,
      only === 'open' && isOpen,
      only === 'todo' && isTodo(ctx),
      only === 'mine' && isMine(ctx.who.userId),
      from && sql`t.created_at >= ${from}`,
      until && sql`t.created_at <= ${until}`,
      Boolean(place.depCodes || place.psaIds || place.psIds) && coveredBy(place),
    ),
  )
}

/** Who has a ticket: the person of its next step, or the role of whoever may take it. */
function holderOf(row: Row): string {
  const step = stepOf(row.kind, row.state, row.permittedAt !== null)
  if (!step) return ''
  if (row.state === 'operating' || row.state === 'toOperate')
    return [row.leaderName, row.guardName].filter(Boolean).join('、')
  const names = {
    leader: row.leaderName ?? row.createUserName,
    issuer: row.issuerName,
    coIssuer: row.cosignerName,
    guard: row.guardName,
  }
  const named = names[step.signer as keyof typeof names]
  if (named) return named
  const role = roleOfSigner(row.kind, step.signer)
  return role ? roleTitle(role) : titleOfRole(step.signer)
}

export function toRow(row: Row, { now, who }: Reading): TicketRow {
  const zone = who.timeZone
  const { kind, state, content } = row
  return {
    id: row.id,
    ticketNo: row.number ?? '',
    ticketTypeLabel: ticketTypeOf(kind),
    ticketTypeDtlLabel: ticketKinds[kind],
    workContent: row.task,
    flowUser: holderOf(row),
    createUserName: row.createUserName,
    ticketCreateTime: toWireTime(row.createdAt, zone),
    kind,
    state,
    stateLabel: titleOfTicketState(kind, state),
    stamp: row.stamp,
    psId: row.psId,
    psName: row.psName,
    depName: row.depName,
    leaderName: row.leaderName,
    issuerName: row.issuerName,
    permitterName: row.permitterName,
    planStartTime: toWireTimeOrNull(row.planStart, zone),
    planEndTime: toWireTimeOrNull(row.planEnd, zone),
    validUntil: toWireTimeOrNull(row.validUntil, zone),
    isLate: isRunning(state) && row.validUntil !== null && row.validUntil < now,
    orders: row.orders,
    isTodo: row.isTodo,
    ticked: row.ticked,
    lines: tickedLines(content).length,
    hanging: row.hanging,
    version: row.version,
  }
}

type Counts = Output<(typeof ticketCalls)['counts']>

export async function countTickets(
  ctx: Reading,
  place: Pick<Query, 'depCodes' | 'psIds' | 'psaIds'>,
): Promise<Counts> {
  const narrow = place.depCodes || place.psaIds || place.psIds ? coveredBy(place) : sql<SqlBool>`true`
  const ended = sql.join(endedStates.map((state) => sql.lit(state)))
  const { rows } = await sql<Counts>`
    select
      (count(*) filter (where ${isOpen}))::int as open,
      (count(*) filter (where ${isTodo(ctx)}))::int as todo,
      (count(*) filter (where t.state not in (${ended}) and ${isMine(ctx.who.userId)}))::int as mine,
      (count(*) filter (where ${runs} and t.valid_until < ${ctx.now}))::int as late,
      coalesce(sum((select count(*) from earth_hanging h where h.tenant_id = t.tenant_id and h.ticket_id = t.id
        and h.removed_at is null)), 0)::int as hanging
    from ticket t join station s on s.tenant_id = t.tenant_id and s.id = t.station_id
    where t.stamp is null and ${visibleAtStation(ctx.who, 't')} and ${narrow}`.execute(ctx.db)
  return rows[0] ?? { open: 0, todo: 0, mine: 0, late: 0, hanging: 0 }
}
