import { z } from 'zod'
import { callsOf } from './call.ts'
import { measureNames } from './cycle-conditions.ts'
import { catchUps, holidayRules } from './cycle-days.ts'
import { businessPage, businessPageOf, day, id, keyOf, named, requiredText, text, version } from './fields.ts'

const { command, query } = callsOf('inspectionCycle')

const see = { perm: 'cycle:list' } as const
const edit = { perm: 'cycle:edit' } as const

export const cycleKinds = { calendar: '日历', condition: '条件', mixed: '混合' } as const
export type CycleKind = keyof typeof cycleKinds

/** The most days that orders are made ahead, or may end later. */
export const MOST_LEAD = 60

const whole = (min: number, max: number) =>
  z.number('应为数字').int('应为整数').min(min, `不能小于 ${min}`).max(max, `不能大于 ${max}`)

const weekday = named('星期', whole(1, 7))
const weekdays = named('星期', z.array(weekday).min(1, '至少选一天').max(7, '最多 7 天'))

const inMonths = (every: 'half' | 'month' | 'quarter' | 'year', months: number) => {
  const month = named('第几个月', whole(1, months))
  return z
    .object({
      every: z.literal(every),
      month,
      day: named('日', whole(1, 31).optional()),
      nth: named('第几个', z.literal([1, 2, 3, 4, -1], '应为第 1 至 4 个或最后一个').optional()),
      weekday: weekday.optional(),
    })
    .refine((rule) => (rule.day === undefined) !== (rule.nth === undefined || rule.weekday === undefined), {
      path: ['day'],
      message: '请选择几日，或第几个星期几',
    })
}

/** What names the days of a cycle of the calendar. */
const calendarRule = z.discriminatedUnion('every', [
  z.object({ every: z.literal('day') }),
  z.object({ every: z.literal('workday') }),
  z.object({ every: z.literal('week'), weekdays }),
  z.object({ every: z.literal('times'), times: named('每周次数', whole(1, 7)) }),
  inMonths('month', 1),
  inMonths('quarter', 3),
  inMonths('half', 6),
  inMonths('year', 12),
  z.object({ every: z.literal('days'), days: named('间隔天数', whole(1, 1000)) }),
])

const amount = (title: string, max: number) =>
  named(title, z.number().gt(0, '应大于 0').max(max, `不能大于 ${max}`).nullable())

const conditionRule = z.object({
  kwh: amount('发电量', 100_000_000_000),
  hours: amount('运行小时', 100_000).default(null),
  alarms: named('告警次数', whole(1, 100_000).nullable().default(null)),
  days: named('距上次天数', whole(1, 1000).nullable()),
  leastDays: named('最短间隔', whole(1, 1000)),
  rain: amount('日降雨', 1000),
})

/** By the calendar: `calendar`; by conditions: `condition`. */
const cycleRule = z
  .object({
    calendar: named('日历规则', calendarRule.optional()),
    condition: named('条件', conditionRule.optional()),
  })
  .refine((rule) => (rule.calendar === undefined) !== (rule.condition === undefined), {
    path: ['calendar'],
    message: '请选择按日历或按条件',
  })
  .refine(
    ({ condition }) =>
      !condition ||
      [condition.kwh, condition.hours, condition.alarms, condition.days].some((limit) => limit !== null),
    { path: ['condition', 'kwh'], message: '请填写发电量、运行小时、告警次数或距上次天数中的至少一项' },
  )
  .refine(({ condition }) => !condition?.days || condition.days >= condition.leastDays, {
    path: ['condition', 'leastDays'],
    message: '最短间隔不能大于距上次天数',
  })
export type CycleRule = z.output<typeof cycleRule>

const clock = (title: string) =>
  named(title, z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 HH:mm'))

const described = {
  rule: named('何时到期', cycleRule),
  beginTime: clock('开始时间'),
  endTime: clock('结束时间'),
  holidays: named('遇节假日', keyOf(holidayRules, '请选择遇节假日时的做法')),
  leadDays: named('提前生成', whole(0, MOST_LEAD)),
  deadlineDays: named('完成期限', whole(0, MOST_LEAD)),
  catchUp: named('停用很久再启用', keyOf(catchUps, '请选择停用后再启用时的做法')),
}

const inOrder = ({
  beginTime,
  endTime,
  deadlineDays,
}: {
  beginTime: string
  endTime: string
  deadlineDays: number
}) => deadlineDays > 0 || endTime > beginTime
const notInOrder = { path: ['endTime'], message: '结束时间应晚于开始时间' }

const name = named('周期名称', requiredText(50))

/** A time at which a cycle comes round. */
const coming = z.object({
  day,
  /** Where it would be without holidays. */
  nominal: day,
  /** What decides, of a cycle by conditions. */
  by: z.enum([...measureNames, 'days']).nullable(),
  isEstimate: z.boolean(),
})

const cycle = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: keyOf(cycleKinds),
    ...described,
    /** When it is due, in words. */
    when: z.string(),
    /** Null for a cycle by conditions, which depends on the station. */
    next: coming.nullable(),
    /** Of those that the caller sees. */
    planCount: z.int(),
    version: z.int(),
    updateTime: z.string(),
    updatedBy: z.string(),
  })
  .meta({ id: 'InspectionCycle' })

/** Where the counts of a cycle by conditions stand at a station, or at the devices of a plan. */
const standing = z.object({
  psName: z.string(),
  /** How many devices are counted; null for the station as a whole. */
  deviceCount: z.int().nullable(),
  /** The last time, or the day before the plan's first one. */
  last: day,
  isFirst: z.boolean(),
  today: day,
  counts: z.array(
    z.object({
      measure: z.enum(measureNames),
      counted: z.number(),
      limit: z.number(),
      /** Of a day, by what was measured lately; null where nothing can be told. */
      daily: z.number().nullable(),
      /** Days since the last time that have no figure, or only a part of it. */
      missing: z.int(),
    }),
  ),
  /** How much of what decides is there at the end of each day, as far as it is measured or expected; 1 is due. */
  course: z.array(z.object({ day, share: z.number(), isEstimate: z.boolean() })),
})

export const inspectionCycleCalls = {
  selectByParam: query({
    title: '巡检周期选项',
    path: '/inspectionCycle/selectByParam',
    access: 'signedIn',
    input: z.object({ keyword: named('关键词', text(50).default('')) }),
    output: z.array(
      cycle.pick({
        id: true,
        name: true,
        kind: true,
        when: true,
        rule: true,
        beginTime: true,
        endTime: true,
        holidays: true,
        leadDays: true,
      }),
    ),
  }),
  page: query({
    title: '巡检周期列表',
    path: '/inspectionCycle/page',
    access: see,
    entities: ['inspectionCycle', 'inspectionPlan', 'calendar'],
    input: z.object({
      keyword: named('关键词', text(50).default('')),
      kind: named('类型', keyOf(cycleKinds).optional()),
      ...businessPage,
    }),
    output: businessPageOf(cycle),
  }),
  add: command({
    title: '新建巡检周期',
    path: '/inspectionCycle/add',
    access: edit,
    input: z.object({ name, ...described }).refine(inOrder, notInOrder),
    output: cycle,
  }),
  /** What plans in effect still have to make follows it from now on. */
  update: command({
    title: '编辑巡检周期',
    path: '/inspectionCycle/update',
    access: edit,
    entities: ['inspectionCycle', 'inspectionPlan'],
    input: z.object({ id, version, name, ...described }).refine(inOrder, notInOrder),
    output: cycle,
  }),
  selectByOne: query({
    title: '巡检周期详情',
    path: '/inspectionCycle/selectByOne',
    access: see,
    input: z.object({ id }),
    output: cycle,
  }),
  del: command({
    title: '删除巡检周期',
    path: '/inspectionCycle/del',
    access: edit,
    input: z.object({ id }),
    output: z.null(),
  }),
  /** The next times of a cycle as it is being edited, and where it stands at the station of a plan. */
  preview: query({
    title: '巡检周期推算',
    path: '/inspectionCycle/preview',
    access: see,
    entities: ['inspectionCycle', 'inspectionPlan', 'calendar', 'generation'],
    input: z.object({
      ...described,
      /** Of which a cycle by conditions is counted; without one, the first plan's with this cycle. */
      psId: named('电站', id.optional()),
      cycleId: named('周期', id.optional()),
      from: named('起算日', day.optional()),
    }),
    output: z.object({ dues: z.array(coming), standing: standing.nullable() }),
  }),
}
