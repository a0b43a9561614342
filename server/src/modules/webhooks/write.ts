import { randomBytes } from 'node:crypto'
import {
  oldSecretHours,
  TEST_EVENT,
  type WebhookKind,
  type webhookCalls,
} from '@heliodesk/contract/webhooks.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler, type Who } from '../../kernel/context.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { enqueue } from '../../kernel/queue.ts'
import { missingRight, requireRights } from '../../kernel/rights.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { ownDepartments } from '../departments/index.ts'
import { blockListOf, requireReachable } from './address.ts'
import { deliverWebhook, dropGivenUp, numberOf } from './deliver.ts'
import { one } from '../../platform/certain.ts'
import { hooksInReach, uuidOf } from './rows.ts'
import { openedOf, sealedOf, type Opening } from './secrets.ts'

type Calls = typeof webhookCalls

const newSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

type Given = {
  departmentIds: string[]
  psIds: string[]
}

/** Nobody lets others hear of more than they see themself. */
async function requireOwnPlaces(ctx: Ctx, { departmentIds, psIds }: Given): Promise<void> {
  if (departmentIds.length + psIds.length === 0) {
    if (ctx.who.hasAllData) return
    throw new DomainError('webhook.everywhere', '请选择部门或电站：您不能推送全公司的数据')
  }
  const { rows } = await sql<{ found: number }>`
    select (select count(*)::int from department d where d.id = any(${departmentIds}::bigint[]) and ${ownDepartments(ctx.who, 'd.org_code')})
      + (select count(*)::int from station s where s.id = any(${psIds}::bigint[]) and ${visibleStations(ctx.who, 's')}) as found`.execute(
    ctx.db,
  )
  if (rows[0]?.found !== new Set(departmentIds).size + new Set(psIds).size) throw notFound()
}

const columnsOf = (
  input: Given & { name: string; events: string[]; withPhones: boolean; withFees: boolean },
) => ({
  name: input.name,
  events: [...new Set(input.events)],
  department_ids: [...new Set(input.departmentIds)],
  station_ids: [...new Set(input.psIds)],
  with_phones: input.withPhones,
  with_fees: input.withFees,
})

async function lockHook(ctx: Ctx, id: string, version?: number) {
  const { rows } = await sql<{ kind: WebhookKind; secret: string; version: number }>`
    select h.kind, h.secret, h.version from webhook h where h.id = ${id} and ${hooksInReach(ctx)} for update`.execute(
    ctx.db,
  )
  const [found] = rows
  if (!found) throw notFound()
  if (version !== undefined) requireVersion(found, version, stale('webhook', '推送'))
  return found
}

const own = ({ env, who }: Ctx): Opening => ({ env, tenant: who.tenantId })

/** Its secrets are sealed for the row that has it. */
async function nextId({ db }: Ctx): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select coalesce(nextval(pg_get_serial_sequence('webhook', 'id')), 0) as id`.execute(db)
  return one(rows).id
}

const allowed = ({ env }: Ctx) => blockListOf(env.WEBHOOK_PRIVATE_NETWORKS)

export const addHook: Handler<Calls['add']> = async (ctx, { kind, address, robotSecret, ...input }) => {
  requireReachable(address, allowed(ctx))
  await requireOwnPlaces(ctx, input)
  const secret = kind === 'https' ? newSecret() : (robotSecret ?? '')
  const id = await nextId(ctx)
  const columns = {
    ...columnsOf(input),
    id,
    kind,
    url: sealedOf(own(ctx), id, 'url', address),
    secret: sealedOf(own(ctx), id, 'secret', secret),
    created_at: ctx.now,
  }
  await ctx.db.insertInto('webhook').values(columns).execute()
  return { id, secret: kind === 'https' ? secret : null }
}

/** Whoever changes it answers for what it is told from then on. */
export const editHook: Handler<Calls['edit']> = async (
  ctx,
  { id, version, address, robotSecret, ...input },
) => {
  const { kind } = await lockHook(ctx, id, version)
  if (address !== undefined) requireReachable(address, allowed(ctx))
  await requireOwnPlaces(ctx, input)
  await updateRow(ctx.db, 'webhook', id, {
    ...columnsOf(input),
    ...(address === undefined ? {} : { url: sealedOf(own(ctx), id, 'url', address) }),
    ...(kind === 'https' || robotSecret === undefined
      ? {}
      : { secret: sealedOf(own(ctx), id, 'secret', robotSecret) }),
    owner_id: ctx.who.userId,
    version: version + 1,
  })
  return {}
}

export const enableHook: Handler<Calls['enable']> = async (ctx, { id, version, enabled }) => {
  await lockHook(ctx, id, version)
  await updateRow(ctx.db, 'webhook', id, { enabled, version: version + 1 })
  return {}
}

export const removeHook: Handler<Calls['remove']> = async (ctx, { id, version }) => {
  await lockHook(ctx, id, version)
  await updateRow(ctx.db, 'webhook', id, {
    removed_at: ctx.now,
    enabled: false,
    secret: '',
    old_secret: null,
    old_secret_until: null,
    version: version + 1,
  })
  return {}
}

export const renewSecret: Handler<Calls['renewSecret']> = async (ctx, { id, version }) => {
  const { kind, secret: old } = await lockHook(ctx, id, version)
  if (kind !== 'https') throw new DomainError('webhook.robot', '机器人的密钥由机器人一方给出，请在编辑中填写')
  const secret = newSecret()
  const before = openedOf(own(ctx), id, 'secret', old)
  await updateRow(ctx.db, 'webhook', id, {
    secret: sealedOf(own(ctx), id, 'secret', secret),
    // What is lost signs nothing any more.
    old_secret: before === null ? null : sealedOf(own(ctx), id, 'old_secret', before),
    old_secret_until: before === null ? null : sql`now() + make_interval(hours => ${oldSecretHours})`,
    version: version + 1,
  })
  return { id, secret }
}

const keyFor = (hook: string, kind: string, object: string) => `${hook} ${kind} ${object}`

export const testHook: Handler<Calls['test']> = async (ctx, { id }) => {
  await lockHook(ctx, id)
  const { rows } = await sql<{ id: string }>`
    insert into webhook_delivery (hook_id, event, object_kind, object_id, object_code, at, actor_id, data)
    values (${id}, ${TEST_EVENT}, 'test', ${id}, '', ${ctx.now}, ${ctx.who.userId},
      ${JSON.stringify({ message: '这是一条测试', actorName: ctx.who.realname })}::jsonb) returning id`.execute(
    ctx.db,
  )
  const delivery = rows[0]?.id ?? ''
  await enqueue(ctx.db, deliverWebhook, { id: delivery }, { key: keyFor(id, 'test', id) })
  return { deliveryNo: numberOf(delivery) }
}

/** Behind what waits for the same object. */
export const resend: Handler<Calls['resend']> = async (ctx, { deliveryNo }) => {
  const id = uuidOf(deliveryNo)
  const { rows } = await sql<{ state: string; hook: string; kind: string; object: string; enabled: boolean }>`
    select w.state, w.hook_id as hook, w.object_kind as kind, w.object_id as object, h.enabled
    from webhook_delivery w join webhook h on h.tenant_id = w.tenant_id and h.id = w.hook_id
    where w.id = ${id}::uuid and ${hooksInReach(ctx)} for update of w`.execute(ctx.db)
  const [found] = rows
  if (!found) throw notFound()
  if (found.state === 'waiting') throw new DomainError('webhook.waiting', '这一条正在等待发送，不用重发')
  if (!found.enabled) throw new DomainError('webhook.disabled', '推送已停用，请先启用')
  await sql`update webhook_delivery set state = 'waiting', fault = null where id = ${id}::uuid`.execute(
    ctx.db,
  )
  await dropGivenUp(ctx.db, id)
  await enqueue(ctx.db, deliverWebhook, { id }, { key: keyFor(found.hook, found.kind, found.object) })
  return {}
}

/** Makes another person answer for what it is told; false if it is not theirs any more. */
export async function handOverHook(
  ctx: Ctx,
  { id, fromId, successor }: { id: string; fromId: string; successor: Who },
): Promise<boolean> {
  await requireRights(ctx, ['api:manage'])
  await lockHook(ctx, id)
  const hook = await ctx.db
    .selectFrom('webhook')
    .select(['owner_id', 'department_ids as departmentIds', 'station_ids as psIds', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  if (hook.owner_id !== fromId) return false
  const theirs = { ...ctx, who: successor }
  if ((await missingRight(theirs, ['api:manage'])) !== null)
    throw new DomainError('webhook.owner', '接收人没有管理接口的权限')
  await requireOwnPlaces(theirs, hook)
  await updateRow(ctx.db, 'webhook', id, { owner_id: successor.userId, version: hook.version + 1 })
  return true
}
