import {
  estimatedTime,
  type FieldAct,
  type FieldSituation,
  type Meanwhile,
} from '@heliodesk/contract/field-conflicts.ts'
import { otherStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { ticketsOfOrder, withdrawalOf, type Withdrawal } from '../tickets/index.ts'
import { executorsOf, type LockedOrder } from '../work-orders/index.ts'

type Event = {
  at: Date
  actorId: string | null
  actorName: string
  action: string
  /** The steps that it changed, from 1; 0 is the note. */
  parts: number[] | null
  former: string[] | null
  deviceAt: Date | null
  deviceSkew: string | null
}

/** A locked order with what its history says. */
export type Past = {
  order: LockedOrder
  events: Event[]
  withdrawal: Withdrawal | null
  openTickets: string[]
  executors: string[]
}

export async function readPast(ctx: Ctx, order: LockedOrder): Promise<Past> {
  const { rows: events } = await sql<Event>`
    select at, actor_id as "actorId", actor_name as "actorName", action, parts, former_executors::text[] as former,
      device_at as "deviceAt", device_skew as "deviceSkew"
    from work_order_event where order_id = ${order.id} order by id`.execute(ctx.db)
  const { open } = await ticketsOfOrder(ctx, order)
  return {
    order,
    events,
    withdrawal: await withdrawalOf(ctx, order),
    openTickets: open.map(({ number }) => number),
    executors: executorsOf(order),
  }
}

/** Who executed the order at a time. */
const holdersAt = ({ events, executors }: Past, at: Date): readonly string[] =>
  events.find((event) => event.former !== null && event.at > at)?.former ?? executors

/** When the order was given from this person to another; undefined while they have it, or if they never had it. */
const lossOf = ({ events, executors }: Past, userId: string) =>
  executors.includes(userId) ? undefined : events.findLast(({ former }) => former?.includes(userId))

export const everHeld = (past: Past, userId: string): boolean =>
  past.executors.includes(userId) || lossOf(past, userId) !== undefined

/** When an event was done, which may have come from a phone. */
export const doneAtOf = ({ at, deviceAt, deviceSkew }: Event): Date =>
  deviceAt === null
    ? at
    : new Date(
        estimatedTime(
          { at: deviceAt.getTime(), skew: deviceSkew === null ? null : Number(deviceSkew) },
          at.getTime(),
        ).doneAt,
      )

/** Whoever gave a part of the work the value that it has. */
export const writerOf = ({ events }: Past, part: number): Event | undefined =>
  events.findLast(({ parts }) => parts?.includes(part))

export const minuteOf = ({ who }: Pick<Ctx, 'who'>, at: Date): string =>
  toWireTime(at, who.timeZone).slice(0, 16)

/** Hours are told in whole seconds. */
const secondOf = (at: Date): number => Math.floor(at.getTime() / 1000) * 1000

/** What happened to the order meanwhile, as the table of conflicts names it. */
export function meanwhile(ctx: Ctx, past: Past, act: FieldAct, doneAt: Date): Meanwhile[] {
  const { order, events, withdrawal, openTickets } = past
  const told = (situation: FieldSituation, event: Event | undefined): Meanwhile[] =>
    event ? [{ situation, who: event.actorName, at: minuteOf(ctx, event.at), since: secondOf(event.at) }] : []
  const last = (...actions: string[]) => events.findLast(({ action }) => actions.includes(action))
  const { flowSts, otherSts } = order
  const isInHand = flowSts === 2
  const isStarted = otherSts === otherStatuses.inExecution || otherSts === otherStatuses.returned
  const loss = lossOf(past, ctx.who.userId)
  const isEvidence = act === 'photo' || act === 'signature'
  const countsByTime = !isEvidence && act !== 'start' && act !== 'submit'
  const wasTheirs = countsByTime && holdersAt(past, doneAt).includes(ctx.who.userId)
  // What is evidence only asks whether the work ever began.
  const neverBegan = isEvidence && flowSts <= 2 && last('start') === undefined
  const rejected = last('reject')
  return [
    ...(flowSts === 5 ? told('terminated', last('terminate')) : []),
    ...(flowSts === 4 ? told('closed', last('pass', 'import')) : []),
    ...(flowSts === 3 ? told('submitted', last('submit')) : []),
    ...(loss && (act === 'hours' || !wasTheirs)
      ? told('reassigned', loss).map((each) => ({ ...each, what: order.liablePerson ?? '他人' }))
      : []),
    ...(everHeld(past, ctx.who.userId) ? [] : [{ situation: 'notTheirs' as const }]),
    ...(neverBegan || (!isEvidence && isInHand && !isStarted) ? [{ situation: 'notStarted' as const }] : []),
    ...(isInHand && isStarted ? told('started', last('start')) : []),
    ...(isInHand && rejected && doneAt < rejected.at ? told('returned', rejected) : []),
    ...(withdrawal && (act === 'hours' || act === 'start' || doneAt >= withdrawal.at)
      ? [
          {
            situation: 'ticketWithdrawn' as const,
            what: `票 ${withdrawal.number}`,
            who: withdrawal.by,
            at: minuteOf(ctx, withdrawal.at),
            since: secondOf(withdrawal.at),
          },
        ]
      : []),
    ...(openTickets.length > 0 ? [{ situation: 'ticketOpen' as const, what: openTickets.join('、') }] : []),
  ]
}
