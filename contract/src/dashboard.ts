import { z } from 'zod'
import { callsOf } from './call.ts'
import { day, departmentCode, keyOf, named, time } from './fields.ts'

const { query } = callsOf('order', 'station')

/** The periods for the counts of 新建, 完成 and 终止: the current day, month or year of the tenant's calendar. */
export const dashboardPeriods = { day: '今日', month: '本月', year: '本年' } as const
export type DashboardPeriod = keyof typeof dashboardPeriods

/** The recommended maximum of open orders per person. */
export const LOAD_LIMIT = 12

/** Days in the flow chart and in the mean times, including today. */
export const RECENT_DAYS = 30

/** Rows of each of the two short lists. */
export const SHORT_LIST = 7

/** A department with its subtree; none means the caller's whole data scope. */
const place = { depCode: named('部门', departmentCode.optional()) }

const dashboardPeriod = keyOf(dashboardPeriods, '应为 day、month 或 year')

const flowSts = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

/** Mean hours of the orders accepted in a period; null if there were none. */
const meanTimes = z.object({
  /** Accepted orders that went through every step, so without those recorded as already done. */
  orders: z.int(),
  /** From the report to the assignment or claim. */
  respondHours: z.number().nullable(),
  /** From the assignment or claim to the last submission. */
  repairHours: z.number().nullable(),
  /** From the last submission to the acceptance. */
  acceptHours: z.number().nullable(),
})

const shortRow = {
  id: z.string(),
  psName: z.string(),
  taskDescription: z.string(),
  flowSts,
  /** kWh lost per hour. */
  lossPower: z.number(),
}

const access = { perm: 'dashboard:view' } as const

export const dashboardCalls = {
  /** The figures of the home page, all from one snapshot. */
  overview: query({
    title: '首页概览',
    path: '/ops/dashboard/overview',
    access,
    input: z.object({ ...place, period: named('统计周期', dashboardPeriod.default('month')) }),
    output: z.object({
      at: time,
      /** Stations in maintenance. */
      stations: z.object({ inService: z.int(), retired: z.int(), capacityKwp: z.number() }),
      /** The period, its first and last day, and its counts. */
      period: z.object({
        kind: dashboardPeriod,
        begin: day,
        end: day,
        created: z.int(),
        finished: z.int(),
        terminated: z.int(),
      }),
      /** All orders by state. */
      byStatus: z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() }),
      /** Open orders past their planned end. */
      overdue: z.object({ orders: z.int(), longestHours: z.number().nullable() }),
      /** Open orders that lose energy, and their total loss in kWh per hour. */
      loss: z.object({ orders: z.int(), lossPower: z.number() }),
      times: z.object({ recent: meanTimes, before: meanTimes }),
      /** The recent days, oldest first. */
      days: z.array(z.object({ day, created: z.int(), finished: z.int() })),
      /** Open orders by task type, most frequent first. */
      types: z.array(z.object({ taskType: z.int(), title: z.string(), orders: z.int() })),
    }),
  }),
  /** Orders that wait for the caller, earliest due first. */
  todos: query({
    title: '我的待办',
    path: '/ops/dashboard/todos',
    access,
    input: z.object(place),
    output: z.object({
      total: z.int(),
      /** Orders due within two hours, without the overdue ones. */
      dueSoon: z.int(),
      overdue: z.int(),
      rows: z.array(
        z.object({
          ...shortRow,
          /** The caller's next step. */
          step: z.enum(['assign', 'execute', 'check']),
          planEndTime: time.nullable(),
          /** Hours until the planned end, negative when overdue; null without a plan. */
          hoursLeft: z.number().nullable(),
        }),
      ),
    }),
  }),
  /** The open orders with the highest loss and the latest ones, by loss, then by time overdue. */
  ranking: query({
    title: '超时与损失排行',
    path: '/ops/dashboard/ranking',
    access,
    input: z.object(place),
    output: z.array(z.object({ ...shortRow, overHours: z.number().nullable() })),
  }),
  /** Open orders of the people in scope, busiest first. */
  people: query({
    title: '人员负荷',
    entities: ['order', 'user'],
    path: '/ops/dashboard/people',
    access,
    input: z.object(place),
    output: z.object({
      people: z.int(),
      /** People above the limit. */
      overloaded: z.int(),
      rows: z.array(z.object({ id: z.string(), realname: z.string(), openOrders: z.int() })),
    }),
  }),
}
