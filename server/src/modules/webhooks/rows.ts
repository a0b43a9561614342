import type { Input } from '@heliodesk/contract/call.ts'
import type { Webhook, WebhookDelivery, WebhookKind, webhookCalls } from '@heliodesk/contract/webhooks.ts'
import { sql, type RawBuilder } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTime, toWireTimeOrNull, withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { ownDepartments } from '../departments/index.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { numberOf } from './deliver.ts'
import { maskedAddress } from './messages.ts'
import { openedOf } from './secrets.ts'

type Calls = typeof webhookCalls

/**
 * Whether the caller may see and change the webhook `h`: all that it is told of is in the caller's data scope. One that
 * is told of everything is for those who see everything.
 */
export const hooksInReach = ({ who }: Ctx): RawBuilder<unknown> => sql`(h.removed_at is null and (
  ${who.hasAllData}::boolean or (h.department_ids <> '{}' or h.station_ids <> '{}')
    and not exists (select from department d where d.id = any(h.department_ids) and not ${ownDepartments(who, 'd.org_code')})
    and not exists (select from station s where s.id = any(h.station_ids) and not ${visibleStations(who, 's')})))`

type HookRow = Omit<
  Webhook,
  'address' | 'lostSecret' | 'createTime' | 'oldSecretUntil' | 'hours' | 'delivered' | 'failed' | 'waiting'
> & {
  kind: WebhookKind
  url: string
  secret: string
  createdAt: Date
  oldUntil: Date | null
  waiting: number
  counts: { hour: number; delivered: number; failed: number }[]
}

const HOURS = 24
const HOUR_MS = 3_600_000

export const listHooks: Handler<Calls['list']> = (ctx) => readHooks(ctx, sql`true`)

export const readHook: Handler<Calls['detail']> = async (ctx, { id }) => {
  const [hook] = await readHooks(ctx, sql`h.id = ${id}`)
  if (!hook) throw notFound()
  return hook
}

async function readHooks(ctx: Ctx, wanted: RawBuilder<unknown>): Promise<Webhook[]> {
  const { rows } = await sql<HookRow>`
    select h.id, h.version, h.name, h.kind, h.url, h.events, h.with_phones as "withPhones", h.with_fees as "withFees",
      h.enabled, h.secret <> '' as "hasSecret", h.secret, case when h.old_secret_until > ${ctx.now} then h.old_secret_until end as "oldUntil",
      u.realname as "ownerName", h.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('id', d.id::text, 'name', d.name) order by d.org_code), '[]')
        from department d where d.id = any(h.department_ids)) as departments,
      (select coalesce(json_agg(json_build_object('id', s.id::text, 'name', s.name) order by s.name_place, s.name), '[]')
        from station s where s.id = any(h.station_ids)) as stations,
      (select count(*)::int from webhook_delivery w
        where w.tenant_id = h.tenant_id and w.hook_id = h.id and w.state = 'waiting') as waiting,
      (select coalesce(json_agg(json_build_object('hour', c.hour, 'delivered', c.delivered, 'failed', c.failed)), '[]')
        from (select floor(extract(epoch from ${ctx.now}::timestamptz - w.at) / 3600)::int as hour,
            count(*) filter (where w.state = 'delivered') as delivered,
            count(*) filter (where w.state = 'failed') as failed
          from webhook_delivery w
          where w.tenant_id = h.tenant_id and w.hook_id = h.id and w.at > ${ctx.now}::timestamptz - interval '24 hours'
          group by 1) c) as counts
    from webhook h join app_user u on u.tenant_id = h.tenant_id and u.id = h.owner_id
    where ${hooksInReach(ctx)} and ${wanted} order by h.id`.execute(ctx.db)
  const own = { env: ctx.env, tenant: ctx.who.tenantId }
  return rows.map(({ url, secret, createdAt, oldUntil, counts, ...hook }) => {
    const address = openedOf(own, hook.id, 'url', url)
    const hours = Array.from({ length: HOURS }, (_none, at) => {
      const back = HOURS - 1 - at
      const found = counts.find(({ hour }) => hour === back)
      const start = new Date(ctx.now.getTime() - back * HOUR_MS)
      return {
        hour: toWireTime(start, ctx.who.timeZone).slice(11, 13),
        delivered: found?.delivered ?? 0,
        failed: found?.failed ?? 0,
      }
    })
    const sum = (name: 'delivered' | 'failed') => hours.reduce((total, each) => total + each[name], 0)
    return {
      ...hook,
      address: address === null ? '' : maskedAddress(hook.kind, address),
      lostSecret: address === null || openedOf(own, hook.id, 'secret', secret) === null,
      createTime: toWireTime(createdAt, ctx.who.timeZone),
      oldSecretUntil: toWireTimeOrNull(oldUntil, ctx.who.timeZone),
      hours,
      delivered: sum('delivered'),
      failed: sum('failed'),
    }
  })
}

type DeliveryRow = Stored<Omit<WebhookDelivery, 'deliveryNo'>, 'time'> & { uuid: string }

const DELIVERY = sql`w.id as uuid, w.hook_id as "hookId", w.event, w.object_code as "objectCode", w.at as time, w.state,
  w.status, w.fault, w.ms, w.attempts`

const shown = ({ uuid, ...row }: DeliveryRow, { who }: Ctx): WebhookDelivery => ({
  ...withWireTimes(row, who.timeZone),
  deliveryNo: numberOf(uuid),
})

export async function listDeliveries(ctx: Ctx, input: Input<Calls['deliveries']>) {
  const { pageNo, pageSize, hookId, state, event, keyword } = input
  const wanted = allOf(
    sql`w.hook_id = ${hookId}`,
    hooksInReach(ctx),
    state && sql`w.state = ${state}`,
    event && sql`w.event = ${event}`,
    mentions(sql`w.event || ' ' || w.object_code`, keyword),
  )
  const from = sql`from webhook_delivery w join webhook h on h.tenant_id = w.tenant_id and h.id = w.hook_id where ${wanted}`
  const { rows } = await sql<DeliveryRow>`
    select ${DELIVERY} ${from} order by w.at desc, w.id limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(
    ctx.db,
  )
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(ctx.db)
  const { deliveryDays: keptDays } = (await readSettings(ctx.db)).system.values
  const page = pagesOf(
    rows.map((row) => shown(row, ctx)),
    counted.rows[0]?.total ?? 0,
    input,
  )
  return { ...page, keptDays }
}

/** The id of a delivery in the database. */
export const uuidOf = (deliveryNo: string): string =>
  deliveryNo.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

type Trial = {
  number: number
  at: Date
  ms: number
  request: string
  status: number | null
  response: string
  fault: string | null
}

export const readDelivery: Handler<Calls['delivery']> = async (ctx, { deliveryNo }) => {
  const id = uuidOf(deliveryNo)
  const { rows } = await sql<DeliveryRow & { body: string | null; triedAt: Date | null }>`
    select ${DELIVERY}, w.body, w.tried_at as "triedAt"
    from webhook_delivery w join webhook h on h.tenant_id = w.tenant_id and h.id = w.hook_id
    where w.id = ${id}::uuid and ${hooksInReach(ctx)}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound()
  const { body, triedAt, ...delivery } = row
  const trials = await trialsOf(ctx, id)
  return {
    ...shown(delivery, ctx),
    body,
    trials,
    since: delivery.state === 'failed' && triedAt ? await whatCameSince(ctx, delivery.hookId, triedAt) : null,
  }
}

/** The attempts at a delivery, the latest first. */
export async function trialsOf({ db, who }: Ctx, id: string) {
  const { rows } = await sql<Trial>`
    select number, at, ms, request, status, response, fault from webhook_attempt
    where delivery_id = ${id}::uuid order by number desc limit 50`.execute(db)
  return rows.map(({ at, ...trial }) => ({ ...trial, time: toWireTime(at, who.timeZone) }))
}

async function whatCameSince(ctx: Ctx, hookId: string, after: Date) {
  const { rows } = await sql<{ delivered: number; failed: number; first: Date | null }>`
    select count(*) filter (where state = 'delivered')::int as delivered,
      count(*) filter (where state = 'failed')::int as failed,
      min(tried_at) filter (where state = 'delivered') as first
    from webhook_delivery where hook_id = ${hookId} and tried_at > ${after}`.execute(ctx.db)
  const [found] = rows
  if (!found) return null
  const { first, ...counts } = found
  return { ...counts, recoveredAt: toWireTimeOrNull(first, ctx.who.timeZone) }
}
