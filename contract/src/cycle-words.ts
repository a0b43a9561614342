import { monthsOf } from './cycle-days.ts'
import type { CycleRule } from './inspection-cycles.ts'

export const weekdayNames = ['一', '二', '三', '四', '五', '六', '日'] as const

const weekdayName = (weekday: number) => `周${weekdayNames[weekday - 1] ?? ''}`

/** 1,500 万, or 800 where it is less than ten thousand. */
export const inTenThousands = (kwh: number): string =>
  kwh >= 10_000 ? `${(kwh / 10_000).toLocaleString('en')} 万` : kwh.toLocaleString('en')

function calendarWords(rule: NonNullable<CycleRule['calendar']>): string {
  switch (rule.every) {
    case 'day':
      return '每日'
    case 'workday':
      return '每个工作日'
    case 'week':
      return `每${rule.weekdays
        .toSorted((a, b) => a - b)
        .map(weekdayName)
        .join('、')}`
    case 'times':
      return `每周 ${rule.times} 次`
    case 'days':
      return `每 ${rule.days} 天`
    default: {
      const on =
        rule.day !== undefined
          ? `${rule.day} 日`
          : `${rule.nth === -1 ? '最后一个' : `第 ${rule.nth} 个`}${weekdayName(rule.weekday ?? 1)}`
      if (rule.every === 'month') return `每月 ${on}`
      const step = monthsOf[rule.every]
      const months = Array.from({ length: 12 / step }, (_, at) => rule.month + at * step).join('、')
      return `${months} 月 ${on}`
    }
  }
}

function conditionWords(rule: NonNullable<CycleRule['condition']>): string {
  const { kwh, hours, alarms, days, leastDays, rain } = rule
  const reached = [
    kwh !== null && `发电 ${inTenThousands(kwh)} kWh`,
    hours !== null && `运行 ${hours.toLocaleString('en')} 小时`,
    alarms !== null && `告警 ${alarms} 次`,
    days !== null && `距上次 ${days} 天`,
  ]
    .filter(Boolean)
    .join('或')
  const more = [
    leastDays > 1 && `最短 ${leastDays} 天`,
    rain !== null && kwh !== null && `日降雨 ≥ ${rain} mm 重新计数`,
  ]
  return [reached, ...more.filter(Boolean)].join('，')
}

type Timed = { rule: CycleRule; beginTime: string; endTime: string }

/** When a cycle is due, as lists say it. */
export function whenWords({ rule, beginTime, endTime }: Timed): string {
  if (rule.calendar) return `${calendarWords(rule.calendar)} ${beginTime}–${endTime}`
  return rule.condition ? conditionWords(rule.condition) : ''
}
