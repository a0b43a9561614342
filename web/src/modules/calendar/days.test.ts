import { expect, test } from 'vitest'
import {
  countOf,
  daysOf,
  isWorking,
  listOf,
  marked,
  monthOf,
  named,
  parseDays,
  rangeOf,
  sameDays,
  withStatutory,
} from './days.ts'

test('a year has its days, and a range goes either way', () => {
  expect(monthOf(2028, 2)).toHaveLength(29)
  expect(monthOf(2027, 12).at(-1)).toBe('2027-12-31')
  expect(rangeOf('2027-03-01', '2027-02-27')).toEqual(['2027-02-27', '2027-02-28', '2027-03-01'])
})

test('days are marked, named and taken back', () => {
  const free = marked(daysOf([]), ['2027-02-08', '2027-02-09'], 'off', '春节')
  expect([isWorking(free, '2027-02-08'), isWorking(free, '2027-02-13')]).toEqual([false, false])
  const worked = marked(free, ['2027-02-13'], 'work', '')
  expect(isWorking(worked, '2027-02-13')).toBe(true)
  expect([countOf(worked, 'off'), countOf(worked, 'work'), countOf(worked, 'company')]).toEqual([2, 1, 0])
  expect(listOf(named(worked, ['2027-02-13', '2027-02-15'], '补班')).at(-1)).toEqual({
    day: '2027-02-13',
    kind: 'work',
    name: '补班',
  })
  expect(sameDays(marked(worked, ['2027-02-13'], null, ''), free)).toBe(true)
})

test.each([
  ['日期,类型,名称\n2027-01-01,放假,元旦', ['2027-01-01 off 元旦'], []],
  ['2027/2/14\t调休上班', ['2027-02-14 work '], []],
  ['2月5日，2月7日，休，春节', ['2027-02-05 off 春节', '2027-02-06 off 春节', '2027-02-07 off 春节'], []],
  ['\ufeff"2027-12-10","公司自定","司庆"\r\n\r\n', ['2027-12-10 company 司庆'], []],
  [
    '1 元旦,放假\n2027-02-30,放假\n2026-12-31,放假\n2027-05-05,2027-05-01,放假\n2027-01-01,加班',
    [],
    [
      '第 1 行没有日期，应为 2027-02-06 或 2月6日',
      '第 2 行没有日期，应为 2027-02-06 或 2月6日',
      '第 3 行的日期不在 2027 年',
      '第 4 行的开始日期晚于结束日期',
      '第 5 行没有类型，应为放假、调休上班或公司自定',
    ],
  ],
])('%j is read', (text, days, faults) => {
  const parsed = parseDays(text, 2027)
  expect(parsed.days.map(({ day, kind, name }) => `${day} ${kind} ${name}`)).toEqual(days)
  expect(parsed.faults).toEqual(faults)
})

test('statutory days replace those before, and the company’s own stay', () => {
  const own = daysOf([
    { day: '2026-02-16', kind: 'work', name: '旧' },
    { day: '2026-06-01', kind: 'company', name: '厂庆' },
  ])
  const statutory = [{ day: '2026-02-17', kind: 'off', name: '春节' }] as const
  expect(listOf(withStatutory(own, statutory)).map(({ day }) => day)).toEqual(['2026-02-17', '2026-06-01'])
})
