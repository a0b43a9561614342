import { workHoursOf } from '@heliodesk/contract/work-order-rules.ts'
import { present } from '../../platform/certain.ts'
import type { TaskTemplate } from '../task-templates.ts'
import { closeOfDay, DAY, later, laterAtWork, startOfDay, wallClock } from './calendar.ts'
import type { Staff } from './place.ts'
import type { Random } from './random.ts'
import { hoursRemarks } from './remarks.ts'

/** How much of the work is recorded: nothing, a draft, or a submission. */
export type Written = { startedAt: number; until: number; complete: boolean } | null

type FilledStep = Omit<TaskTemplate['steps'][number], 'done' | 'doneAt' | 'value'> & {
  done: boolean
  doneAt: string | null
  value: string
}

/** The order's copy of its template, filled in as far as it is recorded. */
export function fillDocument({ prerequisites, steps }: TaskTemplate, written: Written, random: Random) {
  if (!written) return { prerequisites, steps }
  const { startedAt, until, complete } = written
  const reached = complete
    ? steps.length
    : Math.max(1, Math.floor(steps.length * random.decimal(0.3, 0.7, 2)))
  return {
    prerequisites: prerequisites.map((each) => ({ ...each, met: each.required || random.chance(0.7) })),
    steps: steps.map((step, at): FilledStep => {
      if (at >= reached || !(step.required || random.chance(0.75))) return step
      const doneAt = startedAt + ((until - startedAt) * (at + 1)) / (steps.length + 1)
      return {
        ...step,
        done: true,
        doneAt: wallClock(doneAt),
        value: step.needValue ? measure(step.name, random) : '',
      }
    }),
  }
}

/** Plausible readings: range, decimals and unit by what is measured. */
const readings: readonly (readonly [RegExp, number, number, number, string])[] = [
  [/清洗前.*电流/, 7.1, 8.4, 1, 'A'],
  [/电流/, 8.6, 9.6, 1, 'A'],
  [/SR/, 0.9, 0.99, 3, ''],
  [/完成容量/, 800, 6000, 0, 'kWp'],
  [/用水量/, 6, 60, 0, 't'],
  [/绝缘电阻/, 120, 900, 0, 'MΩ'],
  [/直流电阻/, 0.12, 0.95, 3, 'Ω'],
  [/耐压/, 50, 52, 1, 'kV 5min 通过'],
  [/接地电阻/, 0.18, 3.6, 2, 'Ω'],
  [/绝缘与电压|^测试$|修复并试验/, 2.1, 85, 1, 'MΩ'],
  [/损失电量|提升电量/, 60, 9000, 0, 'kWh'],
  [/应发与实发/, 3.1, 6.8, 2, '%'],
  [/停送电时间/, 4, 9, 1, 'h'],
  [/关口表/, 1200, 48000, 0, 'kWh'],
  [/电费/, 8000, 52000, 2, '元'],
  [/询价/, 3000, 90000, 2, '元'],
  [/自评/, 88, 99, 0, '分'],
  [/版本/, 2, 5, 1, '版'],
]

function measure(step: string, random: Random): string {
  const [, low, high, digits, unit] = readings.find(([pattern]) => pattern.test(step)) ?? [
    /./,
    90,
    100,
    0,
    '%',
  ]
  return `${random.decimal(low, high, digits).toFixed(digits)}${unit}`
}

const MOST_ROWS = 3

/** Rows of work hours within the recorded time, at most one a day. */
export function hoursOf({ startedAt, until }: NonNullable<Written>, crew: Staff[], random: Random) {
  const rows = []
  let at = startedAt
  while (at < until && rows.length < MOST_ROWS) {
    const close = closeOfDay(at)
    const end = Math.min(until, close > at ? close : until, later(at, random.whole(90, 480)))
    rows.push({
      executor_name: present(crew[rows.length % crew.length]).realname,
      actual_start_time: new Date(at).toISOString(),
      actual_end_time: new Date(end).toISOString(),
      people_num: crew.length,
      work_hours: workHoursOf(at, end, crew.length),
      remark: random.pick(hoursRemarks),
    })
    at = laterAtWork(startOfDay(at) + DAY, random.whole(0, 60))
  }
  return rows
}
