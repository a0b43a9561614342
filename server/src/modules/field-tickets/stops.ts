import { estimatedTime } from '@heliodesk/contract/field-conflicts.ts'
import { type fieldTicketCalls, type StopAct } from '@heliodesk/contract/field-tickets.ts'
import type { TicketState } from '@heliodesk/contract/ticket-states.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { visibleAtStation } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { recordTicketEvent } from '../tickets/index.ts'
import { stops, worksUnder } from './workers.ts'

type Calls = typeof fieldTicketCalls

/** Who has had no line for longer does not work under that ticket any more. */
const STANDS_MS = 3 * 86_400_000

type Row = {
  id: string
  ticketId: string
  ticketNo: string
  task: string
  psName: string
  state: TicketState
  act: StopAct
  byName: string
  byPhone: string | null
  at: Date
  reason: string
  isSeen: boolean
}

/** What others stopped under which the caller works, confirmed or not. */
async function ownStops({ db, now, who }: Ctx): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select e.id, t.id as "ticketId", coalesce(t.number, '') as "ticketNo", t.task, s.name as "psName", t.state,
      e.action as act, e.actor_name as "byName", by_user.phone as "byPhone", e.at, e.note as reason,
      exists (select from ticket_stop_seen x where x.tenant_id = e.tenant_id and x.stop_id = e.id
        and x.person_id = u.id) as "isSeen"
    from ticket_event e
      join ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id
      join station s on s.tenant_id = t.tenant_id and s.id = t.station_id
      join app_user u on u.tenant_id = t.tenant_id and u.id = ${who.userId}
      left join app_user by_user on by_user.tenant_id = e.tenant_id and by_user.id = e.actor_id
    where t.updated_at >= ${new Date(now.getTime() - STANDS_MS)} and e.at >= ${new Date(now.getTime() - STANDS_MS)}
      and ${visibleAtStation(who, 't')} and e.actor_id <> u.id and ${stops} and ${worksUnder}
    order by e.id`.execute(db)
  return rows
}

export const listStops: Handler<Calls['stops']> = async (ctx) =>
  (await ownStops(ctx))
    .filter(({ isSeen }) => !isSeen)
    .map(({ isSeen: _isSeen, state: _state, at, byPhone, ...row }) => ({
      ...row,
      byPhone: byPhone ?? '',
      at: toWireTime(at, ctx.who.timeZone),
    }))

export const confirmStop: Handler<Calls['seen']> = async (ctx, { id, stopId, at, skew }) => {
  const stop = (await ownStops(ctx)).find((each) => each.id === stopId && each.ticketId === id)
  if (!stop) throw notFound()
  const { doneAt } = estimatedTime({ at, skew }, ctx.now.getTime())
  const { rows } = await sql<{ one: number }>`
    insert into ticket_stop_seen (stop_id, device_at, device_skew, seen_at, at)
    values (${stopId}, ${new Date(at)}, ${skew}, ${new Date(doneAt)}, ${ctx.now})
    on conflict do nothing returning 1 as one`.execute(ctx.db)
  if (rows.length === 0) return { outcome: 'same', message: '已确认，无需重复' }
  const time = toWireTime(new Date(doneAt), ctx.who.timeZone)
  await recordTicketEvent(ctx, id, {
    action: 'stopSeen',
    from: stop.state,
    note: `${time.slice(5, 16)} 已知悉`,
  })
  return { outcome: 'done', message: '已确认停止作业' }
}
