import {
  groupOf,
  isMessageKind,
  type MessageChannel,
  type MessageKind,
} from '@heliodesk/contract/message-kinds.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Job } from '../../kernel/context.ts'
import { enqueue } from '../../kernel/queue.ts'
import { inTenant } from '../../kernel/transaction.ts'
import type { Db } from '../../platform/postgres.ts'
import { channelsFor, dueOf, type Chosen } from './choosing.ts'
import { deliverMessage } from './deliver.ts'
import { waysOf } from './ways.ts'

const payload = z.object({ id: z.coerce.string() })

/** Who is told, with their choices and the ways on which they can be reached. */
type Reader = Chosen & { userId: string; phone: boolean; mail: boolean; push: boolean }

/** The ways on which somebody can be reached, of those that the company has. */
export const reachedBy = (
  enabled: readonly MessageChannel[],
  { phone, mail, push }: Pick<Reader, 'mail' | 'phone' | 'push'>,
): MessageChannel[] =>
  enabled.filter(
    (channel) => (channel !== 'sms' || phone) && (channel !== 'mail' || mail) && (channel !== 'push' || push),
  )

/** What readers chose, and how they can be reached; `u` is their alias. */
export const reader = sql`u.id as "userId", coalesce(c.choices -> 'all', '[]') as choices,
  c.quiet_from as "quietFrom", c.quiet_until as "quietUntil", u.phone is not null as phone,
  exists (select from message_mail e where e.tenant_id = u.tenant_id and e.user_id = u.id and e.confirmed_at is not null)
    as mail,
  exists (select from message_push p where p.tenant_id = u.tenant_id and p.user_id = u.id) as push`

/**
 * Says on which ways a message goes to whom, and when: once, in the transaction that removes the job. Who is told later, as
 * when nobody read it in time, is planned by a further job of the same message.
 */
export const planMessage: Job<z.output<typeof payload>> = {
  kind: 'message',
  payload,
  atOnce: () => 4,
  mostAttempts: 8,
  async run({ tenant, payload: { id }, finish }, { pool }) {
    const plan = await inTenant(pool, tenant, (db) => planOf(db, id))
    await finish(async (db) => {
      if (!plan) return
      if (plan.deliveries.length > 0) await addDeliveries(db, id, plan.deliveries)
      if (plan.escalation && plan.isFirst)
        await enqueue(
          db,
          escalateMessage,
          { id, roleId: plan.escalation.roleId },
          { inMs: plan.escalation.minutes * 60_000 },
        )
    })
  },
}

type Delivery = { user: string; channel: MessageChannel; due: Date; together: boolean }

async function planOf(db: Db, id: string) {
  const { rows } = await sql<{ kind: string; now: Date; zone: string; isFirst: boolean }>`
    select m.kind, now() as now, t.time_zone as zone,
      not exists (select from message_delivery d where d.tenant_id = m.tenant_id and d.message_id = m.id) as "isFirst"
    from message m join tenant t on t.id = m.tenant_id where m.id = ${id}`.execute(db)
  const [found] = rows
  if (!found || !isMessageKind(found.kind)) return null
  const { kind, now, zone, isFirst } = found
  const rule = await db
    .selectFrom('message_rule')
    .select(['channels', 'escalate_minutes as minutes', 'role_id as roleId'])
    .where('topic', '=', groupOf(kind))
    .executeTakeFirst()
  const { channels: locked = [], minutes = null, roleId = null } = rule ?? {}
  const enabled = (await waysOf(db)).filter((way) => way.enabled).map(({ channel }) => channel)
  const readers = enabled.length === 0 ? [] : await readersOf(db, id)
  return {
    deliveries: readers.flatMap((each) => deliveriesTo(kind, each, { enabled, locked, now, zone })),
    escalation: minutes !== null && roleId !== null ? { minutes, roleId } : null,
    isFirst,
  }
}

/** Those who have not read it and for whom nothing is planned yet. */
async function readersOf(db: Db, id: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select ${reader} from message_to t
    join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id and u.status = '1'
    left join message_choice c on c.tenant_id = u.tenant_id and c.user_id = u.id
    where t.message_id = ${id} and t.read_at is null and not exists (
      select from message_delivery d
      where d.tenant_id = t.tenant_id and d.message_id = t.message_id and d.user_id = t.user_id)`.execute(db)
  return rows
}

type Circumstances = {
  enabled: readonly MessageChannel[]
  locked: readonly string[]
  now: Date
  zone: string
}

function deliveriesTo(
  kind: MessageKind,
  each: Reader,
  { enabled, locked, now, zone }: Circumstances,
): Delivery[] {
  const { at, together } = dueOf(kind, each, now, zone)
  return channelsFor(kind, each, locked, reachedBy(enabled, each)).map((channel) => ({
    user: each.userId,
    channel,
    due: at,
    together,
  }))
}

async function addDeliveries(db: Db, id: string, deliveries: readonly Delivery[]): Promise<void> {
  await sql`
    with added as (
      insert into message_delivery (message_id, user_id, channel, due_at, together)
      select ${id}::bigint, d."user", d.channel, d.due, d.together
      from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
        as d ("user" bigint, channel text, due timestamptz, together boolean)
      on conflict do nothing returning *
    )
    select app.enqueue_job(${deliverMessage.kind},
      jsonb_build_object('message', a.message_id::text, 'user', a.user_id::text, 'channel', a.channel),
      case when a.together then concat_ws(' ', a.user_id, a.channel, extract(epoch from a.due_at)::bigint) end,
      a.due_at, app.tenant_id())
    from added a`.execute(db)
}

const escalation = z.object({ id: z.string(), roleId: z.string() })

/** Tells what nobody read in time to the people of a role. */
const escalateMessage: Job<z.output<typeof escalation>> = {
  kind: 'message escalation',
  payload: escalation,
  atOnce: () => 2,
  async run({ payload: { id, roleId }, finish }) {
    await finish(async (db) => {
      const { rows } = await sql<{ told: boolean | null }>`
        select app.escalate_message(${id}::bigint, ${roleId}::bigint) as told`.execute(db)
      if (rows[0]?.told) await enqueue(db, planMessage, { id })
    })
  },
}

export const messageJobs = [planMessage, escalateMessage, deliverMessage] as const
