import type { TaskTypeDefinition } from '@heliodesk/contract/task-types.ts'
import { workHoursOf } from '@heliodesk/contract/work-order-rules.ts'
import { z } from 'zod'
import {
  closeOfDay,
  DAY,
  later,
  laterAtWork,
  startOfDay,
  wallClock,
} from '../../../kernel/first-data/calendar.ts'
import { readTable } from '../../../kernel/first-data/data-file.ts'
import type { Random } from '../../../kernel/first-data/random.ts'
import { present } from '../../../platform/certain.ts'
import type { Draft } from './life.ts'
import type { Staff } from './places.ts'
import { remarkOn } from './remarks.ts'

/** How much of the work is recorded: nothing, a draft, or a submission. */
export type Written = { startedAt: number; until: number; complete: boolean } | null

/** The order's copy of its template, filled in as far as it is recorded. */
export function fillDocument(definition: TaskTypeDefinition, written: Written, random: Random) {
  const prerequisites = definition.prerequisites.map((each) => ({ ...each, met: false }))
  const steps = definition.steps.map((step) => ({
    ...step,
    done: false,
    doneAt: null as string | null,
    value: '',
    note: '',
  }))
  if (!written) return { prerequisites, steps }
  const { startedAt, until, complete } = written
  const reached = complete
    ? steps.length
    : Math.max(1, Math.floor(steps.length * random.decimal(0.3, 0.7, 2)))
  return {
    prerequisites: prerequisites.map((each) => ({ ...each, met: each.required || random.chance(0.7) })),
    steps: steps.map((step, at) => {
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

/** Plausible readings by what is measured: the first row whose pattern matches the step's name. */
const readings = readTable(new URL('./readings.csv', import.meta.url), {
  step: z.string().transform((pattern) => new RegExp(pattern)),
  low: z.coerce.number(),
  high: z.coerce.number(),
  digits: z.coerce.number(),
  unit: z.string().default(''),
})

function measure(name: string, random: Random): string {
  const { low, high, digits, unit } = present(readings.find(({ step }) => step.test(name)))
  return `${random.decimal(low, high, digits).toFixed(digits)}${unit}`
}

const MOST_ROWS = 3

/** Rows of work hours within the recorded time, at most one a day. */
export function hoursOf(
  draft: Draft,
  { startedAt, until }: NonNullable<Written>,
  crew: Staff[],
  random: Random,
) {
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
      remark: remarkOn('hours', draft, end, random),
    })
    at = laterAtWork(startOfDay(at) + DAY, random.whole(0, 60))
  }
  return rows
}
