import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { ticketReviewCalls } from '@heliodesk/contract/ticket-reviews.ts'
import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { insertRow } from '../../kernel/one-row.ts'
import { isOfMonth, isRated } from './rows.ts'

type Draw = (typeof ticketReviewCalls)['draw']

/** Tickets in the order in which a seed draws them: the same seed and tickets always give the same order. */
export function drawOrder(seed: string, ids: readonly string[]): string[] {
  const placeOf = (id: string) => createHash('sha256').update(`${seed}:${id}`).digest('hex')
  return ids
    .map((id) => ({ id, place: placeOf(id) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ id }) => id)
}

/** What is drawn besides those that were drawn before, so that the sample has its share of all; at least one. */
export function drawFrom(
  seed: string,
  pool: readonly string[],
  drawn: ReadonlySet<string>,
  percent: number,
): string[] {
  const size = Math.ceil((pool.length * percent) / 100)
  const missing = size - pool.filter((id) => drawn.has(id)).length
  return drawOrder(seed, pool)
    .filter((id) => !drawn.has(id))
    .slice(0, Math.max(0, missing))
}

type Pool = { stationId: string; ids: string[]; drawn: string[] }

/** Draws this share of each station's tickets of a month. Later draws add to the earlier ones, by the same seed. */
export async function drawSample(ctx: Ctx, { percent, ...narrowed }: Input<Draw>): Promise<Output<Draw>> {
  const { db, now, who } = ctx
  const { month } = narrowed
  const stations = await db
    .selectFrom('ticket as t')
    .select('t.station_id as id')
    .distinct()
    .where(isOfMonth(ctx, narrowed))
    .where(isRated)
    .orderBy('t.station_id')
    .execute()
  if (stations.length === 0) throw new DomainError('ticketReview.empty', '这个月没有已执行的票可抽查')
  const seeds = await takeSeeds(
    ctx,
    month,
    stations.map(({ id }) => id),
  )
  const { rows: pools } = await sql<Pool>`
    select t.station_id as "stationId", array_agg(t.id::text order by t.id) as ids,
      coalesce(array_agg(t.id::text) filter (where d.ticket_id is not null), '{}') as drawn
    from ticket t left join ticket_sampled d on d.tenant_id = t.tenant_id and d.ticket_id = t.id
    where ${isOfMonth(ctx, narrowed)} and ${isRated} group by 1 order by 1`.execute(db)
  let tickets = 0
  for (const { stationId, ids, drawn } of pools) {
    const seed = seeds.get(stationId)
    const added = seed ? drawFrom(seed, ids, new Set(drawn), percent) : []
    if (added.length === 0) continue
    const draw = await insertRow(db, 'ticket_sample_draw', {
      station_id: stationId,
      month,
      at: now,
      actor_name: who.realname,
      percent,
      pool: ids.length,
      ticket_ids: added,
    })
    await sql`
      insert into ticket_sampled (ticket_id, draw_id) select id, ${draw} from unnest(${added}::bigint[]) as id`.execute(
      db,
    )
    tickets += added.length
  }
  return { stations: pools.length, tickets }
}

/** The seeds of the stations' months, given once; nobody else draws for them until commit. */
async function takeSeeds(
  { db }: Ctx,
  month: string,
  stationIds: readonly string[],
): Promise<Map<string, string>> {
  const seeds = stationIds.map(() => randomBytes(16).toString('hex'))
  await sql`
    insert into ticket_sample (station_id, month, seed)
    select given.id, ${month}, given.seed from unnest(${stationIds}::bigint[], ${seeds}::text[]) as given (id, seed)
    on conflict do nothing`.execute(db)
  const own = sql`(select * from ticket_sample where month = ${month} and station_id = any(${stationIds}::bigint[])
    order by station_id) own`
  await sql`
    select pg_advisory_xact_lock(hashtextextended('ticket_sample ' || tenant_id || ' ' || station_id || ' ' || month, 0))
    from ${own}`.execute(db)
  const { rows } = await sql<{ id: string; seed: string }>`select station_id as id, seed from ${own}`.execute(
    db,
  )
  return new Map(rows.map(({ id, seed }) => [id, seed]))
}
