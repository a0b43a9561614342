import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/runs.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { addWorkingDays, isWorkingDay, type WorkCalendar } from './working-days.ts'

const DAY_MS = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

const kinds = ['off', 'work', 'company'] as const

/** Calendars of two years around a turn of the year; 2028 has none. */
const calendars = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 729 }), fc.constantFrom(...kinds)), { maxLength: 80 })
  .map((days): WorkCalendar => {
    const years = new Map([
      [2026, new Map<string, (typeof kinds)[number]>()],
      [2027, new Map<string, (typeof kinds)[number]>()],
    ])
    for (const [at, kind] of days) {
      const day = dayOf(Date.UTC(2026, 0, 1) + at * DAY_MS)
      years.get(Number(day.slice(0, 4)))!.set(day, kind)
    }
    return { zone: 'Asia/Shanghai', years }
  })

const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 2, 1) }).map((at) => new Date(at))

describe('working days', () => {
  it('skip holidays, include the days made up for, and keep the time of day, whatever the calendar', () => {
    fc.assert(
      fc.property(calendars, moments, fc.integer({ min: 1, max: 40 }), (calendar, from, count) => {
        const due = addWorkingDays(calendar, from, count)
        const [start, end] = [toWireTime(from, calendar.zone), toWireTime(due, calendar.zone)]
        const isOff = !isWorkingDay(calendar, start.slice(0, 10))
        expect(end.slice(10)).toBe(isOff ? ' 00:00:00' : start.slice(10))
        expect(isWorkingDay(calendar, end.slice(0, 10))).toBe(true)
        // Exactly as many working days lie between.
        let counted = 0
        for (
          let at = Date.parse(`${start.slice(0, 10)}T00:00:00Z`) + DAY_MS;
          dayOf(at) <= end.slice(0, 10);
          at += DAY_MS
        )
          if (isWorkingDay(calendar, dayOf(at))) counted += 1
        // The midnight at the end of the last one belongs to the next, where nothing of the first day was left.
        expect(counted).toBe(isOff ? count + 1 : count)
      }),
      { numRuns: runs(300) },
    )
  })

  it('are later the later one begins, and the more there are', () => {
    fc.assert(
      fc.property(
        calendars,
        moments,
        // Close enough for a day off to lie between or around them.
        fc.integer({ min: 0, max: 5 * DAY_MS }),
        fc.integer({ min: 1, max: 30 }),
        (calendar, first, later, count) => {
          const second = new Date(first.getTime() + later)
          const due = addWorkingDays(calendar, first, count)
          expect(due.getTime()).toBeLessThanOrEqual(addWorkingDays(calendar, second, count).getTime())
          expect(due.getTime()).toBeLessThan(addWorkingDays(calendar, first, count + 1).getTime())
          expect(addWorkingDays(calendar, addWorkingDays(calendar, first, 1), count)).toEqual(
            addWorkingDays(calendar, first, count + 1),
          )
        },
      ),
      { numRuns: runs(300) },
    )
  })

  it.each([
    // A Friday; over a weekend that is worked, over the turn of the year, and in a year without a calendar.
    ['2026-02-13 09:30:00', 1, '2026-02-14 09:30:00'],
    ['2026-02-13 09:30:00', 2, '2026-02-23 09:30:00'],
    ['2026-12-31 18:00:00', 1, '2027-01-04 18:00:00'],
    ['2028-12-29 08:00:00', 1, '2029-01-01 08:00:00'],
    // A Saturday: the whole of the Monday is left.
    ['2026-03-07 08:00:00', 1, '2026-03-10 00:00:00'],
    ['2026-03-08 23:59:59', 2, '2026-03-11 00:00:00'],
    // 23:30 in Shanghai is the day before in UTC.
    ['2026-02-12 23:30:00', 1, '2026-02-13 23:30:00'],
    ['2026-02-13 00:30:00', 1, '2026-02-14 00:30:00'],
  ])('from %s, %i of them end at %s', (from, count, due) => {
    const off = (...days: string[]) => days.map((day) => [day, 'off'] as const)
    const calendar: WorkCalendar = {
      zone: 'Asia/Shanghai',
      years: new Map<number, Map<string, (typeof kinds)[number]>>([
        [
          2026,
          new Map<string, (typeof kinds)[number]>([
            ['2026-02-14', 'work'],
            ...off('2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20'),
          ]),
        ],
        [2027, new Map([['2027-01-01', 'company' as const]])],
      ]),
    }
    expect(
      toWireTime(addWorkingDays(calendar, new Date(`${from.replace(' ', 'T')}+08:00`), count), calendar.zone),
    ).toBe(due)
  })

  it('follow the clock of the company over a change to summer time', () => {
    const calendar: WorkCalendar = { zone: 'Europe/Berlin', years: new Map() }
    // Friday before the change, 10:00 there.
    const due = addWorkingDays(calendar, new Date('2026-03-27T09:00:00Z'), 1)
    expect(due.toISOString()).toBe('2026-03-30T08:00:00.000Z')
  })
})
