import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barAt, MONDAY } from './bar.fixture.ts'
import { groupBars, NOBODY } from './groups.ts'
import { bookedHours, loadsOf } from './load.ts'
import { dayAfter, daysOf, mondayOf } from '@heliodesk/contract/days.ts'
import { periodOf, readDay, shifted, titleOf, weeksOfMonth } from './period.ts'
import { clashesOf, conflictingOf } from './plan-conflicts.ts'
import { dayOf, HOUR, momentOf, planOf, planText, wireOf } from './plan-time.ts'

const limits = { dayHours: 8, bookingHours: 48 }

describe('periods', () => {
  test.each([
    ['day', '2026-11-21', '2026-11-21', '2026-11-21', '11 月 21 日 周六'],
    ['week', '2026-11-21', '2026-11-16', '2026-11-29', '11 月 16 日 – 11 月 29 日'],
    ['week', '2026-11-16', '2026-11-16', '2026-11-29', '11 月 16 日 – 11 月 29 日'],
    ['month', '2028-02-29', '2028-02-01', '2028-02-29', '2028 年 2 月'],
    ['month', '2026-12-31', '2026-12-01', '2026-12-31', '2026 年 12 月'],
  ] as const)('a %s around %s', (zoom, day, begin, end, title) => {
    expect(periodOf(zoom, day)).toEqual({ begin, end })
    expect(titleOf(zoom, { begin, end })).toBe(title)
  })

  test.each([
    ['day', '2026-12-31', '2027-01-01', '2026-12-30'],
    ['week', '2026-11-21', '2026-11-23', '2026-11-09'],
    ['month', '2026-01-31', '2026-02-01', '2025-12-01'],
  ] as const)('the %s beside %s', (zoom, day, next, before) => {
    expect([shifted(zoom, day, 1), shifted(zoom, day, -1)]).toEqual([next, before])
  })

  test('the weeks of a month are whole and contain it', () => {
    for (let month = 1; month <= 12; month++) {
      const first = `2026-${String(month).padStart(2, '0')}-01`
      const { begin, end } = weeksOfMonth(first)
      const days = daysOf({ begin, end })
      expect(days.length % 7).toBe(0)
      expect(mondayOf(begin)).toBe(begin)
      expect(days).toContain(first)
      expect(days.length).toBeLessThanOrEqual(42)
      expect(dayAfter(begin, days.length - 1)).toBe(end)
    }
  })

  test.each([
    ['2026-11-21', '2026-11-21'],
    ['2026-02-31', '2026-01-01'],
    ['20261121', '2026-01-01'],
    ['9999-01-01', '2026-01-01'],
    [null, '2026-01-01'],
  ])('the address %s is the day %s', (text, day) => {
    expect(readDay(text, '2026-01-01')).toBe(day)
  })
})

test('times of the wire are the same after being numbers', () => {
  for (const wire of ['2026-11-21 08:30:15', '2028-02-29 23:59:59']) expect(wireOf(momentOf(wire))).toBe(wire)
  expect(planText(planOf(barAt('1', 9, 13)))).toBe('11-16 09:00 – 13:00')
  expect(planText(planOf(barAt('1', 9, 37)))).toBe('11-16 09:00 – 11-17 13:00')
})

describe('the load of a person', () => {
  const days = daysOf(periodOf('week', '2026-11-16'))
  test.each([
    ['a morning', 8, 12, [4]],
    ['a long day', 6, 20, [8]],
    ['over midnight', 20, 28, [4, 4]],
    ['two days', 9, 42, [8, 8]],
    ['nothing', 9, 9, [0]],
    ['from before', -72, 3, [3]],
  ])('by %s', (_name, from, to, hours) => {
    expect(bookedHours(planOf(barAt('1', from, to)), days, limits).slice(0, hours.length)).toEqual(hours)
    const sum = hours.reduce((all, each) => all + each, 0)
    const total = bookedHours(planOf(barAt('1', from, to)), days, limits).reduce((all, each) => all + each, 0)
    expect(total).toBe(sum)
  })

  test('is that of all orders that they execute and that were not terminated', () => {
    const loads = loadsOf(
      [
        barAt('1', 8, 12),
        barAt('2', 10, 18, { liableUserId: '5', assistUserIds: ['9'] }),
        barAt('3', 8, 12, { flowSts: 5 }),
        barAt('4', 8, 12, { liableUserId: null }),
        barAt('5', 30, 32, { flowSts: 4 }),
        barAt('6', 0, 49),
      ],
      days,
      limits,
    )
    expect(loads.get('9')!.hours.slice(0, 2)).toEqual([12, 2])
    expect(loads.get('9')!.long).toBe(1)
    expect(loads.get('5')!.hours[0]).toBe(8)
    expect(loads.size).toBe(2)
  })
})

describe('conflicts on screen', () => {
  const promised = wireOf(MONDAY + 15 * HOUR)
  test.each<[string, Parameters<typeof barAt>, [number, number], string[]]>([
    ['free', ['2', 20, 22], [10, 12], []],
    ['one after the other', ['2', 12, 14], [10, 12], []],
    ['overlap', ['2', 11, 14], [10, 12], ['booked']],
    ['overlap of a helper', ['2', 11, 14, { liableUserId: '5', assistUserIds: ['9'] }], [10, 12], ['booked']],
    ['of another person', ['2', 11, 14, { liableUserId: '5' }], [10, 12], []],
    ['closed', ['2', 11, 14, { flowSts: 4 }], [10, 12], []],
    ['beside a long plan', ['2', 0, 49], [10, 12], []],
    ['after the promise', ['2', 20, 22], [14, 16], ['promised']],
    ['both', ['2', 15, 22], [14, 16], ['promised', 'booked']],
  ])('%s', (_name, other, [from, to], kinds) => {
    const own = barAt('1', 0, 1, { impCommitTime: promised })
    const plan = { start: MONDAY + from * HOUR, end: MONDAY + to * HOUR }
    const found = clashesOf(own, plan, [own, barAt(...other)], limits)
    expect(found.map(({ kind }) => kind)).toEqual(kinds)
    for (const { start, end } of found) {
      expect(start).toBeGreaterThanOrEqual(plan.start)
      expect(end).toBeLessThanOrEqual(plan.end)
      expect(end).toBeGreaterThan(start)
    }
  })

  test('are those that every pair has', () => {
    const order = fc.record({
      from: fc.nat(200),
      length: fc.integer({ min: 1, max: 60 }),
      who: fc.nat(3),
      open: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(order, { maxLength: 40 }), (orders) => {
        const bars = orders.map(({ from, length, who, open }, at) =>
          barAt(String(at), from, from + length, { liableUserId: String(who), flowSts: open ? 2 : 4 }),
        )
        const expected = bars.filter(
          (bar) => bar.flowSts === 2 && clashesOf(bar, planOf(bar), bars, limits).length > 0,
        )
        expect([...conflictingOf(bars, limits)].toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
      }),
    )
  })
})

describe('rows', () => {
  const people = [
    { id: '5', realname: '李沐阳', departName: '一班' },
    { id: '9', realname: '陈建国', departName: '二班' },
    { id: '7', realname: '周砚秋', departName: '二班' },
  ]
  const bars = [
    barAt('1', 8, 12),
    barAt('2', 9, 12, { liableUserId: '5', assistUserIds: ['9'], psId: '13', psName: '白芨滩' }),
    barAt('3', 10, 12, { liableUserId: null }),
  ]

  test('by person have every order of each, and those of nobody first', () => {
    const rows = groupBars(bars, people, 'person')
    expect(rows.map(({ key, bars: own }) => [key, own.map(({ id }) => id)])).toEqual([
      [NOBODY, ['3']],
      ['5', ['2']],
      ['9', ['1', '2']],
    ])
    expect(groupBars(bars.slice(0, 2), people, 'person', '9').map(({ key }) => key)).toEqual(['9'])
  })

  test('by station have each order once', () => {
    expect(groupBars(bars, people, 'station').map(({ name, note }) => [name, note])).toEqual([
      ['白芨滩', '1 单'],
      ['射阳一期', '2 单'],
    ])
    expect(dayOf(MONDAY)).toBe('2026-11-16')
  })
})
