import { expect, test } from 'vitest'
import { causes, group } from './statistics.fixture.ts'
import {
  byOnTime,
  causesOf,
  changeOf,
  energyOf,
  isLate,
  isVital,
  moneyOf,
  nameOf,
  placeIn,
  shareChange,
  spanIn,
  spansOf,
  spanTitle,
} from './statistics.ts'

const TODAY = '2026-11-25'

test('the offered periods end today or before', () => {
  expect(spansOf(TODAY)).toEqual({
    today: { begin: TODAY, end: TODAY },
    week: { begin: '2026-11-23', end: TODAY },
    lastWeek: { begin: '2026-11-16', end: '2026-11-22' },
    month: { begin: '2026-11-01', end: TODAY },
    lastMonth: { begin: '2026-10-01', end: '2026-10-31' },
    days90: { begin: '2026-08-28', end: TODAY },
    year: { begin: '2026-01-01', end: TODAY },
  })
  expect(spansOf('2026-01-04').lastMonth).toEqual({ begin: '2025-12-01', end: '2025-12-31' })
})

test.each([
  ['begin=2026-03-01&end=2026-03-31', '2026-03-01', '2026-03-31'],
  ['', '2026-11-01', TODAY],
  ['begin=2026-03-01', '2026-11-01', TODAY],
  ['begin=2026-03-31&end=2026-03-01', '2026-11-01', TODAY],
  ['begin=x&end=y', '2026-11-01', TODAY],
])('the address %j shows %s to %s', (query, begin, end) => {
  expect(spanIn(new URLSearchParams(query), TODAY)).toEqual({ begin, end })
})

test('a span is named where it is an offered one', () => {
  expect(nameOf({ begin: '2026-11-16', end: '2026-11-22' }, TODAY)).toBe('lastWeek')
  expect(nameOf({ begin: '2026-11-16', end: '2026-11-21' }, TODAY)).toBeNull()
  // On the first of a month, today and the month are the same day.
  expect(nameOf({ begin: '2026-12-01', end: '2026-12-01' }, '2026-12-01')).toBe('month')
})

test.each([
  ['2026-11-01', '2026-11-25', '11-01 至 11-25'],
  ['2026-11-25', '2026-11-25', '11-25'],
  ['2025-11-01', '2025-11-25', '2025-11-01 至 2025-11-25'],
  ['2025-12-01', '2026-01-03', '2025-12-01 至 2026-01-03'],
])('%s to %s is called %s', (begin, end, title) => {
  expect(spanTitle({ begin, end }, TODAY)).toBe(title)
})

test('changes say how much, and whether it is better', () => {
  expect(changeOf(22, 26, 'min', { lessIsBetter: true })).toEqual({ words: '−4 min', good: true })
  expect(changeOf(91.9, 90.5, '', { digits: 1 })).toEqual({ words: '+1.4', good: true })
  expect(changeOf(2.5, 1.9, '', { digits: 1, lessIsBetter: true })).toEqual({ words: '+0.6', good: false })
  expect(changeOf(3.71, 3.7, 'h', { digits: 1 })).toEqual({ words: '持平', good: null })
  expect(changeOf(null, 3, 'h')).toBeNull()
  expect(shareChange(361, 340)).toEqual({ words: '+6.2 %', good: true })
  expect(shareChange(5, 0)).toBeNull()
})

test('groups with too few orders are not judged', () => {
  expect(isLate({ due: 10, onTime: 8 })).toBe(true)
  expect(isLate({ due: 10, onTime: 9 })).toBe(false)
  expect(isLate({ due: 4, onTime: 1 })).toBe(false)
  expect(isLate({ due: 0, onTime: 0 })).toBe(false)
})

test('groups come by their share, those without anything due not at all', () => {
  const rows = [
    group('a', '甲', { due: 10, onTime: 9 }),
    group('b', '乙', { due: 2, onTime: 1 }),
    group('c', '丙', {}),
    group('d', '丁', { due: 20, onTime: 10 }),
  ]
  expect(byOnTime(rows).map(({ key }) => key)).toEqual(['d', 'b', 'a'])
})

test('causes come by their size with the running share; what is left comes together', () => {
  const all = causesOf(causes.rows, 'created', 8)
  expect(all.map(({ name, value, running }) => [name, value, running])).toEqual([
    ['IGBT 模块', 38, 51.4],
    ['绝缘低', 31, 93.2],
    ['未分类', 5, 100],
  ])
  expect(all.map((_cause, at) => isVital(all, at))).toEqual([true, true, false])
  const some = causesOf(causes.rows, 'created', 2)
  expect(some.map(({ name, value }) => [name, value])).toEqual([
    ['IGBT 模块', 38],
    ['其他 2 类', 36],
  ])
  expect(isVital(some, 1)).toBe(false)
  expect(causesOf(causes.rows, 'lostKwh', 8)).toHaveLength(2)
})

test('energy and money in units that fit', () => {
  expect(energyOf(1_284_000)).toEqual({ value: 1284, unit: 'MWh', digits: 0 })
  expect(energyOf(12.34)).toEqual({ value: 12.34, unit: 'kWh', digits: 1 })
  expect(energyOf(45_000)).toMatchObject({ value: 45_000, unit: 'kWh' })
  expect([moneyOf(406_000), moneyOf(900)]).toEqual(['¥ 40.6 万', '¥ 900'])
})

test('days lie in the middle of their place on the span', () => {
  const span = { begin: '2026-11-01', end: '2026-11-10' }
  expect(placeIn(span, '2026-11-01 08:00:00')).toBe(0.05)
  expect(placeIn(span, '2026-11-10 20:00:00')).toBe(0.95)
})
