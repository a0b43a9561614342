import { z } from 'zod'
import { callsOf } from './call.ts'
import { businessPage, businessPageOf, departmentCode, id, keyOf, named, text, version } from './fields.ts'
import { reviewReasons, ticketClasses, verdicts } from './review-reasons.ts'
import { ticketKinds } from './ticket-kinds.ts'

const { command, query } = callsOf('ticketReview')

const list = { perm: 'ticketReview:list' } as const
const edit = { perm: 'ticketReview:edit' } as const

/** People of a month who are answered; the export has every ticket with its people. */
export const MOST_PEOPLE = 200

const month = named('月份', z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM'))

/** A month, and the stations in it. */
const narrowed = {
  month,
  depCode: named('部门', departmentCode.optional()),
  psId: named('电站', z.array(id).max(500).optional()),
}

export const reviewStates = {
  unreviewed: '未评价',
  qualified: '合格',
  unqualified: '不合格',
  sampled: '抽查',
} as const
export type ReviewState = keyof typeof reviewStates

/** The filters, shared by the list and the export. */
export const reviewQuery = z.object({
  ...narrowed,
  kind: named('类别', keyOf(ticketClasses, '没有这种类别').optional()),
  only: named('范围', keyOf(reviewStates, '没有这个范围').optional()),
})

const finding = z.object({
  /** The reason that it stands for. */
  reason: keyOf(reviewReasons),
  says: z.string(),
})
export type Finding = z.output<typeof finding>

const reviewedTicket = z
  .object({
    /** Of the ticket. */
    id: z.string(),
    ticketNo: z.string(),
    kind: keyOf(ticketKinds),
    kindLabel: z.string(),
    workContent: z.string(),
    psId: z.string(),
    psName: z.string(),
    depName: z.string(),
    leaderName: z.string().nullable(),
    issuerName: z.string().nullable(),
    permitterName: z.string().nullable(),
    /** When it came to its end, by whose stamp. */
    stampedTime: z.string(),
    stampedBy: z.string(),
    findings: z.array(finding),
    isSampled: z.boolean(),
    review: z
      .object({
        verdict: keyOf(verdicts),
        reasons: z.array(keyOf(reviewReasons)),
        note: z.string(),
        reviewerName: z.string(),
        reviewTime: z.string(),
      })
      .nullable(),
    /** Why the caller cannot judge it, as a sentence; null if they can. */
    refusal: z.string().nullable(),
    /** Of the judgement; 0 where there never was one. */
    version: z.int(),
  })
  .meta({ id: 'ReviewedTicket' })
export type ReviewedTicket = z.output<typeof reviewedTicket>

const counts = {
  /** Stamped as carried out: what is rated. */
  executed: z.int(),
  qualified: z.int(),
  unqualified: z.int(),
  unreviewed: z.int(),
  /** Only counted. */
  unused: z.int(),
  void: z.int(),
  /** Qualified of those carried out, in percent with two decimals; null of none. */
  rate: z.number().nullable(),
  /** Qualified of those that were judged. */
  reviewedRate: z.number().nullable(),
}
const figures = z.object(counts)
export type ReviewFigures = z.output<typeof figures>

/** The roles of tickets by which people are counted. */
export const countedRoles = {
  leader: '负责人、操作人',
  issuer: '签发人',
  permitter: '许可人',
  guard: '操作监护人',
} as const
export type CountedRole = keyof typeof countedRoles

/** The column titles by field, shared by the list and the export. */
export const reviewTitles = {
  ticketNo: '票号',
  kindLabel: '票种',
  workContent: '工作任务',
  psName: '电站',
  depName: '运维班组',
  leaderName: '负责人',
  issuerName: '签发人',
  permitterName: '许可人',
  stampedTime: '终结时间',
  sampled: '抽查',
  findings: '自动检查',
  verdict: '评价',
  reasons: '不合格原因',
  note: '说明',
  reviewerName: '评价人',
  reviewTime: '评价时间',
} as const

/** The judgement of tickets at their end (两票合格率, domain.md §1.7); each has the id of its ticket. */
export const ticketReviewCalls = {
  /** The tickets of a month that were carried out, the latest first. */
  page: query({
    title: '两票评价列表',
    entities: ['ticket', 'ticketReview'],
    path: '/ticket/review/page',
    access: list,
    input: reviewQuery.extend(businessPage),
    output: businessPageOf(reviewedTicket),
  }),
  detail: query({
    title: '两票评价详情',
    entities: ['ticket', 'ticketReview'],
    path: '/ticket/review/detail',
    access: list,
    input: z.object({ id }),
    output: reviewedTicket,
  }),
  /** Every judgement of a ticket, the latest first. */
  history: query({
    title: '两票评价记录',
    path: '/ticket/review/history',
    access: list,
    input: z.object({ id }),
    output: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        actorName: z.string(),
        /** Null where one was withdrawn. */
        verdict: keyOf(verdicts).nullable(),
        reasons: z.array(keyOf(reviewReasons)),
        note: z.string(),
      }),
    ),
  }),
  /** The rates of a month, of both classes apart, by station and by person, and why tickets did not qualify. */
  summary: query({
    title: '两票合格率',
    entities: ['ticket', 'ticketReview', 'station', 'user'],
    path: '/ticket/review/summary',
    access: list,
    input: z.object(narrowed),
    output: z.object({
      work: figures,
      operation: figures,
      /** Drawn for the sample, and of these not judged yet. */
      sampled: z.int(),
      sampledOpen: z.int(),
      reasons: z.array(z.object({ reason: keyOf(reviewReasons), count: z.int() })),
      stations: z.array(z.object({ ...counts, psId: z.string(), psName: z.string() })),
      people: z.array(
        z.object({ ...counts, personId: z.string(), name: z.string(), role: keyOf(countedRoles) }),
      ),
      /** People beyond those. */
      more: z.int(),
    }),
  }),
  /** Judges a ticket; a later judgement takes the place of the earlier one, which stays in the history. */
  save: command({
    title: '保存两票评价',
    path: '/ticket/review/save',
    access: edit,
    input: z.object({
      id,
      version,
      verdict: named('评价', keyOf(verdicts, '请选择合格或不合格')),
      reasons: named('不合格原因', z.array(keyOf(reviewReasons, '没有这种原因')).max(21).default([])),
      note: named('说明', text(300).default('')),
    }),
    output: reviewedTicket,
  }),
  withdraw: command({
    title: '撤销两票评价',
    path: '/ticket/review/withdraw',
    access: edit,
    input: z.object({ id, version, note: named('原因', text(300).default('')) }),
    output: reviewedTicket,
  }),
  /** Draws this share of each station's tickets of the month; what was drawn before stays. */
  draw: command({
    title: '两票抽查',
    path: '/ticket/review/draw',
    access: edit,
    input: z.object({
      ...narrowed,
      percent: named(
        '抽查比例',
        z.int('抽查比例应为整数').min(1, '抽查比例应在 1~100 之间').max(100, '抽查比例应在 1~100 之间'),
      ),
    }),
    output: z.object({ stations: z.int(), tickets: z.int() }),
  }),
}
