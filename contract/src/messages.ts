import { z } from 'zod'
import { callsOf } from './call.ts'
import { businessPage, businessPageOf, flag, id, joinedIds, keyOf, named, nothing, text } from './fields.ts'
import { messageChannels, pdcaLabels } from './message-kinds.ts'

const { command, query } = callsOf('message')

export const messageStates = { all: '全部', unread: '未读' } as const
export type MessageState = keyof typeof messageStates

/** How long messages are kept, in days. */
export const MESSAGE_DAYS = 180

const label = keyOf(pdcaLabels)

export const message = z.object({
  id,
  kind: z.string(),
  label,
  title: z.string(),
  note: z.string(),
  /** What it is about. */
  about: z.object({ kind: z.string(), id: id.nullable(), code: z.string() }),
  psName: z.string(),
  time: z.string(),
  isRead: z.boolean(),
  isUrgent: z.boolean(),
  /** The page on which what it asks for is done, and the word for that. */
  link: z.string().nullable(),
  openWord: z.string(),
  /** The step that can be decided in the list, as long as nobody has. */
  step: z.object({ processInstanceId: id, taskId: z.int() }).nullable(),
  /** What the reader may do about the order that it is about, in the list. */
  act: z.enum(['assign', 'urge']).nullable(),
  /** What became of what it asks for, and by whom. */
  done: z.object({ name: z.string(), time: z.string(), outcome: z.string(), isOwn: z.boolean() }).nullable(),
})
export type Message = z.output<typeof message>

const delivery = z.object({
  channel: keyOf(messageChannels),
  state: z.enum(['waiting', 'sent', 'failed']),
  time: z.string(),
  fault: z.string(),
})

export const messageCalls = {
  list: query({
    title: '消息列表',
    path: '/mc/msg/list',
    access: 'signedIn',
    kept: true,
    input: z.object({
      state: named('状态', keyOf(messageStates).default('all')),
      label: named('PDCA 标签', label.optional()),
      psId: named('电站', id.optional()),
      /** What waits for something to be done comes first. */
      acting: flag('待办在前'),
      keyword: named('关键词', text(64).default('')),
      ...businessPage,
    }),
    output: businessPageOf(message),
  }),
  detail: query({
    title: '消息详情',
    path: '/mc/msg/detail',
    access: 'signedIn',
    input: z.object({ id: named('消息', id) }),
    output: z.object({
      message,
      actorName: z.string(),
      /** Who else was told, and how. */
      people: z.array(
        z.object({
          name: z.string(),
          departName: z.string(),
          isOwn: z.boolean(),
          readTime: z.string().nullable(),
          deliveries: z.array(delivery),
        }),
      ),
    }),
  }),
  /** The labels with the numbers of messages. */
  labels: query({
    title: '消息的 PDCA 标签',
    path: '/mc/msg/getPdcaMsgLabel',
    access: 'signedIn',
    input: nothing,
    output: z.array(z.object({ label, name: z.string(), unread: z.int(), total: z.int() })),
  }),
  /** The stations that the caller's messages are about. */
  stations: query({
    title: '消息的电站',
    path: '/mc/msg/stations',
    access: 'signedIn',
    input: nothing,
    output: z.array(z.object({ psId: id, psName: z.string() })),
  }),
  read: command({
    title: '阅读消息',
    path: '/mc/msg/readMsg',
    access: 'signedIn',
    input: z.object({ id: named('消息', id) }),
    output: nothing,
  }),
  /** Several, or with `all` those of a label or all. Answers how many were unread, and the mark that undoes it. */
  readBatch: command({
    title: '批量阅读消息',
    path: '/mc/msg/readBatch',
    access: 'signedIn',
    input: z
      .object({
        ids: named('消息', joinedIds.optional()),
        all: flag('全部'),
        label: named('PDCA 标签', label.optional()),
      })
      .refine(({ ids, all }) => all === '1' || (ids && ids.length > 0), {
        path: ['ids'],
        message: '请选择消息',
      }),
    output: z.object({ count: z.int(), mark: z.string() }),
  }),
  /** Reminds those who carry out an order that is late, once per some minutes (`businessSettings.urgeMinutes`). */
  urge: command({
    title: '催办超期工单',
    path: '/mc/msg/urge',
    access: { perm: 'order:assign' },
    input: z.object({ id: named('消息', id) }),
    output: message,
  }),
  /** Takes a batch back: what was read with this mark is unread again. */
  undoRead: command({
    title: '撤销批量阅读',
    path: '/mc/msg/undoRead',
    access: 'signedIn',
    input: z.object({ mark: named('撤销标记', z.string().regex(/^\d{10,16}$/, '不是有效的撤销标记')) }),
    output: z.object({ count: z.int() }),
  }),
}
