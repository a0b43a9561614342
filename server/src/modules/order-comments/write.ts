import {
  COMMENT_LENGTH,
  COMMENTS_AN_ORDER,
  type orderCommentCalls,
} from '@heliodesk/contract/order-comments.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { hasRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { countOf } from '../../kernel/paging.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onKey } from '../../platform/on-key.ts'
import { readVisible } from '../work-orders/index.ts'
import { holdersOf, mastersOf, mentionedIn, type Mentioned } from './people.ts'
import { changeMinutesOf, lastChangeOf, readComment } from './rows.ts'

type Calls = typeof orderCommentCalls

export const addComment: Handler<Calls['add']> = async (ctx, { orderId, text, mentions, quotedId }) => {
  // Locked, so that together people do not exceed the limit.
  await readVisible(ctx, orderId, true)
  const ofOrder = ctx.db.selectFrom('order_comment').select('id').where('order_id', '=', orderId)
  if ((await countOf(ofOrder)) >= COMMENTS_AN_ORDER)
    throw new DomainError('comment.many', `一张工单最多 ${COMMENTS_AN_ORDER} 条评论`)
  if (quotedId !== undefined && !(await hasRow(ofOrder.clearSelect().where('id', '=', quotedId))))
    throw new DomainError('comment.quoted', '引用的评论（quotedId）：不是本工单的评论')
  const people = await mentionedIn(ctx, { orderId, text, mentions })
  const id = await insertRow(ctx.db, 'order_comment', {
    order_id: orderId,
    author_name: ctx.who.realname,
    text,
    quoted_id: quotedId ?? null,
    added_at: ctx.now,
  })
  await addMentions(ctx, id, people)
  return readComment(ctx, id)
}

/** Tells the readers of a locked order who hold a permission, in the name of the caller, whose act it is about. */
export async function mentionHolders(
  ctx: Ctx,
  orderId: string,
  text: string,
  right: PermissionCode,
): Promise<void> {
  await mention(ctx, orderId, text, await holdersOf(ctx, orderId, right))
}

/** Tells the masters of a locked order's station, in the name of the caller, who need not see the order any more. */
export const mentionMasters = async (ctx: Ctx, orderId: string, text: string): Promise<void> =>
  mention(ctx, orderId, text, await mastersOf(ctx, orderId))

async function mention(ctx: Ctx, orderId: string, text: string, people: readonly Mentioned[]): Promise<void> {
  if (people.length === 0) return
  const id = await insertRow(ctx.db, 'order_comment', {
    order_id: orderId,
    author_name: ctx.who.realname,
    text: [text, ...people.map(({ name }) => `@${name}`)].join(' ').slice(0, COMMENT_LENGTH),
    added_at: ctx.now,
  })
  await addMentions(ctx, id, people)
}

export const editComment: Handler<Calls['edit']> = async (ctx, { id, version, text, mentions }) => {
  const comment = await lockOwn(ctx, id, version)
  const people = await mentionedIn(ctx, { orderId: comment.order_id, text, mentions })
  if (text !== comment.text) {
    await keepFormer(ctx, comment, 'edit')
    await updateRow(ctx.db, 'order_comment', id, { text, edited_at: ctx.now, version: version + 1 })
  }
  const named = people.map((person) => person.id)
  await ctx.db
    .deleteFrom('order_comment_mention')
    .where('comment_id', '=', id)
    .$if(named.length > 0, (others) => others.where('user_id', 'not in', named))
    .execute()
  await addMentions(ctx, id, people)
  return readComment(ctx, id)
}

export const removeComment: Handler<Calls['remove']> = async (ctx, { id, version }) => {
  const comment = await lockOwn(ctx, id, version)
  await keepFormer(ctx, comment, 'delete')
  await updateRow(ctx.db, 'order_comment', id, { text: '', deleted_at: ctx.now, version: version + 1 })
  await ctx.db.deleteFrom('order_comment_mention').where('comment_id', '=', id).execute()
  return null
}

type Locked = Awaited<ReturnType<typeof lockOwn>>

/** Locks a comment that its author may still change. */
async function lockOwn(ctx: Ctx, id: string, version: number) {
  const comment = await ctx.db
    .selectFrom('order_comment as c')
    .innerJoin('work_order as o', onKey('o.id', 'c.order_id'))
    .select(['c.id', 'c.order_id', 'c.author_id', 'c.text', 'c.added_at', 'c.deleted_at', 'c.version'])
    .where('c.id', '=', id)
    .where(visibleOrders(ctx.who, 'o'))
    .forUpdate('c')
    .executeTakeFirstOrThrow(notFound)
  requireVersion(comment, version, stale('comment', '评论'))
  if (comment.author_id !== ctx.who.userId)
    throw new DomainError('comment.not_author', '只有发表人可以修改或删除评论')
  if (comment.deleted_at) throw new DomainError('comment.deleted', '评论已删除')
  const minutes = await changeMinutesOf(ctx)
  if (ctx.now >= lastChangeOf(comment.added_at, minutes))
    throw new DomainError('comment.late', `发表超过 ${minutes} 分钟，不能再修改或删除`)
  return comment
}

const keepFormer = ({ db, now, who }: Ctx, { id, text }: Locked, action: 'edit' | 'delete') =>
  insertRow(db, 'order_comment_event', { comment_id: id, at: now, actor_name: who.realname, action, text })

/** Whoever is mentioned still has seen it already. */
async function addMentions({ db }: Ctx, commentId: string, people: readonly Mentioned[]): Promise<void> {
  if (people.length === 0) return
  await db
    .insertInto('order_comment_mention')
    .values(people.map(({ id, name }) => ({ comment_id: commentId, user_id: id, name })))
    .onConflict((taken) =>
      taken.columns(['tenant_id', 'comment_id', 'user_id']).doUpdateSet({ name: sql`excluded.name` }),
    )
    .execute()
}
