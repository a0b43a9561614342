import { dayAfter, mondayOf } from './days.ts'

/** What happens to a due day on which nobody works. */
export const holidayRules = {
  keep: '照常',
  skip: '跳过',
  next: '顺延到下一工作日',
  previous: '提前到上一工作日',
} as const
export type HolidayRule = keyof typeof holidayRules

/** Of what became due while a plan was stopped, or while nothing ran. */
export const catchUps = { latest: '只补最近一期', all: '全部补做', none: '不补' } as const
export type CatchUp = keyof typeof catchUps

/** When a cycle of the calendar comes round. Weekdays are 1 (Monday) to 7. */
export type CalendarRule =
  | { every: 'day' }
  | { every: 'workday' }
  | { every: 'week'; weekdays: readonly number[] }
  | { every: 'times'; times: number }
  | { every: 'month' | 'quarter' | 'half' | 'year'; month: number; day: number }
  | { every: 'month' | 'quarter' | 'half' | 'year'; month: number; nth: number; weekday: number }
  | { every: 'days'; days: number }

export type Works = (day: string) => boolean

/** A time at which something is due: `day`, moved there from `nominal` by the rule about holidays. */
export type DueDay = { day: string; nominal: string }

/** The months between two times of a cycle. */
export const monthsOf = { month: 1, quarter: 3, half: 6, year: 12 } as const

/** The weekdays of so many times a week, as far apart as they can be. */
export const spread: Readonly<Record<number, readonly number[]>> = {
  1: [2],
  2: [2, 5],
  3: [1, 3, 5],
  4: [1, 2, 4, 5],
  5: [1, 2, 3, 4, 5],
  6: [1, 2, 3, 4, 5, 6],
  7: [1, 2, 3, 4, 5, 6, 7],
}

/** No holiday is longer; nothing is moved further. */
const MOST_DAYS_OFF = 60

export const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

const pad = (value: number) => String(value).padStart(2, '0')

const lengthOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The day that a rule names in a month; a day that the month does not have is its last. */
function dayIn(year: number, month: number, rule: Extract<CalendarRule, { month: number }>): string {
  const of = (date: number) => `${year}-${pad(month)}-${pad(date)}`
  const last = lengthOf(year, month)
  if ('day' in rule) return of(Math.min(rule.day, last))
  if (rule.nth < 0) return of(last - ((weekdayOf(of(last)) - rule.weekday + 7) % 7))
  return of(1 + ((rule.weekday - weekdayOf(of(1)) + 7) % 7) + (rule.nth - 1) * 7)
}

/** The days that a rule names from `begin` to `end`, both included; `every: 'days'` counts from `start`. */
export function* namedDays(
  rule: CalendarRule,
  begin: string,
  end: string,
  { start, works }: { start: string; works: Works },
): Generator<string> {
  switch (rule.every) {
    case 'day':
    case 'workday':
      for (let day = begin; day <= end; day = dayAfter(day)) if (rule.every === 'day' || works(day)) yield day
      return
    case 'week':
    case 'times': {
      const weekdays =
        rule.every === 'week' ? rule.weekdays.toSorted((a, b) => a - b) : (spread[rule.times] ?? [])
      for (let monday = mondayOf(begin); monday <= end; monday = dayAfter(monday, 7))
        for (const weekday of weekdays) {
          const day = dayAfter(monday, weekday - 1)
          if (day >= begin && day <= end) yield day
        }
      return
    }
    case 'days': {
      const behind = Math.max(0, Math.ceil((Date.parse(begin) - Date.parse(start)) / 86_400_000 / rule.days))
      for (let day = dayAfter(start, behind * rule.days); day <= end; day = dayAfter(day, rule.days))
        yield day
      return
    }
    default: {
      const step = monthsOf[rule.every]
      const [year, month] = [Number(begin.slice(0, 4)), Number(begin.slice(5, 7))]
      for (let at = year * 12 + month - 1; ; at += 1) {
        const inYear = at % 12
        const first = `${String(Math.floor(at / 12)).padStart(4, '0')}-${pad(inYear + 1)}-01`
        if (first > end) return
        if (inYear % step !== (rule.month - 1) % step) continue
        const day = dayIn(Math.floor(at / 12), inYear + 1, rule)
        if (day >= begin && day <= end) yield day
      }
    }
  }
}

/** Where a day goes by the rule about holidays; null where it is left out. */
export function moved(day: string, rule: HolidayRule, works: Works): string | null {
  if (rule === 'keep' || works(day)) return day
  if (rule === 'skip') return null
  const by = rule === 'next' ? 1 : -1
  for (let count = 1; count <= MOST_DAYS_OFF; count++) {
    const other = dayAfter(day, by * count)
    if (works(other)) return other
  }
  return null
}

/** A version of a plan: what holds for the days that its cycle names in this time. */
export type Segment = {
  rule: CalendarRule
  holidays: HolidayRule
  /** The first day, from which `every: 'days'` counts. */
  start: string
  /** The last day; null for no end. */
  end: string | null
}

/**
 * When a segment is due between two days, both included, in order; no day comes twice. A day that is moved onto one that
 * the cycle names itself is done with that one. Days are moved within the segment's course: one that is named on its last
 * day may be done after it.
 */
export function dueDays(segment: Segment, begin: string, end: string, works: Works): DueDay[] {
  const { rule, holidays, start } = segment
  const from = later(start, dayAfter(begin, -MOST_DAYS_OFF))
  const to =
    segment.end === null ? dayAfter(end, MOST_DAYS_OFF) : earlier(segment.end, dayAfter(end, MOST_DAYS_OFF))
  const named = new Set(namedDays(rule, from, to, { start, works }))
  const due = new Map<string, string>()
  for (const nominal of named) {
    const day = moved(nominal, holidays, works)
    if (day === null || day < begin || day > end || due.has(day)) continue
    if (day !== nominal && named.has(day)) continue
    due.set(day, nominal)
  }
  return [...due].map(([day, nominal]) => ({ day, nominal })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

export const later = (a: string, b: string): string => (a > b ? a : b)
export const earlier = (a: string, b: string): string => (a < b ? a : b)

/** The next `count` due days of segments from a day on, at most as far as `MOST_AHEAD`. */
export function nextDues(segments: readonly Segment[], from: string, count: number, works: Works): DueDay[] {
  const found: DueDay[] = []
  for (let begin = from, days = 31; found.length < count && begin < dayAfter(from, MOST_AHEAD); days = 366) {
    const end = dayAfter(begin, days)
    const merged = duesOf(segments, begin, end, works)
    // The end of the time that was looked through is read again with what follows.
    found.push(...merged)
    begin = dayAfter(end)
  }
  return found.slice(0, count)
}

/** No cycle is longer than this many days. */
export const MOST_AHEAD = 366 * 6

/** The due days of all versions of a plan, in order; where two are due on one day, the earlier version is. */
export function duesOf(
  segments: readonly Segment[],
  begin: string,
  end: string,
  works: Works,
): (DueDay & { segment: number })[] {
  const due = new Map<string, DueDay & { segment: number }>()
  for (const [segment, each] of segments.entries())
    for (const one of dueDays(each, begin, end, works))
      if (!due.has(one.day)) due.set(one.day, { ...one, segment })
  return [...due.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/**
 * What is to be made on a day: all that is due from that day until so many days ahead, and of what was due before it what
 * is caught up on. The answer depends on the day alone, so that making it again on the same day, or after the clock went
 * back, makes the same.
 */
export function toMake(
  segments: readonly Segment[],
  today: string,
  { lead, catchUp }: { lead: number; catchUp: CatchUp },
  works: Works,
): (DueDay & { segment: number })[] {
  const ahead = duesOf(segments, today, dayAfter(today, lead), works)
  const begin = segments[0]?.start
  if (catchUp === 'none' || begin === undefined || begin >= today) return ahead
  // A day before the first one may be due, where it was moved forward.
  const before = (from: string) => duesOf(segments, from, dayAfter(today, -1), works)
  if (catchUp === 'all') return [...before(dayAfter(begin, -MOST_DAYS_OFF)), ...ahead]
  for (let days = 40; ; days *= 4) {
    const from = dayAfter(today, -days)
    const latest = before(from).at(-1)
    if (latest) return [latest, ...ahead]
    if (from < dayAfter(begin, -MOST_DAYS_OFF)) return ahead
  }
}

/** The first day after `today` on which something more is to be made; null for none. */
export function nextMaking(
  segments: readonly Segment[],
  today: string,
  lead: number,
  works: Works,
): string | null {
  const [next] = nextDues(segments, dayAfter(today, lead + 1), 1, works)
  return next ? dayAfter(next.day, -lead) : null
}
