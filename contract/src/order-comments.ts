import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, named, nothing, requiredText, text, time, version } from './fields.ts'

const { command, query } = callsOf('comment')

export const COMMENT_LENGTH = 1000
/** A list of all of them is read at once. */
export const COMMENTS_AN_ORDER = 500
export const MENTIONS_A_COMMENT = 20

/** How long its author may change or delete a comment, in minutes (a setting of the company). */
export const usualCommentMinutes = 15

const person = z.object({ id: z.string(), name: z.string() })

const comment = z
  .object({
    id: z.string(),
    version: z.int(),
    orderId: z.string(),
    authorId: z.string(),
    authorName: z.string(),
    /** Empty once it is deleted. */
    text: z.string(),
    addTime: time,
    editedTime: time.nullable(),
    isDeleted: z.boolean(),
    /** Whom it mentions, each as the text does after `@`. */
    mentions: z.array(person),
    /** What it answers, as that stands now; the beginning of its text. */
    quoted: z
      .object({ id: z.string(), authorName: z.string(), text: z.string(), isDeleted: z.boolean() })
      .nullable(),
    /** Until when the caller may change it; null if they may not. */
    changeUntil: time.nullable(),
    /** It mentions the caller, who has not seen it yet. */
    isUnseen: z.boolean(),
  })
  .meta({ id: 'OrderComment' })

const orderId = named('工单', id)
const said = named('评论', requiredText(COMMENT_LENGTH))
const mentions = named(
  '提到的人',
  z.array(id).max(MENTIONS_A_COMMENT, `最多提到 ${MENTIONS_A_COMMENT} 人`).default([]),
)

/** Who sees an order may speak about it. */
const access = { perm: 'order:list' } as const

export const orderCommentCalls = {
  /** The latest comments of an order, the oldest of them first. */
  list: query({
    kept: true,
    title: '工单评论',
    entities: ['comment', 'setting'],
    path: '/ops/order/comment/list',
    access,
    input: z.object({
      orderId,
      size: named('条数', z.int().min(1, '应为正数').max(COMMENTS_AN_ORDER).default(30)),
    }),
    output: z.object({
      total: z.int(),
      rows: z.array(comment),
      changeMinutes: z.int(),
      mayReadHistory: z.boolean(),
    }),
  }),
  /** Whom a comment may mention: who sees the order, found by name, pinyin or department. */
  people: query({
    title: '评论可提到的人',
    entities: ['order', 'user', 'department', 'role'],
    path: '/ops/order/comment/people',
    access,
    input: z.object({ orderId, keyword: named('姓名', text(32).default('')) }),
    output: z.array(z.object({ id: z.string(), realname: z.string(), departName: z.string() })),
  }),
  add: command({
    title: '发表评论',
    path: '/ops/order/comment/add',
    access,
    input: z.object({ orderId, text: said, mentions, quotedId: named('引用的评论', id.optional()) }),
    output: comment,
  }),
  edit: command({
    title: '修改评论',
    path: '/ops/order/comment/edit',
    access,
    input: z.object({ id: named('评论', id), version, text: said, mentions }),
    output: comment,
  }),
  remove: command({
    title: '删除评论',
    path: '/ops/order/comment/delete',
    access,
    input: z.object({ id: named('评论', id), version }),
    output: z.null(),
  }),
  /** What a comment said before it was changed or deleted, the latest first. */
  history: query({
    title: '评论的修改记录',
    path: '/ops/order/comment/history',
    access: { perm: 'comment:history' },
    besides: { 工单: ['order:list'] },
    input: z.object({ id: named('评论', id) }),
    output: z.array(
      z.object({
        id: z.string(),
        time,
        action: z.enum(['edit', 'delete']),
        actorName: z.string(),
        text: z.string(),
      }),
    ),
  }),
  /** The comments that mention the caller, unseen ones first, then the latest. */
  mentions: query({
    title: '提到我的评论',
    entities: ['comment', 'order'],
    path: '/ops/order/comment/mentions',
    access,
    input: z.object({ size: named('条数', z.int().min(1, '应为正数').max(100, '最多 100 条').default(5)) }),
    output: z.object({
      total: z.int(),
      unseen: z.int(),
      rows: z.array(
        z.object({
          id: z.string(),
          orderId: z.string(),
          workCode: z.string(),
          taskDescription: z.string(),
          psName: z.string(),
          authorName: z.string(),
          addTime: time,
          text: z.string(),
          isUnseen: z.boolean(),
        }),
      ),
    }),
  }),
  /** The caller has seen what mentions them: in an order, or everywhere. */
  seen: command({
    title: '提到我的标为已读',
    path: '/ops/order/comment/seen',
    access,
    input: z.object({ orderId: named('工单', id.optional()) }),
    output: nothing,
  }),
}
