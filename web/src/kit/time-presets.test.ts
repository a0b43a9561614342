import dayjs from 'dayjs'
import { describe, expect, test } from 'vitest'
import { rangesOf, timesAhead } from './time-presets.ts'

const at = (text: string) => dayjs(text)

describe('the times that are offered for a deadline', () => {
  test.each([
    [
      'a Tuesday',
      '2026-11-24 09:05:00',
      ['今天 18:00', '明天 12:00', '明天 18:00', '本周五 18:00', '下周五 18:00'],
      ['11-24 18:00', '11-25 12:00', '11-25 18:00', '11-27 18:00', '12-04 18:00'],
    ],
    [
      'a Thursday, whose tomorrow is the Friday',
      '2026-11-26 09:00:00',
      ['今天 18:00', '明天 12:00', '明天 18:00', '下周五 18:00'],
      ['11-26 18:00', '11-27 12:00', '11-27 18:00', '12-04 18:00'],
    ],
    [
      'a Friday at closing time',
      '2026-11-27 18:00:00',
      ['明天 12:00', '明天 18:00', '下周五 18:00'],
      ['11-28 12:00', '11-28 18:00', '12-04 18:00'],
    ],
    [
      'a Sunday, the last day of its week',
      '2026-11-29 10:00:00',
      ['今天 18:00', '明天 12:00', '明天 18:00', '下周五 18:00'],
      ['11-29 18:00', '11-30 12:00', '11-30 18:00', '12-04 18:00'],
    ],
    [
      'the last evening of a year',
      '2026-12-31 22:00:00',
      ['明天 12:00', '明天 18:00', '下周五 18:00'],
      ['01-01 12:00', '01-01 18:00', '01-08 18:00'],
    ],
  ])('on %s', (_which, now, titles, times) => {
    const offered = timesAhead('end', at(now))
    expect(offered.map(({ title }) => title)).toEqual(titles)
    expect(offered.map((each) => each.at.format('MM-DD HH:mm'))).toEqual(times)
  })
})

test.each([
  ['2026-11-24 09:00:00', ['11-24 14:00', '11-25 08:00', '11-25 14:00', '11-30 08:00']],
  ['2026-11-24 14:00:00', ['11-25 08:00', '11-25 14:00', '11-30 08:00']],
  // Tomorrow is next week’s Monday: it is offered once.
  ['2026-11-29 20:00:00', ['11-30 08:00', '11-30 14:00']],
])('the times that are offered for a start at %s', (now, times) => {
  expect(timesAhead('start', at(now)).map((each) => each.at.format('MM-DD HH:mm'))).toEqual(times)
})

describe('the ranges that are offered for a filter by days', () => {
  test.each([
    [
      'a Monday, the first day of its week',
      '2026-11-23 00:00:00',
      {
        今天: '2026-11-23 2026-11-23',
        昨天: '2026-11-22 2026-11-22',
        '近 7 天': '2026-11-17 2026-11-23',
        '近 30 天': '2026-10-25 2026-11-23',
        本周: '2026-11-23 2026-11-29',
        上周: '2026-11-16 2026-11-22',
        本月: '2026-11-01 2026-11-30',
        上月: '2026-10-01 2026-10-31',
        今年: '2026-01-01 2026-12-31',
      },
    ],
    [
      'a Sunday, the last second of its week',
      '2026-11-22 23:59:59',
      { 今天: '2026-11-22 2026-11-22', 本周: '2026-11-16 2026-11-22', 上周: '2026-11-09 2026-11-15' },
    ],
    [
      'the 31st of a month after a short one',
      '2026-03-31 12:00:00',
      { 本月: '2026-03-01 2026-03-31', 上月: '2026-02-01 2026-02-28' },
    ],
    [
      'the 29th of February',
      '2028-02-29 12:00:00',
      { 本月: '2028-02-01 2028-02-29', 上月: '2028-01-01 2028-01-31', '近 7 天': '2028-02-23 2028-02-29' },
    ],
    [
      'New Year, in the middle of a week',
      '2027-01-01 08:00:00',
      {
        昨天: '2026-12-31 2026-12-31',
        本周: '2026-12-28 2027-01-03',
        上月: '2026-12-01 2026-12-31',
        今年: '2027-01-01 2027-12-31',
      },
    ],
  ])('on %s', (_which, now, expected) => {
    const ranges = rangesOf(at(now)).map(({ title, from, until }) => [
      title,
      `${from.format('YYYY-MM-DD')} ${until.format('YYYY-MM-DD')}`,
    ])
    expect(Object.fromEntries(ranges)).toMatchObject(expected)
  })
})
