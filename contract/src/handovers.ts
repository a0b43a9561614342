import { z } from 'zod'
import { callsOf } from './call.ts'
import { day, id, keyOf, named, nothing, requiredText, text, time, version } from './fields.ts'

/*
 * The open work of people who leave (离职交接). It is handed over group by group, each thing for itself: by the rules of
 * the act by which it changes hands otherwise.
 */
const { command, query } = callsOf(
  'user',
  'order',
  'process',
  'ticket',
  'inspectionPlan',
  'savedView',
  'webhook',
  'apiToken',
)

/** What belongs to a person and is open; `isEnded`: it ends with the person, because nobody can go on with it. */
export const workGroups = {
  order: { title: '工单', isEnded: false },
  insurance: { title: '保险理赔', isEnded: false },
  task: { title: '流程待办', isEnded: false },
  ticket: { title: '两票', isEnded: false },
  plan: { title: '巡检计划', isEnded: false },
  delegation: { title: '流程委托', isEnded: false },
  view: { title: '共享视图', isEnded: false },
  webhook: { title: '数据推送', isEnded: false },
  token: { title: '接口令牌', isEnded: true },
} as const
export type WorkGroup = keyof typeof workGroups
export const workGroupKeys = Object.keys(workGroups) as WorkGroup[]
const group = named('分组', keyOf(workGroups))

export const handoverStates = {
  planned: '待交接',
  done: '已交接',
  cancelled: '已取消',
  failed: '未完成',
} as const
export const handoverOutcomes = { given: '已交接', ended: '已停用', refused: '未交接' } as const

/** The hour at which a later hand-over is carried out on the last working day. */
export const HANDOVER_HOUR = 18
/** How many days ahead one can be planned. */
export const MOST_DAYS_AHEAD = 180
/** How many rows of a group an answer has at most. */
export const FIRST_ROWS = 20

const openGroups = z.array(
  z.object({
    group,
    /** Of what the caller sees. */
    count: z.int(),
    /** What else there is, which the caller does not see. */
    beyond: z.int(),
    /** The first ones. */
    rowList: z.array(z.object({ record: z.string(), name: z.string(), note: z.string() })),
  }),
)
export type OpenGroups = z.output<typeof openGroups>

const successor = z.object({ group, successorId: z.string(), successorName: z.string() })

const handover = z
  .object({
    id: z.string(),
    version: z.int(),
    state: keyOf(handoverStates),
    lastDay: day,
    dueTime: time,
    reason: z.string(),
    freezes: z.boolean(),
    fault: z.string().nullable(),
    createdBy: z.string(),
    createTime: time,
    endTime: time.nullable(),
    successorList: z.array(successor),
    /** How many there are of each outcome. */
    given: z.int(),
    ended: z.int(),
    refused: z.int(),
    /** The first of those that could not be handed over come first. */
    resultList: z.array(
      z.object({
        group,
        record: z.string(),
        name: z.string(),
        successorName: z.string(),
        outcome: keyOf(handoverOutcomes),
        told: z.string(),
      }),
    ),
  })
  .meta({ id: 'Handover' })
export type Handover = z.output<typeof handover>

const manage = { perm: 'user:manage' } as const
const personId = named('用户', id)

export const handoverCalls = {
  /** What a person still has open. */
  openWork: query({
    title: '用户未交接的工作',
    path: 'GET /sys/handover/openWork',
    access: manage,
    input: z.object({ personId }),
    output: openGroups,
  }),
  /** The hand-overs of a person, the latest first. */
  list: query({
    title: '离职交接记录',
    path: 'GET /sys/handover/queryByUser',
    access: manage,
    input: z.object({ personId }),
    output: z.array(handover),
  }),
  /** Who can take over: people at work in the caller's departments. */
  successors: query({
    title: '可接收交接的人员',
    entities: ['user', 'department'],
    path: 'GET /sys/handover/successors',
    access: manage,
    input: z.object({ personId, keyword: named('姓名或账号', text(32).default('')) }),
    output: z.array(z.object({ id: z.string(), realname: z.string(), departName: z.string() })),
  }),
  /** Plans it for the end of the last working day; without one, or if that has passed today, it begins at once. */
  add: command({
    title: '离职交接',
    path: '/sys/handover/add',
    access: manage,
    input: z.object({
      personId,
      lastDay: named('最后工作日', day.optional()),
      reason: named('交接原因', requiredText(200)),
      /** The account is frozen afterwards. */
      freezes: named('交接后停用账号', z.boolean().default(true)),
      /** Takes over what no group names somebody else for. */
      successorId: named('接收人', id.optional()),
      successorList: named(
        '分组接收人',
        z
          .array(z.object({ group, successorId: named('接收人', id) }))
          .max(workGroupKeys.length, '分组过多')
          .refine(
            (list) => new Set(list.map((each) => each.group)).size === list.length,
            '同一分组只能有一名接收人',
          )
          .default([]),
      ),
    }),
    output: handover,
  }),
  /** Before it begins. */
  cancel: command({
    title: '取消离职交接',
    path: '/sys/handover/cancel',
    access: manage,
    input: z.object({ id, version }),
    output: handover,
  }),
  /** The caller's own planned hand-over, with what is still open; null without one. */
  own: query({
    title: '本人的离职交接',
    entities: ['user'],
    path: 'GET /sys/handover/own',
    access: 'signedIn',
    input: nothing,
    output: z.object({ lastDay: day, successorNames: z.array(z.string()), groupList: openGroups }).nullable(),
  }),
}
