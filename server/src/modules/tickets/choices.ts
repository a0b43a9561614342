import type { Input, Output } from '@heliodesk/contract/call.ts'
import { ticketKinds, type TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { withoutNumber } from '../../kernel/identity-numbers.ts'
import { requireRights } from '../../kernel/rights.ts'
import { reachesStation, visibleAtStation, visibleOrders } from '../../kernel/scope.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { getVisibleStation } from '../stations/index.ts'

type Calls = typeof ticketCalls

/** Who may be chosen for a role at a station, those first whose qualification lasts longest. */
export async function choosablePeople(
  ctx: Ctx,
  { psId, voltage, role }: Input<Calls['people']>,
): Promise<Output<Calls['people']>> {
  await getVisibleStation(ctx, psId)
  const today = toWireDay(ctx.now, ctx.who.timeZone)
  const busy = sql`(select t.number from ticket_person p join ticket t on t.id = p.ticket_id
    where p.person_id = u.id and p.inside limit 1)`
  const { rows } = await sql<Output<Calls['people']>[number]>`
    select u.id, u.realname, d.name as "departName", coalesce(q.certificate, '') as certificate,
      q.valid_until::text as "validUntil", ${busy} as "busyWith"
    from app_user u
      join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
      join station s on s.id = ${psId}
      left join lateral (
        select q.certificate, q.valid_until from qualification q
          join department covered on covered.id = q.department_id
        where q.person_id = u.id and ${role ?? null}::text = any(q.roles) and q.revoked_at is null
          and ${today}::date between q.valid_from and q.valid_until and starts_with(s.dep_code, covered.org_code)
          and q.voltage::numeric >= ${voltage}::numeric
        order by q.valid_until desc limit 1
      ) q on true
    where u.status = '1'
      and case when ${role ?? null}::text is null then ${reachesStation('u', 'd', 's')} else q.valid_until is not null end
    order by u.name_place, u.id limit 500`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    certificate: withoutNumber(ctx, { ...row, personId: row.id }).certificate,
  }))
}

export async function openTicketsAt(
  ctx: Ctx,
  { psId }: Input<Calls['openAt']>,
): Promise<Output<Calls['openAt']>> {
  const { rows } = await sql<{ id: string; ticketNo: string; kind: TicketKind; task: string }>`
    select t.id, t.number as "ticketNo", t.kind, t.task from ticket t
    where t.station_id = ${psId} and t.number is not null and t.stamp is null and ${visibleAtStation(ctx.who, 't')}
    order by t.id desc limit 200`.execute(ctx.db)
  return rows.map(({ kind, ...row }) => ({ ...row, kindLabel: ticketKinds[kind] }))
}

/** Open orders of a station, the latest first. */
export async function ordersAt(
  ctx: Ctx,
  { psId }: Input<Calls['ordersAt']>,
): Promise<Output<Calls['ordersAt']>> {
  await requireRights(ctx, ['order:list'])
  return ctx.db
    .selectFrom('work_order as o')
    .select(['o.id', 'o.work_code as workCode', 'o.task_description as taskDescription'])
    .where('o.station_id', '=', psId)
    .where('o.flow_sts', '<=', 2)
    .where(visibleOrders(ctx.who, 'o'))
    .orderBy('o.id', 'desc')
    .limit(200)
    .execute()
}
