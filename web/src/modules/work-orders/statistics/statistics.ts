import type { Received } from '@heliodesk/contract/call.ts'
import { countDays, dayAfter, mondayOf, type Span } from '@heliodesk/contract/days.ts'
import {
  FEW_ORDERS,
  ON_TIME_TARGET,
  type Measures,
  type orderStatisticsCalls,
  type StatisticsGroup,
} from '@heliodesk/contract/order-statistics.ts'
import { EMPTY, formatNumber } from '../../../kit/format.ts'

export type Overview = Received<typeof orderStatisticsCalls.overview>
export type Groups = Received<typeof orderStatisticsCalls.groups>
export type GroupRow = Groups['rows'][number]
export type Recurring = Received<typeof orderStatisticsCalls.recurring>

/** Types whose orders have a cause: faults, defects and emergency repairs. */
export const FAULT_TYPES = [7, 8, 15]

/** What groups are ranked by, and causes. */
export const groupMeasures = { onTime: '按期率', created: '单数' } as const
export type GroupMeasure = keyof typeof groupMeasures
export const causeMeasures = { created: '次数', lostKwh: '损失' } as const
export type CauseMeasure = keyof typeof causeMeasures

/** How the figures are counted, below them. */
export const STATISTICS_NOTE =
  '响应为接单减报出，修复为提交减报出，只算走完各步的工单。按期完成率的分母是期间内到期的工单，未完成的超期单留在分母。损失电量取工单登记的停机，没有登记的按每小时损失与每天平均 12 小时日照估算；金额按电站电价。不足 5 单的组只显示数值，不标红。'

export const periods = {
  today: '今日',
  week: '本周',
  lastWeek: '上周',
  month: '本月',
  lastMonth: '上月',
  days90: '近 90 天',
  year: '本年',
} as const
export type PeriodName = keyof typeof periods

/** The days of each period that is offered by name, up to today where it is not over. */
export function spansOf(today: string): Record<PeriodName, Span> {
  const month = `${today.slice(0, 7)}-01`
  const lastDay = dayAfter(month, -1)
  const monday = mondayOf(today)
  return {
    today: { begin: today, end: today },
    week: { begin: monday, end: today },
    lastWeek: { begin: dayAfter(monday, -7), end: dayAfter(monday, -1) },
    month: { begin: month, end: today },
    lastMonth: { begin: `${lastDay.slice(0, 7)}-01`, end: lastDay },
    days90: { begin: dayAfter(today, -89), end: today },
    year: { begin: `${today.slice(0, 4)}-01-01`, end: today },
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The span in an address; this month without a whole one. */
export function spanIn(query: URLSearchParams, today: string): Span {
  const [begin, end] = [query.get('begin') ?? '', query.get('end') ?? '']
  const isWhole = DAY.test(begin) && DAY.test(end) && begin <= end
  return isWhole ? { begin, end } : spansOf(today).month
}

/** The name of a span, if it is one of those that are offered; of equal ones the first that was chosen most. */
export function nameOf(span: Span, today: string): PeriodName | null {
  const spans = spansOf(today)
  const order: PeriodName[] = ['month', 'today', 'week', 'lastWeek', 'lastMonth', 'days90', 'year']
  return order.find((name) => spans[name].begin === span.begin && spans[name].end === span.end) ?? null
}

/** A span without the year where it is this one. */
export function spanTitle({ begin, end }: Span, today: string): string {
  const isNear = begin.slice(0, 4) === end.slice(0, 4) && end.slice(0, 4) === today.slice(0, 4)
  const short = (day: string) => (isNear ? day.slice(5) : day)
  return countDays({ begin, end }) === 1 ? short(begin) : `${short(begin)} 至 ${short(end)}`
}

/** A share in percent, exact to 0.1; null of nothing. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10

/** A change against the time before: its words, and whether it is for the better. */
export type Change = { words: string; good: boolean | null }

/** How a figure changed; `lessIsBetter` for times and losses. Without either value there is nothing to say. */
export function changeOf(
  now: number | null,
  before: number | null,
  unit: string,
  { digits = 0, lessIsBetter = false }: { digits?: 0 | 1; lessIsBetter?: boolean } = {},
): Change | null {
  if (now === null || before === null) return null
  return signed(now - before, unit, digits, lessIsBetter)
}

/** The same in percent of the value before. */
export function shareChange(now: number, before: number, lessIsBetter = false): Change | null {
  return before === 0 ? null : signed(((now - before) / before) * 100, '%', 1, lessIsBetter)
}

function signed(by: number, unit: string, digits: 0 | 1, lessIsBetter: boolean): Change {
  const size = formatNumber(Math.abs(by), digits)
  if (Number(size.replaceAll(',', '')) === 0) return { words: '持平', good: null }
  return { words: `${by > 0 ? '+' : '−'}${size}${unit && ` ${unit}`}`, good: by > 0 !== lessIsBetter }
}

/** Whether a group is below the target, and has enough orders to be judged by it. */
export function isLate({ due, onTime }: Pick<Measures, 'due' | 'onTime'>): boolean {
  const share = shareOf(onTime, due)
  return share !== null && due >= FEW_ORDERS && share < ON_TIME_TARGET
}

/** Groups by the share of what was due that was finished in time, the lowest first; those without any due last. */
export const byOnTime = (rows: readonly GroupRow[]): GroupRow[] =>
  rows.filter(({ due }) => due > 0).toSorted((a, b) => a.onTime / a.due - b.onTime / b.due || b.due - a.due)

/** Groups that had new orders, the most first; years in their order. */
export const byNumber = (rows: readonly GroupRow[], by: StatisticsGroup): GroupRow[] =>
  rows
    .filter(({ created }) => created > 0)
    .toSorted((a, b) => (by === 'year' ? Number(a.key) - Number(b.key) : b.created - a.created))

export type Cause = {
  /** '' for orders without a subclass, and for all that are left. */
  key: string
  isRest: boolean
  name: string
  value: number
  /** The share of this cause and all before it, in percent. */
  running: number
}

/** The causes by number or loss, the greatest first; what is beyond `most` comes together, at the end. */
export function causesOf(rows: readonly GroupRow[], by: 'created' | 'lostKwh', most: number): Cause[] {
  const sorted = rows.filter((row) => row[by] > 0).toSorted((a, b) => b[by] - a[by])
  const total = sorted.reduce((sum, row) => sum + row[by], 0)
  const fits = sorted.length <= most
  const [shown, rest] = fits ? [sorted, []] : [sorted.slice(0, most - 1), sorted.slice(most - 1)]
  const causes = shown.map((row) => ({ key: row.key, name: row.name, value: row[by], isRest: false }))
  if (rest.length > 0)
    causes.push({
      key: '',
      name: `其他 ${rest.length} 类`,
      value: rest.reduce((sum, row) => sum + row[by], 0),
      isRest: true,
    })
  let sum = 0
  return causes.map((cause) => {
    sum += cause.value
    return { ...cause, running: Math.round((sum / total) * 1000) / 10 }
  })
}

/** An amount of causes in its unit. */
export const amountOf = (value: number, by: CauseMeasure) =>
  by === 'created' ? ({ value, unit: '单', digits: 0 } as const) : energyOf(value)

/** Pareto's few: the causes that make up four fifths together. */
export const isVital = (causes: readonly Cause[], at: number): boolean =>
  !causes[at]?.isRest && (causes[at - 1]?.running ?? 0) < 80

/** kWh, or MWh for large values. */
export const energyOf = (kwh: number): { value: number; unit: string; digits: 0 | 1 } =>
  kwh >= 100_000
    ? { value: kwh / 1000, unit: 'MWh', digits: 0 }
    : { value: kwh, unit: 'kWh', digits: kwh < 100 ? 1 : 0 }

/** Yuan, or ten thousands of them. */
export const moneyOf = (yuan: number | null): string =>
  yuan === null
    ? EMPTY
    : yuan >= 10_000
      ? `¥ ${formatNumber(yuan / 10_000, 1)} 万`
      : `¥ ${formatNumber(yuan)}`

/** Where on the span a time lies, 0 to 1. */
export function placeIn({ begin, end }: Span, time: string): number {
  const day = countDays({ begin, end: time.slice(0, 10) }) - 1
  return Math.min(1, Math.max(0, (day + 0.5) / countDays({ begin, end })))
}
