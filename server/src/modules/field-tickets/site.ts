import {
  SILENT_MINUTES,
  type fieldTicketCalls,
  type LinePart,
  type PartMark,
  type PartOutcome,
  type StopAct,
} from '@heliodesk/contract/field-tickets.ts'
import { sql } from 'kysely'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { missingRight } from '../../kernel/rights.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { readTicket, type LockedTicket } from '../tickets/index.ts'
import { waitsFor } from './tick.ts'
import { stops, worksUnder } from './workers.ts'

type Stop = { id: string; act: StopAct; byId: string; byName: string; at: Date }

export const readSite: Handler<(typeof fieldTicketCalls)['site']> = async (ctx, { id }) => {
  const ticket = await readTicket(ctx, id)
  const { rows } = await sql<Stop>`
    select e.id, e.action as act, e.actor_id as "byId", e.actor_name as "byName", e.at
    from ticket_event e join ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id
    where t.id = ${id} and ${stops} order by e.id desc limit 1`.execute(ctx.db)
  const stop = rows[0] ?? null
  return {
    parts: await partsOf(ctx, ticket),
    workers: ticket.number === null ? [] : await workersOf(ctx, ticket, stop),
    stop: stop && { act: stop.act, byName: stop.byName, at: toWireTime(stop.at, ctx.who.timeZone) },
  }
}

/** What waits, is only a record, or is marked; the rest is among the lines. */
async function partsOf({ db, who }: Ctx, ticket: LockedTicket) {
  const { rows } = await sql<{
    id: string
    no: number
    part: LinePart
    authorName: string
    outcome: PartOutcome
    marks: PartMark[]
    doneAt: Date
    at: Date
    why: string | null
  }>`
    select p.id, p.no, p.part, p.author_name as "authorName", coalesce(e.outcome, 'waits') as outcome,
      coalesce(e.marks, p.marks) as marks, p.done_at as "doneAt", p.at, e.why
    from field_part p left join field_part_end e on e.tenant_id = p.tenant_id and e.part_id = p.id
    where p.ticket_id = ${ticket.id} and (e.outcome is distinct from 'done' or e.marks <> '{}')
    order by p.id`.execute(db)
  return rows.map(({ doneAt, at, why, ...row }) => ({
    ...row,
    doneTime: toWireTime(doneAt, who.timeZone),
    arrivalTime: toWireTime(at, who.timeZone),
    why: why ?? `等待${waitsFor(ticket, row)}`,
  }))
}

async function workersOf(ctx: Ctx, { id }: LockedTicket, stop: Stop | null) {
  const { db, now, who } = ctx
  const maySee = (await missingRight(ctx, ['ticket:sign'])) === null
  const { rows } = await sql<{
    id: string
    name: string
    phone: string | null
    lastSeenAt: Date | null
    seenAt: Date | null
  }>`
    select u.id, u.realname as name, u.phone,
      (select max(x.last_used_at) from user_session x where x.tenant_id = u.tenant_id and x.user_id = u.id
        and x.user_agent ~ 'Mobi|Android|iPhone') as "lastSeenAt",
      (select x.seen_at from ticket_stop_seen x where x.tenant_id = u.tenant_id and x.person_id = u.id
        and x.stop_id = ${stop?.id ?? null}::bigint) as "seenAt"
    from ticket t join app_user u on u.tenant_id = t.tenant_id
    where t.id = ${id} and ${worksUnder} and u.id is distinct from ${stop?.byId ?? null}::bigint
    order by u.id`.execute(db)
  return rows.map(({ phone, lastSeenAt, seenAt, ...row }) => ({
    ...row,
    phone: maySee ? (phone ?? '') : '',
    lastSeenTime: toWireTimeOrNull(lastSeenAt, who.timeZone),
    isSilent: lastSeenAt === null || now.getTime() - lastSeenAt.getTime() > SILENT_MINUTES * 60_000,
    seenTime: toWireTimeOrNull(seenAt, who.timeZone),
  }))
}
