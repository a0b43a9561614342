import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { ticketRows } from '../tickets/index.ts'

/** Far more than are open at a station at once. */
const MOST_TICKETS = 300

/** Somebody at work under a ticket; times as the database writes them into JSON. */
export type Inside = { no: number; name: string; part: string; since: string }

/** The tickets of a station that are open, and those that ended since midnight, with what the board says of each. */
export const boardRows = (ctx: Ctx, psId: string, midnight: Date) =>
  ticketRows(ctx)
    .where('t.station_id', '=', psId)
    .where('t.number', 'is not', null)
    .where((e) => e.or([e('t.stamp', 'is', null), e('t.stamped_at', '>=', midnight)]))
    .select(['t.started_at as startedAt', 't.finished_at as finishedAt', 't.stamped_at as stampedAt'])
    .select(
      sql<
        number[]
      >`array(select l.no from ticket_line l where l.tenant_id = t.tenant_id and l.ticket_id = t.id
        and l.ticked_at is not null order by l.no)`.as('tickedNos'),
    )
    .select(
      sql<{ name: string; reliesOn: string | null }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('name', p.name, 'reliesOn', relied.number) order by p.name)
        from ticket_point p left join ticket relied on relied.tenant_id = p.tenant_id and relied.id = p.depends_on
        where p.tenant_id = t.tenant_id and p.ticket_id = t.id), '[]')`.as('points'),
    )
    .select(
      sql<Inside[]>`coalesce((
        select jsonb_agg(jsonb_build_object('no', p.no, 'name', p.name, 'part', p.part, 'since', p.briefed_at) order by p.no)
        from ticket_person p where p.tenant_id = t.tenant_id and p.ticket_id = t.id and p.inside), '[]')`.as(
        'inside',
      ),
    )
    .select(
      sql<
        string | null
      >`(select c.change from ticket_request c where c.tenant_id = t.tenant_id and c.ticket_id = t.id
        and c.state = 'open')`.as('openChange'),
    )
    // What keeps the permit away: switching for the same orders, the leader at work elsewhere, points that are taken.
    .select(
      sql<string[]>`array(select distinct o.number from ticket_order mine
          join ticket_order theirs on theirs.tenant_id = mine.tenant_id and theirs.order_id = mine.order_id
          join ticket o on o.tenant_id = theirs.tenant_id and o.id = theirs.ticket_id and o.kind = 'operation'
            and o.state = 'operating' and o.id <> t.id
        where mine.tenant_id = t.tenant_id and mine.ticket_id = t.id order by 1)`.as('switchingBy'),
    )
    .select(
      sql<string | null>`(select other.number from ticket_person p
          join ticket other on other.tenant_id = p.tenant_id and other.id = p.ticket_id
        where p.tenant_id = t.tenant_id and p.person_id = t.leader_id and p.inside and p.ticket_id <> t.id)`.as(
        'leaderIn',
      ),
    )
    .select(
      sql<{ number: string; point: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('number', other.number, 'point', own.name) order by own.name)
        from ticket_point own
          join ticket_point theirs on theirs.tenant_id = own.tenant_id and theirs.station_id = own.station_id
            and theirs.name = own.name and theirs.running and theirs.depends_on is null and theirs.ticket_id <> own.ticket_id
          join ticket other on other.tenant_id = theirs.tenant_id and other.id = theirs.ticket_id
        where own.tenant_id = t.tenant_id and own.ticket_id = t.id and own.depends_on is null), '[]')`.as(
        'taken',
      ),
    )
    .orderBy('t.id', 'desc')
    .limit(MOST_TICKETS)
    .execute()

export type BoardRow = Awaited<ReturnType<typeof boardRows>>[number]
