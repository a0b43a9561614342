import { DAY, planOf, startOfDay, type OrderBar } from './plan-time.ts'

/** An order in the weeks of a month: the days of the week that it covers, and its lane. */
export type Stretch = {
  bar: OrderBar
  /** From 0 for Monday; `span` days. */
  from: number
  span: number
  lane: number
  /** It goes on in the week before or after. */
  before: boolean
  after: boolean
}

const covers = (bar: OrderBar, start: number, end: number): boolean => {
  const plan = planOf(bar)
  return plan.start < end && (plan.end > start || plan.start >= start)
}

/** The orders of a day. */
export const barsOn = (bars: readonly OrderBar[], day: string): OrderBar[] =>
  bars.filter((bar) => covers(bar, startOfDay(day), startOfDay(day) + DAY))

/** The orders of a week in as few lanes as there are, the longest of those that begin together first. */
export function stretchesOf(bars: readonly OrderBar[], week: readonly string[]): Stretch[] {
  const start = startOfDay(week[0]!)
  const end = startOfDay(week.at(-1)!) + DAY
  const free: number[] = []
  return bars
    .filter((bar) => covers(bar, start, end))
    .map((bar) => {
      const plan = planOf(bar)
      const first = Math.max(0, Math.floor((plan.start - start) / DAY))
      const last = Math.min(week.length - 1, Math.max(first, Math.ceil((plan.end - start) / DAY) - 1))
      return { bar, from: first, span: last - first + 1, before: plan.start < start, after: plan.end > end }
    })
    .toSorted((one, other) => one.from - other.from || other.span - one.span)
    .map((each) => {
      let lane = free.findIndex((taken) => taken <= each.from)
      if (lane < 0) lane = free.length
      free[lane] = each.from + each.span
      return { ...each, lane }
    })
}

/** How many orders of each day have no lane of these. */
export const hiddenOf = (stretches: readonly Stretch[], lanes: number, days: number): number[] =>
  Array.from(
    { length: days },
    (_, at) =>
      stretches.filter(({ lane, from, span }) => lane >= lanes && from <= at && at < from + span).length,
  )
