import type { Kilovolts } from '@heliodesk/contract/kilovolts.ts'
import type { TicketContent } from '@heliodesk/contract/ticket-content.ts'
import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketStamp, TicketState } from '@heliodesk/contract/ticket-states.ts'
import { sql } from 'kysely'
import { notFound, type Client, type Ctx } from '../../kernel/context.ts'
import { placeNow, visibleAtStation } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import type { Db } from '../../platform/postgres.ts'

/** Tickets that were drawn up before there were drawings say nothing about them, and their hash stays. */
export const contentColumn = sql<TicketContent>`'{"drawings": []}'::jsonb || t.content`.as('content')

/** What changes of tickets need; programs without a client leave it empty. */
export type TicketCtx = Pick<Ctx, 'db' | 'now' | 'who'> & { client: Pick<Client, 'address' | 'userAgent'> }

const columns = (db: Db) =>
  db
    .selectFrom('ticket as t')
    .select(['t.id', 't.number', 't.station_id as stationId', 't.psa_id as psaId', 't.task'])
    .select([
      placeNow(sql`t.dep_code`).as('depCode'),
      sql<TicketKind>`t.kind`.as('kind'),
      sql<TicketState>`t.state`.as('state'),
    ])
    .select([sql<Kilovolts>`t.voltage`.as('voltage'), contentColumn])
    .select(['t.plan_start as planStart', 't.plan_end as planEnd', 't.outsourced', 't.main_id as mainId'])
    .select(['t.author_id as authorId', 't.leader_id as leaderId', 't.issuer_id as issuerId'])
    .select(['t.cosigner_id as cosignerId', 't.guard_id as guardId', 't.shift_leader_id as shiftLeaderId'])
    .select(['t.permitter_id as permitterId', 't.permitted_at as permittedAt', 't.valid_until as validUntil'])
    .select([sql<'face' | 'phone' | null>`t.permit_mode`.as('permitMode'), 't.started_at as startedAt'])
    .select(['t.extensions', 't.leader_changed as leaderChanged', 't.version'])
    .select(sql<TicketStamp | null>`t.stamp`.as('stamp'))

export type LockedTicket = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>

/** The tickets of the stations in scope. */
const visible = ({ db, who }: Pick<Ctx, 'db' | 'who'>) => columns(db).where(visibleAtStation(who, 't'))

export const readTicket = (ctx: Pick<Ctx, 'db' | 'who'>, id: string): Promise<LockedTicket> =>
  visible(ctx).where('t.id', '=', id).executeTakeFirstOrThrow(notFound)

/** Locks a ticket in scope; refused if it has changed since the caller saw it, where they say what they saw. */
export async function lockTicket(
  ctx: Pick<Ctx, 'db' | 'who'>,
  id: string,
  version?: number,
): Promise<LockedTicket> {
  const ticket = await visible(ctx).where('t.id', '=', id).forUpdate('t').executeTakeFirstOrThrow(notFound)
  if (version !== undefined) requireVersion(ticket, version, stale('ticket', '票'))
  return ticket
}
