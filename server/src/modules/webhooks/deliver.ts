import type { DataColumn } from '@heliodesk/contract/data-columns.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { mostAttempts, TEST_EVENT, type WebhookKind } from '@heliodesk/contract/webhooks.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import type { Job } from '../../kernel/context.ts'
import { Unwanted } from '../../kernel/queue.ts'
import { reachesOrder } from '../../kernel/scope.ts'
import { inTenant } from '../../kernel/transaction.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import type { Db } from '../../platform/postgres.ts'
import { addressFor, AddressRefused, blockListOf, DeliveryFailed } from './address.ts'
import { bodyOf, messageOf, refusalIn, shownRequest } from './messages.ts'
import { openedOf, SecretLost, type Opening } from './secrets.ts'
import { send, type Sent } from './send.ts'

const payload = z.object({ id: z.uuid() })

/** The delivery id that receivers see. */
export const numberOf = (id: string): string => `evt_${id.replaceAll('-', '')}`

type Parcel = {
  hook_id: string
  kind: WebhookKind
  url: string
  secret: string
  old_secret: string | null
  wanted: boolean
  event: string
  object_kind: string
  object_id: string
  object_code: string
  at: Date
  data: Record<string, unknown>
  body: string | null
  attempts: number
  phone: string | null
  cost: number | null
  zone: string
}

/**
 * Delivers something to a webhook: at least once, always under the same id, and one object's in their order, because
 * those of one webhook and object have one key. What was sent lies with the outcome in the transaction that removes the
 * job; a process that dies before that leaves a repetition, never a gap.
 */
export const deliverWebhook: Job<z.output<typeof payload>> = {
  kind: 'webhook',
  payload,
  atOnce: () => 8,
  mostAttempts,
  // 10 s, then three times as long each time: the eighth attempt is two hours after the first.
  firstWaitMs: 10_000,
  changes: ['webhook'],
  keepsGivenUp: true,
  cutOff: '发送多次中断',
  isFinal: (error) => error instanceof AddressRefused || error instanceof SecretLost,
  async run({ tenant, payload: { id }, finish }, { pool, env, clock, signal }) {
    const parcel = await inTenant(pool, tenant, (db) => prepare(db, id, env))
    if (!parcel.wanted) {
      await finish((db) => note(db, id, { state: 'dropped', fault: '推送已停用或删除' }))
      return
    }
    const at = clock.now()
    const { kind, event, body } = parcel
    const { url, secret, oldSecret } = openedSecrets(parcel, { env, tenant })
    const address = await addressFor(url, blockListOf(env.WEBHOOK_PRIVATE_NETWORKS))
    const deliveryNo = numberOf(id)
    const message = messageOf({ kind, url, event, deliveryNo, body, at, secret, oldSecret })
    const sent = await send(message, address, { signal })
    const refusal = sent.status === null ? sent.fault : refusalIn(kind, sent.status, sent.body)
    const outcome = { ...sent, at, request: shownRequest(kind, message), fault: refusal }
    if (refusal !== null) throw new AttemptFailed(refusal, outcome)
    await finish((db) => noteAttempt(db, id, 'delivered', outcome))
  },
  async failed(db, { payload: { id } }, { error, message, isFinal }, { clock }) {
    const state = isFinal ? 'failed' : 'waiting'
    if (error instanceof AttemptFailed) await noteAttempt(db, id, state, error.outcome)
    else await noteAttempt(db, id, state, { ...NOT_SENT, at: clock.now(), fault: message })
  },
}

/** An old secret that is lost signs no more; without the others nothing is sent. */
function openedSecrets({ hook_id: id, ...parcel }: Parcel, own: Opening) {
  const url = openedOf(own, id, 'url', parcel.url)
  const secret = openedOf(own, id, 'secret', parcel.secret)
  if (url === null || secret === null) throw new SecretLost()
  const oldSecret = parcel.old_secret === null ? null : openedOf(own, id, 'old_secret', parcel.old_secret)
  return { url, secret, oldSecret }
}

type Outcome = Sent & { at: Date; request: string }

const NOT_SENT = { status: null, response: '', body: '', ms: 0, request: '' }

/** The receiver was asked, and did not take it. */
class AttemptFailed extends DeliveryFailed {
  readonly outcome: Outcome
  constructor(message: string, outcome: Outcome) {
    super(message)
    this.outcome = outcome
  }
}

/** Nobody lets others hear of an order that they do not see any more, by their place or by a data role. */
const ownerSees = sql`(d.object_kind <> 'order' or exists (
  select from work_order o join app_user u on u.tenant_id = o.tenant_id and u.id = h.owner_id
    join department p on p.tenant_id = u.tenant_id and p.id = u.department_id
  where o.tenant_id = d.tenant_id and o.id = d.object_id and ${reachesOrder('u', 'p', 'o')}))`

const ownerSeesColumn = (column: DataColumn) =>
  sql`(app.narrowing_of(h.tenant_id, h.owner_id) -> 'columns' -> ${column}::text is null)`

/** Reads a delivery; its body is made once, of what the owner of the webhook may see then. */
async function prepare(db: Db, id: string, env: Env): Promise<Parcel & { body: string }> {
  const { rows } = await sql<Parcel>`
    select d.hook_id, h.kind, h.url, h.secret, case when h.old_secret_until > now() then h.old_secret end as old_secret,
      h.removed_at is null and (h.enabled or d.event = ${TEST_EVENT}) and ${ownerSees} as wanted, d.event, d.object_kind, d.object_id, d.object_code, d.at,
      d.data, d.body, d.attempts, t.time_zone as zone,
      case when h.with_phones and app.is_granted(h.owner_id, 'user:personal') and ${ownerSeesColumn('phone')} and d.object_kind = 'order' then
        (select u.phone from work_order o join app_user u on u.tenant_id = o.tenant_id and u.id = o.liable_user_id
          where o.id = d.object_id) end as phone,
      case when h.with_fees and app.is_granted(h.owner_id, 'cleaning:view') and ${ownerSeesColumn('cost')} and d.object_kind = 'order' then
        (select sum(c.cost)::float8 from cleaning c where c.order_id = d.object_id) end as cost
    from webhook_delivery d join webhook h on h.tenant_id = d.tenant_id and h.id = d.hook_id
      join tenant t on t.id = d.tenant_id
    where d.id = ${id}::uuid`.execute(db)
  const [parcel] = rows
  if (!parcel) throw new Unwanted()
  if (parcel.body !== null) return { ...parcel, body: parcel.body }
  const body = bodyOf(parcel.kind, toldOf(parcel, id, env))
  await sql`update webhook_delivery set body = ${body} where id = ${id}::uuid`.execute(db)
  return { ...parcel, body }
}

function toldOf(parcel: Parcel, id: string, { PUBLIC_URL }: Env) {
  const {
    event,
    object_kind: kind,
    object_id: objectId,
    object_code: code,
    at,
    zone,
    data,
    phone,
    cost,
  } = parcel
  const page = pageOf(kind, objectId)
  return {
    id: numberOf(id),
    event,
    time: toWireTime(at, zone),
    object: { kind, id: objectId, code },
    link: PUBLIC_URL && page ? `${PUBLIC_URL}${page}` : null,
    data: {
      ...Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, wireValue(name, value, zone)]),
      ),
      ...(phone === null ? {} : { liablePhone: phone }),
      ...(cost === null ? {} : { cleaningCost: cost }),
    },
  }
}

/** Instants of the database are wall-clock times on the wire. */
const wireValue = (name: string, value: unknown, zone: string): unknown =>
  name.endsWith('Time') && typeof value === 'string' ? toWireTime(new Date(value), zone) : value

function pageOf(kind: string, objectId: string): string | null {
  if (kind === 'order') return paths.orders.href({ order: objectId })
  if (kind === 'ticket') return paths.tickets.href({ ticket: objectId })
  return kind === 'approval' ? paths.ownFlows.href() : null
}

type State = 'delivered' | 'dropped' | 'failed' | 'waiting'

async function note(db: Db, id: string, { state, fault }: { state: State; fault: string }): Promise<void> {
  await sql`
    update webhook_delivery set state = ${state}, fault = ${fault}, tried_at = now() where id = ${id}::uuid`.execute(
    db,
  )
}

async function noteAttempt(db: Db, id: string, state: State, outcome: Outcome): Promise<void> {
  const { at, ms, request, status, response, fault } = outcome
  await sql`
    with delivery as (
      update webhook_delivery set state = ${state}, attempts = attempts + 1, status = ${status}::int, ms = ${ms}::int,
        fault = ${fault}::text, tried_at = ${at}::timestamptz
      where id = ${id}::uuid returning id, attempts
    )
    insert into webhook_attempt (delivery_id, number, at, ms, request, status, response, fault)
    select id, attempts, ${at}::timestamptz, ${ms}::int, ${request}::text, ${status}::int, ${response}::text,
      ${fault}::text from delivery`.execute(db)
}

/** What was given up of a delivery is taken up again by what follows. */
export const dropGivenUp = (db: Db, id: string) =>
  sql`delete from job where tenant = app.tenant_id() and kind = ${deliverWebhook.kind} and given_up_at is not null
    and payload ->> 'id' = ${id}`.execute(db)
