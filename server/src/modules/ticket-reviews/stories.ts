import type { TicketContent } from '@heliodesk/contract/ticket-content.ts'
import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { Finding } from '@heliodesk/contract/ticket-reviews.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { visibleAtStation } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { findingsOf } from './findings.ts'
import type { Story, StoryEarth, StoryEvent, StoryLine, StoryPerson } from './story.ts'

type Reading = Pick<Ctx, 'db' | 'who'>
type Own<T> = T & { ticketId: string }

/** By ticket, in the order of the rows. */
function byTicket<T>(rows: readonly Own<T>[]): Map<string, Own<T>[]> {
  const found = new Map<string, Own<T>[]>()
  for (const row of rows) {
    const known = found.get(row.ticketId)
    if (known) known.push(row)
    else found.set(row.ticketId, [row])
  }
  return found
}

type Head = Omit<Story, 'earths' | 'events' | 'lines' | 'people' | 'readings'>

/** What was done on tickets. The number of one outside the reader's data scope is not told. */
async function readStories({ db, who }: Reading, ids: readonly string[]): Promise<Story[]> {
  if (ids.length === 0) return []
  const mine = sql`ticket_id = any(${ids}::bigint[])`
  const { rows: heads } = await sql<Head & { content: TicketContent; kind: TicketKind }>`
    select t.id, coalesce(case when ${visibleAtStation(who, 't')} then t.number else '其他电站的票' end, '') as number, t.kind,
      t.station_id as "stationId", t.outsourced, '{"drawings": []}'::jsonb || t.content as content,
      t.content_hash as "contentHash", t.plan_start as "planStart", t.permitted_at as "permittedAt",
      t.valid_until as "validUntil", t.started_at as "startedAt", t.finished_at as "finishedAt", t.closed_at as "closedAt", coalesce(t.stamped_at, now()) as "stampedAt",
      t.leader_id as "leaderId", (select u.realname from app_user u where u.id = t.leader_id) as "leaderName",
      t.guard_id as "guardId", (select u.realname from app_user u where u.id = t.guard_id) as "guardName"
    from ticket t where t.id = any(${ids}::bigint[])`.execute(db)
  const { rows: events } = await sql<Own<StoryEvent>>`
    select e.ticket_id as "ticketId", e.at, e.actor_name as "actorName", e.role, e.action, e.from_state as "from",
      e.to_state as "to", e.note, e.content_hash as "contentHash", q.valid_until::text as "qualifiedUntil"
    from ticket_event e
      left join qualification q on q.tenant_id = e.tenant_id and q.id = e.qualification_id
    where e.${mine} order by e.id`.execute(db)
  const { rows: lines } = await sql<Own<StoryLine>>`
    select l.ticket_id as "ticketId", l.no, l.called_at as "calledAt", l.repeated_at as "repeatedAt",
      l.operated_at as "operatedAt", l.ticked_at as "tickedAt"
    from ticket_line l where l.${mine} order by l.no`.execute(db)
  const { rows: people } = await sql<Own<StoryPerson>>`
    select p.ticket_id as "ticketId", p.part, p.person_id as "personId", p.name, p.briefed_at as "briefedAt", p.removed
    from ticket_person p where p.${mine} order by p.no`.execute(db)
  const { rows: earths } = await sql<Own<StoryEarth>>`
    select h.ticket_id as "ticketId", e.name, h.installed_at as "installedAt", h.removed_at as "removedAt",
      h.handed_to is not null as "isHanded"
    from earth_hanging h join earth e on e.tenant_id = h.tenant_id and e.id = h.earth_id
    where h.${mine} order by h.id`.execute(db)
  const { rows: readings } = await sql<Own<{ at: Date }>>`
    select r.ticket_id as "ticketId", r.at from ticket_reading r where r.${mine} order by r.id`.execute(db)
  const parts = {
    events: byTicket(events),
    lines: byTicket(lines),
    people: byTicket(people),
    earths: byTicket(earths),
    readings: byTicket(readings),
  }
  return heads.map((head) => ({
    ...head,
    events: parts.events.get(head.id) ?? [],
    lines: parts.lines.get(head.id) ?? [],
    people: parts.people.get(head.id) ?? [],
    earths: parts.earths.get(head.id) ?? [],
    readings: parts.readings.get(head.id) ?? [],
  }))
}

/** Further back than this no ticket began that can have gone on at the same time. */
const LONGEST = sql`interval '60 days'`

type Pair = { ticketId: string; otherId: string }

/** The tickets that people of these ones took part in around the same time, whosever stations they are of. */
async function readNeighbours({ db }: Reading, ids: readonly string[]): Promise<Pair[]> {
  if (ids.length === 0) return []
  const peopleOf = (ticket: string) => {
    const t = (column: string) => sql.ref(`${ticket}.${column}`)
    return sql`(
      select p.person_id, case when p.person_id is null then p.name end as name from ticket_person p
        where p.tenant_id = ${t('tenant_id')} and p.ticket_id = ${t('id')}
      union all
      select pair.id, null from unnest(array[${t('leader_id')}, ${t('guard_id')}]) as pair (id)
        where ${t('kind')} = 'operation' and pair.id is not null)`
  }
  const { rows } = await sql<Pair>`
    select t.id as "ticketId", o.id as "otherId"
    from ticket t join ticket o on o.tenant_id = t.tenant_id and o.id <> t.id
      and o.started_at between t.started_at - ${LONGEST} and coalesce(t.finished_at, t.stamped_at)
      and coalesce(o.finished_at, o.stamped_at, 'infinity') > t.started_at
    where t.id = any(${ids}::bigint[]) and exists (
      select from ${peopleOf('t')} mine join ${peopleOf('o')} theirs on theirs.person_id = mine.person_id
        or (theirs.name = mine.name and o.station_id = t.station_id))`.execute(db)
  return rows
}

/** What the checks find on each of these tickets. */
export async function readFindings(ctx: Reading, ids: readonly string[]): Promise<Map<string, Finding[]>> {
  const pairs = await readNeighbours(ctx, ids)
  const all = [...new Set([...ids, ...pairs.map(({ otherId }) => otherId)])]
  const stories = new Map((await readStories(ctx, all)).map((story) => [story.id, story]))
  const { gasMinutes } = (await readSettings(ctx.db)).business.values.tickets
  const others = new Map<string, Story[]>()
  for (const { ticketId, otherId } of pairs) {
    const other = stories.get(otherId)
    if (other) others.set(ticketId, [...(others.get(ticketId) ?? []), other])
  }
  return new Map(
    ids.flatMap((id) => {
      const story = stories.get(id)
      if (!story) return []
      const beside = { others: others.get(id) ?? [], gasMinutes, timeZone: ctx.who.timeZone }
      return [[id, findingsOf(story, beside)] as const]
    }),
  )
}
