import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  catchUps,
  dueDays,
  holidayRules,
  nextDues,
  nextMaking,
  spread,
  toMake,
  type CalendarRule,
  type CatchUp,
  type HolidayRule,
  type Segment,
} from './cycle-days.ts'
import { daysOf, dayAfter } from './days.ts'

const START = '2026-01-01'
const dayAt = (offset: number) => dayAfter(START, offset)

const weekday = fc.integer({ min: 1, max: 7 })
const inMonths = fc
  .constantFrom(
    ...([
      ['month', 1],
      ['quarter', 3],
      ['half', 6],
      ['year', 12],
    ] as const),
  )
  .chain(([every, most]) =>
    fc.tuple(fc.constant(every), fc.integer({ min: 1, max: most })).chain(([each, month]) =>
      fc.oneof(
        fc.integer({ min: 1, max: 31 }).map((day): CalendarRule => ({ every: each, month, day })),
        fc
          .tuple(fc.constantFrom(1, 2, 3, 4, -1), weekday)
          .map(([nth, at]): CalendarRule => ({ every: each, month, nth, weekday: at })),
      ),
    ),
  )
const rules: fc.Arbitrary<CalendarRule> = fc.oneof(
  fc.constant({ every: 'day' as const }),
  fc.constant({ every: 'workday' as const }),
  fc.uniqueArray(weekday, { minLength: 1 }).map((weekdays): CalendarRule => ({ every: 'week', weekdays })),
  weekday.map((times): CalendarRule => ({ every: 'times', times })),
  fc.integer({ min: 1, max: 400 }).map((days): CalendarRule => ({ every: 'days', days })),
  inMonths,
)
/** Days that differ from Monday to Friday, within three years. */
const calendars = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 1095 }), fc.integer({ min: 1, max: 9 }), fc.boolean()), {
    maxLength: 40,
  })
  .map((spans) => {
    const special = new Map(
      spans.flatMap(([at, length, works]) =>
        Array.from({ length }, (_, by) => [dayAt(at + by), works] as const),
      ),
    )
    return (day: string) => special.get(day) ?? new Date(`${day}T12:00:00Z`).getUTCDay() % 6 !== 0
  })
const holidays = fc.constantFrom(...(Object.keys(holidayRules) as HolidayRule[]))
const segments = fc
  .tuple(rules, holidays, fc.integer({ min: 0, max: 500 }), fc.option(fc.integer({ min: 0, max: 600 })))
  .map(([rule, off, from, length]): Segment => {
    const start = dayAt(from)
    return { rule, holidays: off, start, end: length === null ? null : dayAfter(start, length) }
  })

/** Whether a rule names a day, asked of the day alone. */
function names(rule: CalendarRule, day: string, start: string, works: (day: string) => boolean): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const at = date.getUTCDay() === 0 ? 7 : date.getUTCDay()
  const [inMonth, month] = [date.getUTCDate(), date.getUTCMonth() + 1]
  const last = new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate()
  if (rule.every === 'day') return true
  if (rule.every === 'workday') return works(day)
  if (rule.every === 'week') return rule.weekdays.includes(at)
  if (rule.every === 'times') return spread[rule.times]!.includes(at)
  if (rule.every === 'days') return ((date.getTime() - Date.parse(start)) / 86_400_000) % rule.days === 0
  const step = { month: 1, quarter: 3, half: 6, year: 12 }[rule.every]
  if (month % step !== rule.month % step) return false
  if ('day' in rule) return inMonth === rule.day || (inMonth === last && rule.day > last)
  if (at !== rule.weekday) return false
  return rule.nth === -1 ? inMonth + 7 > last : Math.ceil(inMonth / 7) === rule.nth
}

/** The due days by going through every day of the segment. */
function plainly(
  { rule, holidays: off, start, end }: Segment,
  works: (day: string) => boolean,
): Map<string, string> {
  const due = new Map<string, string>()
  const all = daysOf({ begin: start, end: end ?? dayAt(1600) }).filter((day) =>
    names(rule, day, start, works),
  )
  for (const nominal of all) {
    let day: string | null = nominal
    if (!works(nominal) && off === 'skip') day = null
    if (!works(nominal) && (off === 'next' || off === 'previous')) {
      let steps = 0
      while (day !== null && !works(day)) {
        day = dayAfter(day, off === 'next' ? 1 : -1)
        if (++steps > 60) day = null
      }
    }
    if (day === null || due.has(day) || (day !== nominal && all.includes(day))) continue
    due.set(day, nominal)
  }
  return due
}

describe('due days of a cycle', () => {
  it('are those that a plain search finds, in any stretch of time', () => {
    fc.assert(
      fc.property(
        segments,
        calendars,
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 120 }),
        (segment, works, from, length) => {
          const [begin, end] = [dayAt(from), dayAt(from + length)]
          const expected = [...plainly(segment, works)]
            .filter(([day]) => day >= begin && day <= end)
            .map(([day, nominal]) => ({ day, nominal }))
            .toSorted((a, b) => (a.day < b.day ? -1 : 1))
          expect(dueDays(segment, begin, end, works)).toEqual(expected)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('are made once and completely, whichever days the generator runs on', () => {
    fc.assert(
      fc.property(
        segments,
        calendars,
        fc.integer({ min: 0, max: 10 }),
        fc.constantFrom(...(Object.keys(catchUps) as CatchUp[])),
        fc.array(fc.integer({ min: -3, max: 12 }), { maxLength: 30 }),
        (segment, works, lead, catchUp, steps) => {
          const due = [...plainly(segment, works).keys()].toSorted()
          let today = segment.start
          for (const step of steps) {
            today = dayAfter(today, step)
            const made = toMake([segment], today, { lead, catchUp }, works).map(({ day }) => day)
            const ahead = due.filter((day) => day >= today && day <= dayAfter(today, lead))
            const before = segment.start < today ? due.filter((day) => day < today) : []
            const caught = { none: [], all: before, latest: before.slice(-1) }[catchUp]
            expect(made).toEqual([...caught, ...ahead])
            const next = due.find((day) => day > dayAfter(today, lead))
            // A plain search ends somewhere.
            if (next !== undefined && next < dayAt(1500))
              expect(nextMaking([segment], today, lead, works)).toBe(dayAfter(next, -lead))
          }
        },
      ),
      { numRuns: 80 },
    )
  })

  it.each<[CalendarRule, HolidayRule, string[]]>([
    [{ every: 'month', month: 1, day: 31 }, 'keep', ['2026-01-31', '2026-02-28', '2026-03-31']],
    [{ every: 'month', month: 1, nth: 1, weekday: 3 }, 'keep', ['2026-01-07', '2026-02-04', '2026-03-04']],
    [{ every: 'month', month: 1, nth: -1, weekday: 5 }, 'keep', ['2026-01-30', '2026-02-27', '2026-03-27']],
    [{ every: 'quarter', month: 1, nth: 2, weekday: 1 }, 'keep', ['2026-01-12', '2026-04-13', '2026-07-13']],
    [{ every: 'half', month: 4, day: 12 }, 'next', ['2026-04-13', '2026-10-12', '2027-04-12']],
    [{ every: 'year', month: 5, day: 17 }, 'previous', ['2026-05-15', '2027-05-17', '2028-05-17']],
    [{ every: 'times', times: 2 }, 'keep', ['2026-01-02', '2026-01-06', '2026-01-09']],
    [{ every: 'day' }, 'next', ['2026-01-01', '2026-01-02', '2026-01-05']],
    [{ every: 'days', days: 100 }, 'skip', ['2026-01-01', '2026-07-20', '2026-10-28']],
  ])('of %j, on holidays %s, begin %j', (rule, off, first) => {
    const works = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() % 6 !== 0
    const segment = { rule, holidays: off, start: START, end: null }
    expect(nextDues([segment], START, 3, works).map(({ day }) => day)).toEqual(first)
  })

  it('end with the segment, and go on by the next one', () => {
    const works = () => true
    const daily = {
      rule: { every: 'day' },
      holidays: 'keep',
      start: '2026-03-01',
      end: '2026-03-02',
    } as const
    const later = {
      rule: { every: 'days', days: 2 },
      holidays: 'keep',
      start: '2026-03-03',
      end: null,
    } as const
    expect(nextDues([daily, later], '2026-02-01', 4, works)).toMatchObject(
      ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-05'].map((day) => ({ day, nominal: day })),
    )
    expect(nextMaking([daily], '2026-03-02', 0, works)).toBeNull()
  })
})
