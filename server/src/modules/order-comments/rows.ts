import type { Output } from '@heliodesk/contract/call.ts'
import type { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { sql, type RawBuilder } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { countOf } from '../../kernel/paging.ts'
import { missingRight, requireRights } from '../../kernel/rights.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTime, withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { requireVisible } from '../work-orders/index.ts'

type Calls = typeof orderCommentCalls
type Row = Output<Calls['add']>

const MINUTE_MS = 60_000
/** Of the text that a comment answers. */
const EXCERPT = 80

export const changeMinutesOf = async ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  (await readSettings(db)).business.values.commentMinutes

/** Until when its author may change a comment. */
export const lastChangeOf = (addedAt: Date, minutes: number): Date =>
  new Date(addedAt.getTime() + minutes * MINUTE_MS)

/** The latest of these comments, the oldest of them first. */
async function readRows(
  ctx: Ctx,
  wanted: RawBuilder<unknown>,
  size: number,
  minutes: number,
): Promise<Row[]> {
  const { rows } = await sql<Stored<Omit<Row, 'changeUntil'>, 'addTime' | 'editedTime'>>`
    select c.id, c.version, c.order_id as "orderId", c.author_id as "authorId", c.author_name as "authorName", c.text,
      c.added_at as "addTime", c.edited_at as "editedTime", c.deleted_at is not null as "isDeleted",
      (select coalesce(json_agg(json_build_object('id', m.user_id::text, 'name', m.name) order by m.user_id), '[]')
        from order_comment_mention m where m.tenant_id = c.tenant_id and m.comment_id = c.id) as mentions,
      (select json_build_object('id', q.id::text, 'authorName', q.author_name,
          'text', left(q.text, ${sql.lit(EXCERPT)}), 'isDeleted', q.deleted_at is not null)
        from order_comment q where q.tenant_id = c.tenant_id and q.id = c.quoted_id) as quoted,
      exists (select from order_comment_mention m where m.tenant_id = c.tenant_id and m.comment_id = c.id
        and m.user_id = ${ctx.who.userId} and m.seen_at is null) as "isUnseen"
    from order_comment c where ${wanted} order by c.id desc limit ${size}`.execute(ctx.db)
  return rows.toReversed().map((row) => {
    const until = lastChangeOf(row.addTime, minutes)
    const mayChange = row.authorId === ctx.who.userId && !row.isDeleted && ctx.now < until
    return {
      ...withWireTimes(row, ctx.who.timeZone),
      changeUntil: mayChange ? toWireTime(until, ctx.who.timeZone) : null,
    }
  })
}

export async function readComment(ctx: Ctx, id: string): Promise<Row> {
  return one(await readRows(ctx, sql`c.id = ${id}`, 1, await changeMinutesOf(ctx)))
}

export const listComments: Handler<Calls['list']> = async (ctx, { orderId, size }) => {
  await requireVisible(ctx, orderId)
  const changeMinutes = await changeMinutesOf(ctx)
  return {
    total: await countOf(ctx.db.selectFrom('order_comment').select('id').where('order_id', '=', orderId)),
    rows: await readRows(ctx, sql`c.order_id = ${orderId}`, size, changeMinutes),
    changeMinutes,
    mayReadHistory: (await missingRight(ctx, ['comment:history'])) === null,
  }
}

export const listHistory: Handler<Calls['history']> = async (ctx, { id }) => {
  await requireRights(ctx, ['order:list'])
  await requireVisibleComment(ctx, id)
  const rows = await ctx.db
    .selectFrom('order_comment_event')
    .select(['id', 'at as time', 'action', 'actor_name as actorName', 'text'])
    .where('comment_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...withWireTimes(row, ctx.who.timeZone),
    action: row.action as 'edit' | 'delete',
  }))
}

/** An unknown comment and one of an order that the caller does not see are refused alike. */
const requireVisibleComment = ({ db, who }: Ctx, id: string) =>
  db
    .selectFrom('order_comment as c')
    .innerJoin('work_order as o', onKey('o.id', 'c.order_id'))
    .select('c.id')
    .where('c.id', '=', id)
    .where(visibleOrders(who, 'o'))
    .executeTakeFirstOrThrow(notFound)
