import { z } from 'zod'
import { query } from './call.ts'
import { day, named, time } from './fields.ts'

/** What 新建, 完成 and 终止 are counted over: the running day, month or year of the tenant's calendar. */
export const dashboardPeriods = { day: '今日', month: '本月', year: '本年' } as const
export type DashboardPeriod = keyof typeof dashboardPeriods

/** How many open orders one person is meant to have at most. */
export const LOAD_LIMIT = 12

/** Days of the flow chart and of the mean times, today included. */
export const RECENT_DAYS = 30

/** Rows of the two short lists. */
export const SHORT_LIST = 7

/** A department with everything below it; none is the caller's whole data scope. */
const place = {
  depCode: named(
    '部门',
    z
      .string()
      .regex(/^([A-Z]\d\d){1,10}$/, '不是有效的部门编码')
      .optional(),
  ),
}

const dashboardPeriod = z.enum(['day', 'month', 'year'], '应为 day、month 或 year')

const flowSts = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

/** Mean hours of orders that were accepted in a span of days; null when there were none. */
const meanTimes = z.object({
  /** Accepted orders that went through every step, so without those recorded as already done. */
  orders: z.int(),
  /** From the report to being assigned or claimed. */
  respondHours: z.number().nullable(),
  /** From there to the last hand-in. */
  repairHours: z.number().nullable(),
  /** From there to the acceptance. */
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
  /** The numbers of the landing page, all of one snapshot. */
  overview: query({
    title: '首页概览',
    path: '/ops/dashboard/overview',
    access,
    input: z.object({
      ...place,
      period: named('统计周期', dashboardPeriod.default('month')),
    }),
    output: z.object({
      at: time,
      /** Stations in maintenance. */
      stations: z.object({ inService: z.int(), retired: z.int(), capacityKwp: z.number() }),
      /** Which period it is, its first and last day, and what fell into it. */
      period: z.object({
        kind: dashboardPeriod,
        begin: day,
        end: day,
        created: z.int(),
        finished: z.int(),
        terminated: z.int(),
      }),
      /** Every order in each state. */
      byStatus: z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() }),
      /** Open orders past their planned end. */
      overdue: z.object({ orders: z.int(), longestHours: z.number().nullable() }),
      /** Open orders that lose energy, and what they lose together in kWh per hour. */
      loss: z.object({ orders: z.int(), lossPower: z.number() }),
      times: z.object({ recent: meanTimes, before: meanTimes }),
      /** The recent days, the oldest first. */
      days: z.array(z.object({ day, created: z.int(), finished: z.int() })),
      /** Open orders by task type, the most first. */
      types: z.array(z.object({ taskType: z.int(), title: z.string(), orders: z.int() })),
    }),
  }),
  /** What waits for the caller, the first due first. */
  todos: query({
    title: '我的待办',
    path: '/ops/dashboard/todos',
    access,
    input: z.object(place),
    output: z.object({
      total: z.int(),
      /** Those due within two hours, without the overdue ones. */
      dueSoon: z.int(),
      overdue: z.int(),
      rows: z.array(
        z.object({
          ...shortRow,
          /** What the caller is to do. */
          step: z.enum(['assign', 'execute', 'check']),
          planEndTime: time.nullable(),
          /** Until the planned end, negative when past it; null without a plan. */
          hoursLeft: z.number().nullable(),
        }),
      ),
    }),
  }),
  /** Open orders by what they lose, then by how late they are. */
  ranking: query({
    title: '超时与损失排行',
    path: '/ops/dashboard/ranking',
    access,
    input: z.object(place),
    output: z.array(z.object({ ...shortRow, overHours: z.number().nullable() })),
  }),
  /** Open orders of the people in scope, the busiest first. */
  people: query({
    title: '人员负荷',
    path: '/ops/dashboard/people',
    access,
    input: z.object(place),
    output: z.object({
      people: z.int(),
      /** Those with more than the limit. */
      overloaded: z.int(),
      rows: z.array(z.object({ id: z.string(), realname: z.string(), openOrders: z.int() })),
    }),
  }),
  /** Stations in maintenance, gathered by province and half degree. */
  places: query({
    title: '电站分布',
    path: '/ops/dashboard/places',
    access,
    input: z.object(place),
    output: z.object({
      /** Stations without coordinates, which no point shows. */
      unplaced: z.int(),
      points: z.array(
        z.object({
          province: z.string().nullable(),
          latitude: z.number(),
          longitude: z.number(),
          stations: z.int(),
          /** The stations' ids, at most 20 of them, and the first one's name. */
          psIds: z.array(z.string()),
          psName: z.string(),
          capacityKwp: z.number(),
          openOrders: z.int(),
          overdue: z.int(),
          /** Stations with an open 抢修 or 陪停. */
          outages: z.int(),
          lossPower: z.number(),
        }),
      ),
    }),
  }),
}
