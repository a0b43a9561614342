import { z } from 'zod'
import { callsOf } from './call.ts'
import { ofColumn } from './data-columns.ts'
import { id, keyOf, named, nothing, requiredText, sysPage, sysPageOf, text } from './fields.ts'
import { filePath, storedFile, tooManyFiles } from './stored-file.ts'

const { command, query } = callsOf('inquiry')

/** The mailbox it was sent to: 问题反馈 or 总经理信箱. */
export const inquiryBox = z.enum(['feedback', 'mail'])
export type InquiryBox = z.output<typeof inquiryBox>

export const inquiryKinds = {
  suggestion: '功能建议',
  usage: '使用问题',
  data: '数据错误',
  other: '其他',
} as const
export type InquiryKind = keyof typeof inquiryKinds
const inquiryKind = keyOf(inquiryKinds)

export const inquiryStates = {
  waiting: '待处理',
  processing: '处理中',
  answered: '已回复',
  closed: '已关闭',
} as const
export type InquiryState = keyof typeof inquiryStates
const inquiryState = keyOf(inquiryStates)

export type InquiryAction = 'answer' | 'add' | 'process' | 'close'

/** The states in which an action is allowed and the state it leads to; `add` is a further message of the sender. */
export const inquiryActions = {
  answer: { title: '回复', from: ['waiting', 'processing', 'answered'], to: 'answered' },
  add: { title: '补充', from: ['waiting', 'processing', 'answered'], to: 'waiting' },
  process: { title: '开始处理', from: ['waiting'], to: 'processing' },
  close: { title: '关闭', from: ['waiting', 'processing', 'answered'], to: 'closed' },
} as const satisfies Record<InquiryAction, { title: string; from: readonly InquiryState[]; to: InquiryState }>

/** Why the state does not allow the action, as a Chinese sentence; null if it does. */
export function inquiryRefusal(action: InquiryAction, state: InquiryState): string | null {
  const { title, from } = inquiryActions[action]
  return (from as readonly InquiryState[]).includes(state)
    ? null
    : `当前状态为${inquiryStates[state]}，不能${title}`
}

/** The maximum of files per message. */
export const INQUIRY_FILES = 5

const content = named('内容', requiredText(1000))
const files = named('附件', z.array(filePath).max(INQUIRY_FILES, tooManyFiles(INQUIRY_FILES)).default([]))
const phone = named(
  '联系电话',
  z
    .string()
    .trim()
    .regex(/^(|\+?\d{5,15}|\d{3,4}-\d{7,8}(-\d{1,6})?)$/, '请输入正确的手机号或座机号')
    .default(''),
)
/** The version that the writer saw; the call is refused if another message arrived since. */
const seenVersion = named('版本', z.coerce.number().int().min(1))

const row = z.object({
  id: z.string(),
  box: inquiryBox,
  /** Only for feedback. */
  kind: inquiryKind.nullable(),
  /** Only for letters. */
  title: z.string().nullable(),
  content: z.string(),
  state: inquiryState,
  senderName: z.string(),
  /** The current user sent it. */
  own: z.boolean(),
  createTime: z.string(),
  updateTime: z.string(),
  /** The number of further messages from both sides. */
  replyCount: z.int(),
  fileCount: z.int(),
  /** The other side has written something that the current user has not seen. */
  unread: z.boolean(),
  version: z.int(),
})

const message = z.object({
  id: z.string(),
  authorName: z.string(),
  /** Written by the office, else by the sender. */
  fromOffice: z.boolean(),
  own: z.boolean(),
  content: z.string(),
  time: z.string(),
  files: z.array(storedFile),
})

const detail = row
  .extend({
    phone: ofColumn('phone', z.string()),
    files: z.array(storedFile),
    /** Oldest first. */
    messages: z.array(message),
    /** The current user belongs to the office that answers this inquiry. */
    office: z.boolean(),
  })
  .meta({ id: 'Inquiry' })

/** A command about one inquiry as its sender saw it. */
const step = <O extends z.ZodType>(title: string, name: string, output: O) =>
  command({
    title,
    path: `PUT /sys/inquiry/${name}`,
    access: 'signedIn',
    input: z.object({ id: named('编号', id), version: seenVersion }),
    output,
  })

export const inquiryCalls = {
  addFeedback: command({
    title: '提交问题反馈',
    path: '/sys/tickling/add',
    access: 'signedIn',
    input: z.object({ kind: named('类型', inquiryKind), content, files, phone }),
    output: detail,
  }),
  addLetter: command({
    title: '给总经理写信',
    path: '/sys/mail/add',
    access: { perm: 'mail:write' },
    input: z.object({ title: named('标题', requiredText(50)), content, files, phone }),
    output: detail,
  }),
  /** What the current user can do in the two boxes. */
  boxes: query({
    title: '反馈与信箱概况',
    path: 'GET /sys/inquiry/boxes',
    access: 'signedIn',
    input: nothing,
    output: z.object({
      /** The company has enabled the manager's mailbox. */
      mailbox: z.boolean(),
      /** The boxes whose inquiries the current user answers. */
      offices: z.array(inquiryBox),
      /** Unseen answers to the current user and, for offices, inquiries that wait for an answer. */
      unread: z.object({ feedback: z.int(), mail: z.int() }),
    }),
  }),
  list: query({
    title: '反馈与信件列表',
    path: 'GET /sys/inquiry/list',
    access: 'signedIn',
    input: z.object({
      ...sysPage,
      box: named('信箱', inquiryBox),
      /** `office`: inquiries of others, for those who answer them; `own`: inquiries of the current user. */
      side: named('范围', z.enum(['own', 'office']).default('own')),
      state: named('状态', inquiryState.optional()),
      kind: named('类型', inquiryKind.optional()),
      keyword: named('关键词', text(64).default('')),
    }),
    output: sysPageOf(row),
  }),
  detail: query({
    title: '反馈与信件详情',
    path: 'GET /sys/inquiry/queryById',
    access: 'signedIn',
    input: z.object({ id: named('编号', id) }),
    output: detail,
  }),
  /** The office's answer, or a further message of the sender. */
  reply: command({
    title: '回复',
    path: '/sys/inquiry/reply',
    access: 'signedIn',
    input: z.object({ id: named('编号', id), version: seenVersion, content, files }),
    output: detail,
  }),
  process: step('开始处理', 'process', detail),
  close: step('关闭反馈或信件', 'close', detail),
  /** The current user has seen it up to this version. */
  read: step('标记已读', 'read', z.null()),
}
