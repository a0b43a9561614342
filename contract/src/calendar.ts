import { z } from 'zod'
import { callsOf } from './call.ts'
import { businessPage, businessPageOf, day, keyOf, named, text, version } from './fields.ts'

const { command, query } = callsOf('calendar')

const manage = { perm: 'calendar:manage' } as const

/** What a day of the calendar is, against Monday to Friday. */
export const dayKinds = { off: '放假', work: '调休上班', company: '公司自定' } as const
export type DayKind = keyof typeof dayKinds

/** The longest name of a day, in characters. */
export const MOST_DAY_NAME = 20

const specialDay = z.object({
  day: named('日期', day),
  kind: named('类型', keyOf(dayKinds, '类型应为放假、调休上班或公司自定')),
  name: named('名称', text(MOST_DAY_NAME).default('')),
})
export type SpecialDay = z.output<typeof specialDay>

export const calendarYears = { first: 2000, last: 2100 } as const

const year = named(
  '年份',
  z.coerce.number().int('应为整数').min(calendarYears.first, '年份太早').max(calendarYears.last, '年份太晚'),
)
const days = named('日期', z.array(specialDay).max(366, '一年最多 366 天'))

/** How many due times of open steps and timers a calendar would move. */
const movedCounts = z.object({ later: z.int(), earlier: z.int(), same: z.int(), overdue: z.int() })

const calendarYear = z
  .object({
    year: z.int(),
    /** 0 for a year that nobody has edited. */
    version: z.int(),
    /** What is counted by; null: Monday to Friday, because nobody has enabled this year. */
    days: z.array(specialDay).nullable(),
    /** What is being prepared. */
    draft: z.array(specialDay).nullable(),
    updatedBy: z.string().nullable(),
    updateTime: z.string().nullable(),
  })
  .meta({ id: 'WorkCalendarYear' })

export const calendarCalls = {
  year: query({
    title: '节假日历',
    path: '/system/v1/holiday/year',
    access: manage,
    input: z.object({ year }),
    output: calendarYear,
  }),
  /**
   * The public holidays and moved working days of mainland China, as the State Council announced them; null for a year that
   * this version of the product does not know.
   */
  statutory: query({
    title: '法定节假日',
    path: '/system/v1/holiday/statutory',
    access: manage,
    input: z.object({ year }),
    output: z.object({ days: z.array(specialDay).nullable() }),
  }),
  /** What enabling these days would change. */
  preview: query({
    title: '节假日历影响预览',
    path: '/system/v1/holiday/preview',
    access: manage,
    entities: ['calendar', 'process'],
    input: z.object({ year, days }),
    output: movedCounts,
  }),
  saveDraft: command({
    title: '保存节假日历草稿',
    path: '/system/v1/holiday/save',
    access: manage,
    input: z.object({ year, version, days }),
    output: calendarYear,
  }),
  dropDraft: command({
    title: '删除节假日历草稿',
    path: '/system/v1/holiday/drop',
    access: manage,
    input: z.object({ year, version }),
    output: calendarYear,
  }),
  /** Counts by the draft from now on: moves the due times of open steps, and timers. */
  enable: command({
    title: '启用节假日历',
    path: '/system/v1/holiday/enable',
    access: manage,
    entities: ['calendar', 'process'],
    input: z.object({ year, version }),
    output: movedCounts,
  }),
  history: query({
    title: '节假日历变更记录',
    path: '/system/v1/holiday/history',
    access: manage,
    input: z.object({ year, ...businessPage }),
    output: businessPageOf(
      z.object({
        id: z.string(),
        time: z.string(),
        actorName: z.string(),
        action: z.enum(['save', 'drop', 'enable']),
        off: z.int(),
        work: z.int(),
        company: z.int(),
        moved: z.int(),
      }),
    ),
  }),
}
