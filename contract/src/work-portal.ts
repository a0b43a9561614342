import { z } from 'zod'
import { callsOf } from './call.ts'
import { day, named, time } from './fields.ts'

const { query } = callsOf('order')

/** Hours of a week and of a day that nobody should work more than. */
export const WEEK_HOURS = 40
export const DAY_HOURS = 8

/** Rows of the list of what to do next, and of the ranking. */
export const QUEUE_ROWS = 20
export const RANKED_PEOPLE = 10

/** Work without a step for this long stands still. */
export const STALLED_HOURS = 3
/** What is due within this time is urgent. */
export const URGENT_HOURS = 2
/** As many orders of one device within this time are one fault. */
export const RECURRING = { days: 30, orders: 3 }

/** What a person can do next with an order, by the state that it is in. */
export const queueActions = {
  assign: '指派',
  start: '开始',
  execute: '执行',
  check: '验收',
  follow: '跟进',
  look: '查看',
} as const
export type QueueAction = keyof typeof queueActions

/** The rules by which the list is ordered, then those that explain a row; each in the words of the page. */
export const queueRules = {
  loss: { title: '损失', text: '先做每小时损失电量多的；第一行注明损失最大' },
  out: { title: '停机', text: '登记了停机且尚未恢复的，写明每小时损失多少、已停机多久' },
  overdue: { title: '超时', text: '损失相同时，已过计划结束时间的在前' },
  due: { title: '到期', text: `再按计划结束时间，早的在前；${URGENT_HOURS} 小时内和今天到期的注明` },
  returned: { title: '退回', text: '验收退回的，写明退回意见' },
  notStarted: { title: '未开始', text: '过了计划开始时间还没有开始作业' },
  stalled: { title: '无进展', text: `作业中超过 ${STALLED_HOURS} 小时没有任何办理记录` },
  recurring: {
    title: '重复发生',
    text: `同一设备 ${RECURRING.days} 天内有 ${RECURRING.orders} 单及以上`,
  },
  onSite: { title: '有人在站', text: '待指派的工单，本站已有人正在作业' },
  waiting: { title: '等待', text: '待指派或待验收的工单，写明从何时起等待' },
} as const
export type QueueRule = keyof typeof queueRules

const flowSts = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

/** false: the caller's own work; true: that of everybody in the caller's data scope. */
const whose = z.object({ team: named('班组', z.boolean().default(false)) })

const dayEvent = z.object({
  kind: z.enum(['start', 'due', 'finished']),
  at: time,
  orderId: z.string(),
  taskDescription: z.string(),
  psName: z.string(),
  done: z.boolean(),
})

const reason = z.object({
  rule: z.enum(Object.keys(queueRules) as [QueueRule, ...QueueRule[]]),
  text: z.string(),
})

/** The permission opens the screen; what it shows are orders. */
const seen = { access: { perm: 'portal:view' }, besides: { 工单: ['order:list'] } } as const

export const workPortalCalls = {
  /** The day of a person, or of a team: counts, each as long as the list it leads to, and what happens today. */
  statistics: query({
    title: '工作门户统计',
    path: '/work-portal/statistics',
    ...seen,
    input: whose,
    output: z.object({
      at: time,
      /** Open orders: the caller's, or all in scope. */
      mine: z.object({ orders: z.int(), dueToday: z.int() }),
      /** Of whoever directs others, all in scope; otherwise the caller's own. */
      overdue: z.object({ orders: z.int(), longestHours: z.number().nullable(), inScope: z.boolean() }),
      /** null for whom none of it is to do. */
      toCheck: z.object({ orders: z.int(), earliest: time.nullable() }).nullable(),
      toAssign: z.object({ orders: z.int(), lossPower: z.number() }).nullable(),
      toClaim: z.object({ orders: z.int(), lossPower: z.number() }).nullable(),
      /** Monday to Sunday of this week. */
      week: z.object({ hours: z.number(), days: z.array(z.object({ day, hours: z.number() })) }),
      today: z.object({
        /** Of the middle of the stations in scope; null where none has a position. */
        sunrise: time.nullable(),
        sunset: time.nullable(),
        planned: z.int(),
        done: z.int(),
        events: z.array(dayEvent),
      }),
    }),
  }),
  /** What to do next, by `queueRules`, each with its reasons. */
  queue: query({
    title: '接下来做什么',
    path: '/work-portal/queue',
    ...seen,
    input: whose,
    output: z.object({
      total: z.int(),
      rows: z.array(
        z.object({
          id: z.string(),
          workCode: z.string(),
          psName: z.string(),
          taskTypeLabel: z.string(),
          taskDescription: z.string(),
          flowSts,
          action: z.enum(Object.keys(queueActions) as [QueueAction, ...QueueAction[]]),
          /** kWh lost per hour. */
          lossPower: z.number(),
          planEndTime: time.nullable(),
          overHours: z.number().nullable(),
          /** Until the planned end; null when it is past, or without one. */
          hoursLeft: z.number().nullable(),
          liablePerson: z.string().nullable(),
          reasons: z.array(reason),
        }),
      ),
    }),
  }),
  /** The people in scope by what they finished this month in time. */
  ranking: query({
    title: '班组排行',
    path: '/work-portal/ranking',
    entities: ['order', 'user'],
    ...seen,
    input: z.object({}),
    output: z.object({
      begin: day,
      rows: z.array(
        z.object({
          id: z.string(),
          realname: z.string(),
          finished: z.int(),
          /** Due this month so far, and finished by then. */
          due: z.int(),
          onTime: z.int(),
          hours: z.number(),
        }),
      ),
    }),
  }),
}
