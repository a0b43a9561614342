import type { CatchUp, HolidayRule } from '@heliodesk/contract/cycle-days.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'
import fc from 'fast-check'

export const HOLIDAYS = ['2026-12-01', '2026-12-02', '2026-12-03', '2027-01-01', '2027-01-04', '2027-01-05']
export const WORKED = ['2026-12-06', '2027-01-09']

const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() || 7
const works = (day: string) => WORKED.includes(day) || (weekdayOf(day) < 6 && !HOLIDAYS.includes(day))

type CalendarRule = { every: 'day' } | { every: 'week'; weekdays: number[] } | { every: 'days'; days: number }
type CountingRule = {
  kwh: null
  hours: number | null
  alarms: number | null
  days: number | null
  leastDays: number
  rain: null
}
export type Rule = { calendar: CalendarRule } | { condition: CountingRule }

const calendars: fc.Arbitrary<Rule> = fc
  .oneof(
    fc.constant({ every: 'day' as const }),
    fc
      .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
      .map((weekdays) => ({ every: 'week' as const, weekdays })),
    fc.integer({ min: 2, max: 9 }).map((days) => ({ every: 'days' as const, days })),
  )
  .map((calendar) => ({ calendar }))
const conditions: fc.Arbitrary<Rule> = fc
  .record({
    kwh: fc.constant(null),
    hours: fc.option(fc.integer({ min: 1, max: 90 }), { freq: 3 }),
    alarms: fc.option(fc.integer({ min: 1, max: 8 })),
    days: fc.option(fc.integer({ min: 4, max: 20 })),
    leastDays: fc.integer({ min: 1, max: 4 }),
    rain: fc.constant(null),
  })
  .filter(({ hours, alarms, days }) => hours !== null || alarms !== null || days !== null)
  .map((condition) => ({ condition }))
const rules = fc.oneof(calendars, conditions)

/** What was reported of a day: hours that were measured, in how many of them it ran, and alarms that began. */
export type Reported = { measured: number; ran: number; alarms: number }
const reported: fc.Arbitrary<Reported> = fc
  .record({
    measured: fc.constantFrom(0, 7, 24, 24),
    ran: fc.integer({ min: 0, max: 12 }),
    alarms: fc.constantFrom(0, 0, 0, 1, 2),
  })
  .map(({ measured, ran, alarms }) => ({ measured, ran: Math.min(ran, measured), alarms }))

export const FIRST_REPORTED = '2026-11-01'
export const LAST_REPORTED = '2027-03-31'

export type Story = {
  rule: Rule
  other: Rule
  /** Days from the first one on, over and over. */
  reports: Reported[]
  holidays: HolidayRule
  lead: number
  catchUp: CatchUp
  from: number
  steps: { by: number; act: 'change' | 'cycle' | 'kill' | 'run' | 'stop' | 'twice' }[]
}
export const stories: fc.Arbitrary<Story> = fc.record({
  rule: rules,
  other: rules,
  reports: fc.array(reported, { minLength: 1, maxLength: 40 }),
  holidays: fc.constantFrom('keep', 'skip', 'next', 'previous'),
  lead: fc.integer({ min: 0, max: 5 }),
  catchUp: fc.constantFrom('latest', 'all', 'none'),
  from: fc.integer({ min: 0, max: 6 }),
  steps: fc.array(
    fc.record({
      // The clock goes back now and then.
      by: fc.integer({ min: -4, max: 12 }),
      act: fc.constantFrom('run', 'run', 'twice', 'kill', 'stop', 'change', 'cycle'),
    }),
    { minLength: 3, maxLength: 9 },
  ),
})

/** What a story reports of a day. */
export function reportOf({ reports }: Story, day: string): Reported {
  const at = (Date.parse(day) - Date.parse(FIRST_REPORTED)) / 86_400_000
  if (day < FIRST_REPORTED || day > LAST_REPORTED) return { measured: 0, ran: 0, alarms: 0 }
  return reports[at % reports.length]!
}

type Part = { rule: Rule; from: string; until: string | null }

/** What a plain reading of the rules makes, by going through all days. */
export class Model {
  readonly made = new Map<string, number>()
  readonly nominals = new Set<string>()
  parts: Part[]
  stopOn: string | null = null
  readonly #story: Story

  constructor(story: Story, from: string) {
    this.#story = story
    this.parts = [{ rule: story.rule, from, until: null }]
  }

  #names({ rule, from, until }: Part, day: string): boolean {
    if (!('calendar' in rule) || day < from || (until !== null && day > until)) return false
    const { calendar } = rule
    if (calendar.every === 'day') return true
    if (calendar.every === 'week') return calendar.weekdays.includes(weekdayOf(day))
    return ((Date.parse(day) - Date.parse(from)) / 86_400_000) % calendar.days === 0
  }

  #moved(day: string): string | null {
    const { holidays } = this.#story
    if (!works(day) && holidays === 'skip') return null
    let to = day
    if (holidays === 'next' || holidays === 'previous')
      while (!works(to)) to = dayAfter(to, holidays === 'next' ? 1 : -1)
    return to
  }

  #dues(): { day: string; nominal: string; part: number }[] {
    const dues = new Map<string, { day: string; nominal: string; part: number }>()
    for (const [part, each] of this.parts.entries()) {
      const own = new Map<string, string>()
      for (let day = '2026-11-01'; day < '2027-06-01'; day = dayAfter(day)) {
        if (!this.#names(each, day)) continue
        const to = this.#moved(day)
        if (to === null || own.has(to) || (to !== day && this.#names(each, to))) continue
        own.set(to, day)
      }
      for (const [day, nominal] of own) if (!dues.has(day)) dues.set(day, { day, nominal, part })
    }
    return [...dues.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  }

  /** The mean of the days of four weeks that were measured as long as the longest one. */
  #hoursADay(last: string, today: string): number {
    const recent = dayAfter(today, -29)
    const begin = last < recent ? last : recent
    let fullest = 0
    for (let day = dayAfter(begin); day <= today; day = dayAfter(day))
      fullest = Math.max(fullest, reportOf(this.#story, day).measured)
    let [days, hours] = [0, 0]
    for (let day = dayAfter(recent); day < today; day = dayAfter(day)) {
      const { measured, ran } = reportOf(this.#story, day)
      if (measured === 0 || measured < fullest) continue
      days += 1
      hours += ran
    }
    return days === 0 ? 0 : hours / days
  }

  /** The day on which a count is reached, the first one after the last order. */
  #reached({ hours, alarms, days, leastDays }: CountingRule, last: string, today: string): string | null {
    const daily = this.#hoursADay(last, today)
    let [ran, raised] = [0, 0]
    for (let since = 1; since < 400; since++) {
      const day = dayAfter(last, since)
      const report = reportOf(this.#story, day)
      ran += day <= today ? report.ran : daily
      raised += day <= today ? report.alarms : 0
      if (since < leastDays) continue
      if (hours !== null && ran >= hours - 1e-6) return day
      if (alarms !== null && raised >= alarms) return day
      if (days !== null && since >= days) return day
    }
    return null
  }

  #counting(rule: CountingRule, today: string): { day: string; nominal: string; part: number }[] {
    const at = this.parts.findLastIndex(({ from }) => from <= today)
    const part = this.parts[at]
    if (!part) return []
    const last = [dayAfter(part.from, -1), ...this.made.keys()].toSorted().at(-1)!
    if (last >= today) return []
    const reached = this.#reached(rule, last, today)
    if (reached === null) return []
    const day = later(this.#moved(reached) ?? reached, today)
    if (day > dayAfter(today, this.#story.lead) || (part.until !== null && day > part.until)) return []
    return [{ day, nominal: day, part: at }]
  }

  #calendar(today: string): { day: string; nominal: string; part: number }[] {
    const { lead, catchUp } = this.#story
    const dues = this.#dues()
    const before = this.parts[0]!.from < today ? dues.filter(({ day }) => day < today) : []
    const caught = { none: [], all: before, latest: before.slice(-1) }[catchUp]
    return [...caught, ...dues.filter(({ day }) => day >= today && day <= dayAfter(today, lead))]
  }

  run(today: string): void {
    if (this.stopOn !== null && this.stopOn <= today) return
    // All parts are of one cycle.
    const { rule } = this.parts[0]!
    const dues = 'condition' in rule ? this.#counting(rule.condition, today) : this.#calendar(today)
    for (const { day, nominal, part } of dues) {
      if (this.stopOn !== null && day >= this.stopOn) continue
      if (this.made.has(day) || this.nominals.has(nominal)) continue
      this.made.set(day, part + 1)
      this.nominals.add(nominal)
    }
  }
}

const later = (one: string, other: string) => (one > other ? one : other)
