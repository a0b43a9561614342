import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { presetsFor } from './presets.ts'

const order = { planStartTime: '2026-11-24 08:00:00', impCommitTime: null }
const refusals = (facts: Partial<Parameters<typeof presetsFor>[0]>, now: string) =>
  presetsFor({ ...order, ...facts }, dayjs(now)).map(({ refusal }) => refusal)

test('the ends that are offered are the deadlines of every time field', () => {
  expect(presetsFor(order, dayjs('2026-11-24 14:32:10')).map(({ title, at }) => [title, at])).toEqual([
    ['今天 18:00', '2026-11-24 18:00:00'],
    ['明天 12:00', '2026-11-25 12:00:00'],
    ['明天 18:00', '2026-11-25 18:00:00'],
    ['本周五 18:00', '2026-11-27 18:00:00'],
    ['下周五 18:00', '2026-12-04 18:00:00'],
  ])
})

test.each([
  ['at noon', {}, '2026-11-24 12:00:00', [null, null, null, null, null]],
  // 今天 18:00 has passed and is no longer offered.
  ['in the evening', {}, '2026-11-24 18:00:00', [null, null, null, null]],
  [
    'promised for tomorrow noon',
    { impCommitTime: '2026-11-25 12:00:00' },
    '2026-11-24 12:00:00',
    [null, null, '晚于承诺完成时间', '晚于承诺完成时间', '晚于承诺完成时间'],
  ],
  [
    'planned from tomorrow noon on',
    { planStartTime: '2026-11-25 12:00:00' },
    '2026-11-24 12:00:00',
    ['早于计划开始时间', '早于计划开始时间', null, null, null],
  ],
])('are refused with the reason: %s', (_name, facts, now, expected) => {
  expect(refusals(facts, now)).toEqual(expected)
})
