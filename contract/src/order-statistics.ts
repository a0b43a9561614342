import { z } from 'zod'
import { callsOf } from './call.ts'
import { ofColumn } from './data-columns.ts'
import { countDays, dayAfter, type Span } from './days.ts'
import { day, departmentCode, id, keyOf, named, time } from './fields.ts'
import { taskType } from './work-order-list.ts'

const { query } = callsOf('order')

/** The longest period, in days: imported histories go back some years. */
export const MOST_DAYS = 3660

/** Weeks of the course of response and repair, the last one that of the period's end. */
export const STATISTICS_WEEKS = 13

/** A person, a device or a department with fewer orders has too few to be judged by a share. */
export const FEW_ORDERS = 5

/** Below this share of orders finished in time, in percent, a group is marked. */
export const ON_TIME_TARGET = 90

/** As many orders of one device and one subclass within this many days are a recurring fault. */
export const RECURRING_FAULT = { days: 30, orders: 3 }

/** The daylight hours of a day on the average of a year, at every latitude. */
export const DAYLIGHT_SHARE = 0.5

/** Groups that are answered unless more are asked for, and the most that can be; the export has all of them. */
export const USUAL_GROUPS = 500
export const MOST_GROUPS = 5000

export const statisticsGroups = {
  department: '部门',
  station: '电站',
  person: '人员',
  type: '类型',
  subclass: '子类',
  deviceType: '设备类型',
  model: '型号',
  year: '年份',
} as const
export type StatisticsGroup = keyof typeof statisticsGroups

const lastOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * What a span is compared with: the same days of the month before within one month that it begins, of the year before
 * from the first of January on, otherwise as many days before it.
 */
export function spanBefore(span: Span): Span {
  const [year, month, first] = span.begin.split('-').map(Number) as [number, number, number]
  const [endYear, endMonth, last] = span.end.split('-').map(Number) as [number, number, number]
  const on = (y: number, m: number, d: number) =>
    `${y}-${String(m).padStart(2, '0')}-${String(Math.min(d, lastOfMonth(y, m))).padStart(2, '0')}`
  if (first === 1 && year === endYear && month === endMonth) {
    const [y, m] = month === 1 ? [year - 1, 12] : [year, month - 1]
    const isWhole = last === lastOfMonth(year, month)
    return { begin: on(y, m, 1), end: on(y, m, isWhole ? 31 : last) }
  }
  if (first === 1 && month === 1 && year === endYear)
    return { begin: on(year - 1, 1, 1), end: on(year - 1, endMonth, last) }
  return { begin: dayAfter(span.begin, -countDays(span)), end: dayAfter(span.begin, -1) }
}

/** What is measured of the orders of a span (domain.md §5). */
const measures = z.object({
  /** Reported in the span. */
  created: z.int(),
  /** Accepted in the span. */
  finished: z.int(),
  /** Of these, went through every step; the two means are theirs. */
  timed: z.int(),
  /** From the report to the assignment or the claim, in minutes; null without timed orders. */
  respondMinutes: z.number().nullable(),
  /** From the report to the recovery, which is the submission, in hours; null without timed orders. */
  repairHours: z.number().nullable(),
  /** Returned at least once at acceptance, of the finished. */
  reopened: z.int(),
  /** Planned to end in the span, until now; an order that is open and late stays in it. */
  due: z.int(),
  onTime: z.int(),
  /** kWh, from the reported loss per hour in daylight; yuan by the station's tariff. */
  lostKwh: z.number(),
  lostYuan: ofColumn('lostYuan', z.number().nullable()),
})
export type Measures = z.output<typeof measures>

const narrowed = {
  begin: named('开始日期', day),
  end: named('结束日期', day),
  depCode: named('部门', departmentCode.optional()),
  psId: named('电站', z.array(id).max(500).optional()),
  taskType: named('任务类型', z.array(taskType).max(20).optional()),
}

/** A period and what narrows the orders. */
const input = z
  .object(narrowed)
  .refine(({ begin, end }) => begin <= end, { path: ['end'], message: '结束日期不能早于开始日期' })
  .refine((span) => span.begin > span.end || countDays(span) <= MOST_DAYS, {
    path: ['end'],
    message: `统计期间最长 ${MOST_DAYS} 天`,
  })

/** The same by one property of the orders. */
export const statisticsQuery = input.safeExtend({
  by: named('分组', keyOf(statisticsGroups, '请选择分组')),
})

/** The permission opens the screen; what it counts are orders. */
const seen = { access: { perm: 'statistics:view' }, besides: { 工单: ['order:list'] } } as const

export const orderStatisticsCalls = {
  /** The figures of a span, of the one before, and of each of the last weeks. */
  overview: query({
    title: '工单分析',
    path: '/ops/order/statistics/overview',
    ...seen,
    input,
    output: z.object({
      at: time,
      before: z.object({ begin: day, end: day }),
      figures: measures,
      figuresBefore: measures,
      weeks: z.array(
        measures.pick({ timed: true, respondMinutes: true, repairHours: true }).extend({ begin: day }),
      ),
    }),
  }),
  /** The figures of a span by one property of the orders, the most orders first. */
  groups: query({
    title: '工单分组统计',
    path: '/ops/order/statistics/groups',
    entities: ['order', 'user', 'station', 'department'],
    ...seen,
    input: statisticsQuery.safeExtend({
      size: named('组数', z.coerce.number().int().min(1).max(MOST_GROUPS).default(USUAL_GROUPS)),
    }),
    output: z.object({
      rows: z.array(
        measures.extend({
          /** What the list of orders is filtered by; '' for orders without this property. */
          key: z.string(),
          name: z.string(),
        }),
      ),
      /** Groups beyond those. */
      more: z.int(),
    }),
  }),
  /** Devices with a recurring fault in the span, the most often failing ones first. */
  recurring: query({
    title: '重复故障',
    path: '/ops/order/statistics/recurring',
    entities: ['order', 'device', 'station'],
    ...seen,
    input,
    output: z.object({
      total: z.int(),
      rows: z.array(
        z.object({
          deviceId: z.string(),
          deviceName: z.string(),
          psId: z.string(),
          psName: z.string(),
          subclass: z.string().nullable(),
          /** When each of the orders was reported, the earliest first. */
          times: z.array(time),
          lostKwh: z.number(),
        }),
      ),
    }),
  }),
}
