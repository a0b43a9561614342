import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { courseOf, reachedAfter, type ConditionRule, type Known, type Tally } from './cycle-conditions.ts'
import { dayAfter } from './days.ts'

const START = '2026-01-01'

type Days = Record<string, number>
const tally = (days: Days, expected: number | null): Tally => ({
  measured: (day) => days[day] ?? null,
  expected: () => expected,
})
const nothing = tally({}, null)

const rule = (more: Partial<ConditionRule>): ConditionRule => ({
  kwh: null,
  hours: null,
  alarms: null,
  days: null,
  leastDays: 1,
  rain: null,
  ...more,
})
const known = (more: Partial<Known>): Known => ({
  today: '2026-01-06',
  energy: nothing,
  rain: () => null,
  hours: [],
  alarms: nothing,
  ...more,
})

describe('a cycle that counts energy', () => {
  const both = rule({ kwh: 100, days: 10, leastDays: 2, rain: 10 })

  it('is due when the energy is there, or the days are over, whichever comes first', () => {
    const energy = tally({ '2026-01-02': 60, '2026-01-03': 39, '2026-01-04': 1 }, 1)
    const due = reachedAfter(both, START, known({ energy }))
    expect(due).toEqual({ day: '2026-01-04', by: 'energy', isEstimate: false })
    expect(reachedAfter(both, START, known({ energy: tally({}, 1) }))).toEqual({
      day: '2026-01-11',
      by: 'days',
      isEstimate: true,
    })
    expect(reachedAfter(rule({ days: 10 }), START, known({}))).toMatchObject({
      day: '2026-01-11',
      isEstimate: false,
    })
  })

  it('counts anew after rain, and never comes before the least interval', () => {
    const energy = tally({ '2026-01-02': 500, '2026-01-03': 99, '2026-01-04': 100 }, 0)
    const rain = (day: string) => (day === '2026-01-03' ? 10 : null)
    expect(reachedAfter(both, START, known({ energy, rain }))?.day).toBe('2026-01-04')
    expect(reachedAfter({ ...both, rain: null }, START, known({ energy, rain }))?.day).toBe('2026-01-03')
  })

  it('is estimated where nothing was measured, and unknown where nothing can be expected', () => {
    const energyOnly = { ...both, days: null }
    const due = reachedAfter(energyOnly, START, known({ energy: tally({}, 30) }))
    expect(due).toEqual({ day: '2026-01-05', by: 'energy', isEstimate: true })
    expect(reachedAfter(energyOnly, START, known({}))).toBeNull()
    expect(reachedAfter(energyOnly, START, known({ energy: tally({}, 0) }))).toBeNull()
    const course = [...courseOf(both, START, known({ energy: tally({}, 50) }))]
    expect(course.map(({ counted }) => counted.energy)).toEqual([50, 100])
  })
})

describe('a cycle that counts running hours or alarms', () => {
  const days = { '2026-01-02': 10, '2026-01-04': 5, '2026-01-06': 4.9 }

  it.each([
    [19.9, { day: '2026-01-06', by: 'hours', isEstimate: false }],
    [19.91, { day: '2026-01-07', by: 'hours', isEstimate: true }],
    [29.9, { day: '2026-01-07', by: 'hours', isEstimate: true }],
    [29.91, { day: '2026-01-08', by: 'hours', isEstimate: true }],
  ])('of %d hours is due when they are there: gaps add nothing, and days to come the mean', (hours, due) => {
    expect(reachedAfter(rule({ hours }), START, known({ hours: [tally(days, 10)] }))).toEqual(due)
  })

  it('is known only as far as it was measured where nothing can be expected', () => {
    const hours = [tally(days, null)]
    expect(reachedAfter(rule({ hours: 19.9 }), START, known({ hours }))?.day).toBe('2026-01-06')
    expect(reachedAfter(rule({ hours: 20 }), START, known({ hours }))).toBeNull()
    expect(reachedAfter(rule({ hours: 20 }), START, known({}))).toBeNull()
  })

  it('that was reached early waits for the least number of days, although nothing more can be expected', () => {
    const alarms = tally({ '2026-01-02': 2 }, null)
    const due = reachedAfter(rule({ alarms: 2, leastDays: 9 }), START, known({ alarms }))
    expect(due).toEqual({ day: '2026-01-10', by: 'alarms', isEstimate: false })
  })

  it('is decided by the device that runs most', () => {
    const hours = [tally({ '2026-01-02': 3 }, 1), tally({ '2026-01-03': 6 }, 2), tally({}, null)]
    expect(reachedAfter(rule({ hours: 6 }), START, known({ hours }))?.day).toBe('2026-01-03')
    expect(reachedAfter(rule({ hours: 9 }), START, known({ hours }))?.day).toBe('2026-01-08')
  })

  it('is what comes first of all that it counts', () => {
    const all = rule({ hours: 15, alarms: 2, days: 30 })
    const hours = [tally(days, 10)]
    const by = (alarms: Days) => reachedAfter(all, START, known({ hours, alarms: tally(alarms, 0) }))
    expect(by({ '2026-01-03': 2 })).toEqual({ day: '2026-01-03', by: 'alarms', isEstimate: false })
    expect(by({ '2026-01-03': 1 })).toEqual({ day: '2026-01-04', by: 'hours', isEstimate: false })
  })

  it('is what a plain count of every day finds', () => {
    const counts = fc.array(fc.option(fc.integer({ min: 0, max: 12 })), { maxLength: 40 })
    const limit = fc.option(fc.integer({ min: 1, max: 120 }))
    fc.assert(
      fc.property(
        counts,
        counts,
        fc.record({ hours: limit, alarms: limit, days: limit, least: fc.integer({ min: 1, max: 30 }) }),
        fc.option(fc.integer({ min: 1, max: 9 })),
        (ran, alarms, { least, ...limits }, daily) => {
          const dayAt = (offset: number) => dayAfter(START, offset)
          const of = (values: (number | null)[]) => (day: string) =>
            values[values.findIndex((_value, at) => dayAt(at + 1) === day)] ?? null
          const today = dayAt(20)
          const found = reachedAfter(
            rule({ ...limits, leastDays: least }),
            START,
            known({
              today,
              hours: [{ measured: of(ran), expected: () => daily }],
              alarms: { measured: of(alarms), expected: () => null },
            }),
          )
          let plain: string | null = null
          let [hours, times] = [0, 0]
          let isCertain = false
          for (let since = 1; since <= 366 * 3 && plain === null; since++) {
            hours += since <= 20 ? (ran[since - 1] ?? 0) : (daily ?? 0)
            times += since <= 20 ? (alarms[since - 1] ?? 0) : 0
            const isThere =
              (limits.hours !== null && hours >= limits.hours) ||
              (limits.alarms !== null && times >= limits.alarms) ||
              (limits.days !== null && since >= limits.days)
            if (isThere && since >= least) plain = dayAt(since)
            // What was reached by today waits for a day that is certain.
            if (since === 20)
              isCertain =
                (limits.hours !== null && hours >= limits.hours) ||
                (limits.alarms !== null && times >= limits.alarms)
          }
          expect(found?.day ?? null).toBe(plain)
          const doesCount = limits.hours !== null || limits.alarms !== null
          if (found) expect(found.isEstimate).toBe(doesCount && found.day > today && !isCertain)
        },
      ),
      { numRuns: 200 },
    )
  })
})
