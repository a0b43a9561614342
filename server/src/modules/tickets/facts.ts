import { tickedLines } from '@heliodesk/contract/ticket-content.ts'
import type { TicketSettings } from '@heliodesk/contract/ticket-settings.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { one } from '../../platform/certain.ts'
import type { LockedTicket } from './lock.ts'

/** What the rules ask about a ticket besides its row. */
export type TicketFacts = {
  /** Lines in all, and those that are ticked. */
  lines: number
  ticked: number
  /** Something was switched that is not ticked: a phone has told of it, and what comes before has not arrived. */
  operatedAway: boolean
  /** Earths that hang for it, and those that its lines ask for. */
  hanging: string[]
  earthLines: number
  /** Who is at work under it, apart from the leader, and who has not been briefed. */
  inside: string[]
  notBriefed: string[]
  /** Tickets for hot work that belong to it, by how far they have come. */
  hotRunning: string[]
  hotUnapproved: string[]
  /** The state of the ticket that it belongs to; null where there is none. */
  main: { number: string; state: string } | null
  /** Running tickets that have isolated one of its points, and those that rely on its points. */
  taken: { id: string; number: string; point: string }[]
  reliedOnBy: string[]
  /** Switching that is going on for the same orders. */
  operating: string[]
  openChange: string | null
  /** The last reading, and whether it was safe. */
  reading: { at: Date; safe: boolean } | null
  /** When it was last paused. */
  pausedAt: Date | null
}

type Row = Omit<TicketFacts, 'earthLines' | 'lines' | 'reading'> & {
  readingAt: Date | null
  readingSafe: boolean | null
}

export async function readFacts(
  { db }: Pick<Ctx, 'db'>,
  { id, content }: LockedTicket,
): Promise<TicketFacts> {
  const { rows } = await sql<Row>`
    select
      (select count(*)::int from ticket_line l where l.ticket_id = t.id and l.ticked_at is not null) as ticked,
      exists (select from field_part p where p.ticket_id = t.id and p.part = 'operate' and not exists (
        select from field_part_end e where e.tenant_id = p.tenant_id and e.part_id = p.id)) as "operatedAway",
      array(select e.name from earth_hanging h join earth e on e.tenant_id = h.tenant_id and e.id = h.earth_id
        where h.ticket_id = t.id and h.removed_at is null order by h.id) as hanging,
      array(select p.name from ticket_person p where p.ticket_id = t.id and p.inside and p.part <> 'leader' order by p.no) as inside,
      array(select p.name from ticket_person p where p.ticket_id = t.id and p.briefed_at is null and not p.removed order by p.no)
        as "notBriefed",
      array(select h.number from ticket h where h.main_id = t.id and h.state in ('working', 'paused', 'trial', 'toClose'))
        as "hotRunning",
      array(select coalesce(h.number, h.task) from ticket h where h.main_id = t.id
        and h.state in ('draft', 'toIssue', 'toReview', 'toApprove')) as "hotUnapproved",
      (select jsonb_build_object('number', m.number, 'state', m.state) from ticket m where m.id = t.main_id) as main,
      coalesce((select jsonb_agg(jsonb_build_object('id', other.id::text, 'number', other.number, 'point', own.name) order by other.id)
        from ticket_point own
          join ticket_point theirs on theirs.station_id = own.station_id and theirs.name = own.name and theirs.running
            and theirs.depends_on is null and theirs.ticket_id <> own.ticket_id
          join ticket other on other.id = theirs.ticket_id
        where own.ticket_id = t.id), '[]') as taken,
      array(select distinct other.number from ticket_point p join ticket other on other.id = p.ticket_id
        where p.depends_on = t.id and p.running) as "reliedOnBy",
      array(select distinct o.number from ticket_order mine
          join ticket_order theirs on theirs.order_id = mine.order_id
          join ticket o on o.id = theirs.ticket_id and o.kind = 'operation' and o.state = 'operating' and o.id <> t.id
        where mine.ticket_id = t.id) as operating,
      (select c.change from ticket_request c where c.ticket_id = t.id and c.state = 'open') as "openChange",
      reading.at as "readingAt", reading.safe as "readingSafe",
      (select max(e.at) from ticket_event e where e.ticket_id = t.id and e.action = 'pause') as "pausedAt"
    from ticket t
      left join lateral (select r.at, r.safe from ticket_reading r where r.ticket_id = t.id order by r.id desc limit 1) reading
        on true
    where t.id = ${id}`.execute(db)
  const { readingAt, readingSafe, ...row } = one(rows)
  return {
    ...row,
    lines: tickedLines(content).length,
    earthLines: content.kind === 'operation' ? 0 : content.earth.length,
    reading: readingAt && { at: readingAt, safe: readingSafe === true },
  }
}

/** What has been decided about two tickets, among the company's settings. */
export const readTicketSettings = async ({ db }: Pick<Ctx, 'db'>): Promise<TicketSettings> =>
  (await readSettings(db)).business.values.tickets

/** Everything that the rules read of a ticket. */
export type Judging = {
  ticket: LockedTicket
  facts: TicketFacts
  settings: TicketSettings
  now: Date
  timeZone: string
}

export const judgingOf = async (
  ctx: Pick<Ctx, 'db' | 'now' | 'who'>,
  ticket: LockedTicket,
): Promise<Judging> => ({
  ticket,
  facts: await readFacts(ctx, ticket),
  settings: await readTicketSettings(ctx),
  now: ctx.now,
  timeZone: ctx.who.timeZone,
})
