import { z } from 'zod'
import { callsOf } from './call.ts'
import { businessPage, businessPageOf, day, id, named, time } from './fields.ts'
import { ofStation } from './references.ts'
import { flowSts, orderQuery, scopeFilter, taskType } from './work-order-list.ts'
import { orderRow } from './order-rows.ts'

const { query } = callsOf('order')

/** The most bars of an answer, and the most days of its period. */
export const MOST_BARS = 5000
export const MOST_PERIOD_DAYS = 62

const DAY_MS = 86_400_000
const dayCount = (begin: string, end: string) => (Date.parse(end) - Date.parse(begin)) / DAY_MS + 1

/** The plan of an order, and the fields that the state rules need. */
export const orderBar = z
  .object({
    id: z.string(),
    version: z.int(),
    workCode: z.string(),
    ...ofStation,
    taskType: z.int(),
    taskDescription: z.string(),
    flowSts,
    otherSts: z.int(),
    needTicket: z.int(),
    liableUserId: z.string().nullable(),
    liablePerson: z.string().nullable(),
    assistUserIds: z.array(z.string()),
    reporterId: z.string().nullable(),
    extensionAskerId: z.string().nullable(),
    extensionCount: z.int(),
    planStartTime: time,
    planEndTime: time,
    impCommitTime: time.nullable(),
    /** Hours past the planned end, exact to 0.1; null if not overdue. */
    overHours: z.number().nullable(),
  })
  .meta({ id: 'OrderBar' })

/** The permission opens the screen; what it shows are orders. */
const seen = { access: { perm: 'schedule:view' }, besides: { 工单: ['order:list'] }, bodyKb: 768 } as const

export const taskViewCalls = {
  /** The orders whose planned time touches a period, those that begin first. */
  gantt: query({
    title: '甘特图',
    path: '/task/gantt/list',
    ...seen,
    entities: ['order', 'calendar', 'user'],
    input: z
      .object({
        begin: named('开始日期', day),
        end: named('结束日期', day),
        ...scopeFilter,
        flowSts: named('状态', z.array(flowSts).max(5).optional()),
        taskType: named('任务类型', z.array(taskType).max(20).optional()),
        /** Responsible for the order, or helping with it. */
        liableUserId: named('人员', id.optional()),
      })
      .refine(({ begin, end }) => end >= begin, { path: ['end'], message: '结束日期应不早于开始日期' })
      .refine(({ begin, end }) => dayCount(begin, end) <= MOST_PERIOD_DAYS, {
        path: ['end'],
        message: `最多查看 ${MOST_PERIOD_DAYS} 天`,
      }),
    output: z.object({
      bars: z.array(orderBar),
      /** There are more than `MOST_BARS` of them. */
      isCut: z.boolean(),
      /** The people who execute these orders. */
      people: z.array(z.object({ id: z.string(), realname: z.string(), departName: z.string() })),
      /** The days of the period on which the company does not work. */
      restDays: z.array(day),
      /** Of `businessSettings`. */
      dayHours: z.int(),
      bookingHours: z.int(),
    }),
  }),
  /** A page of the board: each of its columns asks for its own state. */
  page: query({
    title: '任务看板',
    path: '/task/view/page',
    ...seen,
    input: z.object({ ...businessPage, ...orderQuery.shape }),
    output: businessPageOf(
      orderRow.extend({ stepCount: z.int(), doneCount: z.int() }).meta({ id: 'OrderOnBoard' }),
    ),
  }),
}
