import {
  RELATIONS_AN_ORDER,
  type orderRelationCalls,
  type RelationKind,
} from '@heliodesk/contract/order-relations.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { MissingRight } from '../../kernel/errors.ts'
import { hasRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { present } from '../../platform/certain.ts'
import { requireVisible } from '../work-orders/index.ts'
import { countRelations, missingToChange, readRelations } from './rows.ts'

type Calls = typeof orderRelationCalls

/** The kinds as they are stored: what the first order is to the second. */
type StoredKind = 'before' | 'duplicate' | 'related'

/** `kind` says what the other one is to the order. */
function toStored(orderId: string, kind: RelationKind, otherId: string) {
  const isTurned = kind === 'before' || kind === 'original'
  return isTurned
    ? { order_id: otherId, other_id: orderId, kind: (kind === 'before' ? kind : 'duplicate') as StoredKind }
    : { order_id: orderId, other_id: otherId, kind: (kind === 'after' ? 'before' : kind) as StoredKind }
}

/** Relations are written one after the other, because a circle or a chain is of several. */
async function lockRelations(ctx: Ctx): Promise<void> {
  const missing = await missingToChange(ctx)
  if (missing !== null) throw new MissingRight(missing, ctx.who)
  await sql`select pg_advisory_xact_lock(hashtextextended('order relations ' || app.tenant_id(), 0))`.execute(
    ctx.db,
  )
}

const refuse = (code: string, says: string) =>
  new DomainError(`relation.${code}`, `关联的工单（otherId）：${says}`)

export const addRelation: Handler<Calls['add']> = async (ctx, { orderId, kind, otherId }) => {
  await requireVisible(ctx, orderId)
  await requireVisible(ctx, otherId)
  if (orderId === otherId) throw refuse('self', '不能关联工单自己')
  await lockRelations(ctx)
  const link = toStored(orderId, kind, otherId)
  await requireFree(ctx, link)
  if (link.kind === 'before') await requireNoCircle(ctx, link)
  if (link.kind === 'duplicate') await requireOneOriginal(ctx, link)
  for (const each of [orderId, otherId])
    if ((await countRelations(ctx, each)) >= RELATIONS_AN_ORDER)
      throw refuse('many', `一张工单最多关联 ${RELATIONS_AN_ORDER} 张`)
  const id = await insertRow(ctx.db, 'order_relation', { ...link, added_at: ctx.now })
  return present((await readRelations(ctx, orderId)).find((each) => each.id === id))
}

/**
 * Links an order that came of another one to it, as related, unless they are linked already; both are visible to the
 * caller. An order that is full of relations goes without: what made the other one keeps it anyway.
 */
export async function relate(ctx: Ctx, orderId: string, otherId: string): Promise<void> {
  for (const each of [orderId, otherId]) if ((await countRelations(ctx, each)) >= RELATIONS_AN_ORDER) return
  const link = toStored(orderId, 'related', otherId)
  if (await isLinked(ctx, link)) return
  await insertRow(ctx.db, 'order_relation', { ...link, added_at: ctx.now })
}

type Link = ReturnType<typeof toStored>

const standing = ({ db }: Ctx) => db.selectFrom('order_relation').where('removed_at', 'is', null)

function isLinked(ctx: Ctx, { order_id, other_id }: Link): Promise<boolean> {
  const pair = [order_id, other_id]
  return hasRow(standing(ctx).where('order_id', 'in', pair).where('other_id', 'in', pair))
}

async function requireFree(ctx: Ctx, link: Link): Promise<void> {
  if (await isLinked(ctx, link)) throw refuse('linked', '两张工单已经关联，请先解除')
}

/** No order waits for itself. */
async function requireNoCircle({ db }: Ctx, { order_id, other_id }: Link): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with recursive later (id) as (
      select ${other_id}::bigint
      union
      select r.other_id from later join order_relation r on r.order_id = later.id
      where r.kind = 'before' and r.removed_at is null
    )
    select id from later where id = ${order_id}`.execute(db)
  if (rows.length > 0) throw refuse('circle', '会形成前置、后续的循环')
}

/** Duplicates point to the original, which is none itself. */
async function requireOneOriginal(ctx: Ctx, { order_id, other_id }: Link): Promise<void> {
  const duplicates = standing(ctx).where('kind', '=', 'duplicate')
  if (await hasRow(duplicates.where('order_id', '=', order_id)))
    throw refuse('original', '重复的工单已有原工单，请先解除')
  if (await hasRow(duplicates.where('order_id', '=', other_id)))
    throw refuse('original', '原工单本身是重复工单，请关联它的原工单')
  if (await hasRow(duplicates.where('other_id', '=', order_id)))
    throw refuse('original', '重复的工单是其他工单的原工单，不能再重复于别的工单')
}

export const removeRelation: Handler<Calls['remove']> = async (ctx, { id }) => {
  const find = () =>
    standing(ctx).select(['order_id', 'other_id']).where('id', '=', id).executeTakeFirstOrThrow(notFound)
  const { order_id, other_id } = await find()
  await requireVisible(ctx, order_id)
  await requireVisible(ctx, other_id)
  await lockRelations(ctx)
  // Somebody else may have removed it meanwhile.
  await find()
  await updateRow(ctx.db, 'order_relation', id, { removed_at: ctx.now, removed_by: ctx.who.userId })
  return null
}
