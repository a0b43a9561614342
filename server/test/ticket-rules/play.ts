import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import type pg from 'pg'
import { randomOf, pick } from '../order-rules/random-moves.ts'
import { actors, newWorld, take, verbs, type Actor, type Verb, type World } from './model.ts'

export type Answer = { isDone: boolean; says: string; data: unknown }
/** One of the servers. */
export type Send = (who: Actor, path: string, body: object) => Promise<Answer>

export type Cast = {
  servers: readonly Send[]
  owner: pg.Pool
  tenantId: number
  /** The ids of a new order in the first leader's hands, of two drafts, and of two earths in store. */
  begin: () => Promise<{ orderId: string; ticketIds: [string, string]; earthIds: [string, string] }>
  guardId: string
  /** The wall-clock time of now. */
  now: () => string
}

type Stage = Awaited<ReturnType<Cast['begin']>>

/** Paths and bodies of what is done, from the ticket as it is. */
function requestOf(
  cast: Cast,
  { orderId, earthIds }: Stage,
  verb: Verb,
  ticket: TicketDetail,
): [string, object] {
  const seen = { id: ticket.id, version: ticket.version }
  const act = (input: object): [string, object] => ['/ticket/act', { ...seen, ...input }]
  const no = Number(verb.at(-1))
  if (verb.startsWith('tick')) return ['/ticket/tick', { id: ticket.id, no }]
  if (verb.startsWith('hang')) {
    const place = { place: '负荷侧', testedTime: cast.now(), guardId: cast.guardId }
    return ['/ticket/earth/hang', { id: ticket.id, earthId: earthIds[no - 1], ...place }]
  }
  if (verb.startsWith('unhang')) {
    const hanging = ticket.earths.find(
      (each) => each.earthId === earthIds[no - 1] && each.removedTime === null,
    )
    // An id that is nobody's, where it does not hang.
    return ['/ticket/earth/unhang', { id: ticket.id, hangingId: hanging?.id ?? '1', guardId: cast.guardId }]
  }
  const crew = ticket.people.find(({ part }) => part === 'crew')?.no ?? 2
  switch (verb) {
    case 'share':
      return act({ act: 'permit', isShared: true })
    case 'finish':
      return act({ act: 'finish', isClear: true })
    case 'sendBack':
    case 'deny':
    case 'void':
    case 'recall':
      return act({ act: verb, reason: '随机' })
    case 'enter':
      return ['/ticket/person/enter', { id: ticket.id, no: crew }]
    case 'leave':
      return ['/ticket/person/leave', { id: ticket.id, no: crew }]
    case 'startOrder':
      return ['/ops/order/start', { id: orderId }]
    case 'endOrder':
      return ['/ops/order/terminate', { id: orderId, reason: '随机' }]
    default:
      return act({ act: verb })
  }
}

/** What must never be, whatever was done: rows of the database that say otherwise. */
const impossible = `
  select 'two hang' as what from earth_hanging where tenant_id = $1 and removed_at is null group by earth_id having count(*) > 1
  union all select 'ledger' from earth e where e.tenant_id = $1 and (e.state = 'hanging') <> exists (
    select from earth_hanging h where h.tenant_id = e.tenant_id and h.earth_id = e.id and h.removed_at is null)
  union all select 'ended with earths' from ticket t join earth_hanging h on h.tenant_id = t.tenant_id and h.ticket_id = t.id
    where t.tenant_id = $1 and t.stamp is not null and h.removed_at is null
  union all select 'twice at work' from ticket_person where tenant_id = $1 and inside group by person_id having count(*) > 1
  union all select 'at work without a ticket' from ticket_person p join ticket t on t.tenant_id = p.tenant_id and t.id = p.ticket_id
    where t.tenant_id = $1 and p.inside and t.state <> 'working'
  union all select 'roles' from ticket t where t.tenant_id = $1 and (t.leader_id = t.issuer_id or t.leader_id = t.permitter_id
    or t.issuer_id = t.permitter_id)
  union all select 'order ended beside a ticket' from work_order o
    join ticket_order l on l.tenant_id = o.tenant_id and l.order_id = o.id
    join ticket t on t.tenant_id = l.tenant_id and t.id = l.ticket_id
    where o.tenant_id = $1 and o.flow_sts > 2 and app.ticket_is_open(t.number, t.stamp)
  union all select 'line out of order' from ticket_line l where l.tenant_id = $1 and l.no > 1 and not exists (
    select from ticket_line p where p.tenant_id = l.tenant_id and p.ticket_id = l.ticket_id and p.no = l.no - 1
      and p.ticked_at <= coalesce(l.ticked_at, now() + interval '1 day'))
  union all select 'point taken twice' from ticket_point where tenant_id = $1 and running and depends_on is null
    group by station_id, name having count(*) > 1
  union all select 'process' from ticket t
    left join process_instance i on i.tenant_id = t.tenant_id and i.business_type = 'ticket' and i.business_id = t.id
    where t.tenant_id = $1 and t.number is not null and app.ticket_agrees(t, i.status, i.business_state) is not true
  union all select 'signed content changed' from ticket t join ticket_event e on e.tenant_id = t.tenant_id and e.ticket_id = t.id
    where t.tenant_id = $1 and e.role is not null and e.content_hash <> t.content_hash`

export type Played = { steps: number; allowed: number; wrong: string | null }

/** One sequence of actions by five people, at random on either server, against the model; everything is ended after it. */
export async function play(cast: Cast, seed: number, length: number): Promise<Played> {
  const random = randomOf(seed)
  const world = newWorld()
  const stage = await cast.begin()
  const told: string[] = []
  let allowed = 0
  const step = async (at: 0 | 1, verb: Verb, who: Actor): Promise<string | null> => {
    const send = pick(random, cast.servers)
    const ticket = (await send(who, '/ticket/detail', { id: stage.ticketIds[at] })).data as TicketDetail
    const [path, body] = requestOf(cast, stage, verb, ticket)
    const isOrder = path.startsWith('/ops/')
    const version = isOrder
      ? ((await send(who, '/ops/order/version', { id: stage.orderId })).data as { version: number }).version
      : undefined
    const answer = await send(who, path, isOrder ? { ...body, version } : body)
    const expected = take(world, at, verb, who)
    allowed += Number(answer.isDone)
    told.push(`${who} ${verb} ${at}: ${answer.isDone ? 'done' : answer.says}`)
    if (answer.isDone !== expected) return `seed ${seed}: expected ${expected}\n${told.join('\n')}`
    const { rows } = await cast.owner.query<{ what: string }>(impossible, [cast.tenantId])
    return rows.length > 0 ? `seed ${seed}: ${rows[0]!.what}\n${told.join('\n')}` : null
  }
  for (let steps = 1; steps <= length; steps++) {
    const { at, verb, who } = nextMove(world, random)
    const wrong = await step(at, verb, who)
    if (wrong !== null) return { steps, allowed, wrong }
  }
  const wrong = await end(world, step)
  return { steps: length, allowed, wrong }
}

/** Mostly something that the model allows, so that sequences get somewhere; else anything. */
function nextMove(world: World, random: () => number) {
  const any = () => ({
    at: pick(random, [0, 1] as const),
    verb: pick(random, verbs),
    who: pick(random, actors),
  })
  if (random() < 0.3) return any()
  for (let tries = 0; tries < 400; tries++) {
    const move = any()
    // Ends of the tickets come late enough by themselves.
    if (['void', 'recall', 'deny', 'endOrder', 'sendBack'].includes(move.verb) && random() < 0.9) continue
    if (take(structuredClone(world), move.at, move.verb, move.who)) return move
  }
  return any()
}

/** Nobody stays at work, and no earth hangs, when the next sequence begins. */
async function end(world: World, step: (at: 0 | 1, verb: Verb, who: Actor) => Promise<string | null>) {
  const all: [Verb, Actor][] = [
    ['leave', 'leader'],
    ['leave', 'second'],
    ['finish', 'leader'],
    ['finish', 'second'],
    ['unhang1', 'permitter'],
    ['unhang2', 'permitter'],
    ['close', 'permitter'],
    ['recall', 'shift'],
    ['void', 'issuer'],
  ]
  for (const at of [1, 0, 1] as const)
    for (const [verb, who] of all) {
      if (!take(structuredClone(world), at, verb, who)) continue
      const wrong = await step(at, verb, who)
      if (wrong !== null) return wrong
    }
  return null
}
