import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { usualExtension } from '@heliodesk/contract/extension-rules.ts'
import { fullOrder } from '../order.fixture.ts'
import { laterEnds, latestEndOf, presetsFor } from './presets.ts'

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

const extendable = {
  ...fullOrder,
  planStartTime: '2026-11-24 08:00:00',
  planEndTime: '2026-11-26 18:00:00',
  defectLevel: null,
}
const extension = {
  id: '1',
  applyUserName: '王强',
  applyTime: '2026-11-25 08:00:00',
  oldPlanEndTime: '2026-11-25 08:00:00',
  planEndTime: '2026-11-26 18:00:00',
  reason: '备件未到',
  status: 'completed' as const,
  auditUserName: '陈建国',
  auditTime: '2026-11-25 09:00:00',
  auditOpinion: '',
  processInstanceId: '9',
}

test.each([
  ['twice as long as planned', extendable, [], '2026-11-29 04:00:00'],
  ['as first planned, whatever was agreed since', extendable, [extension], '2026-11-26 08:00:00'],
  [
    'a refused request changes nothing',
    extendable,
    [{ ...extension, status: 'refused' as const }],
    '2026-11-29 04:00:00',
  ],
  [
    'without a planned start, from when it was taken',
    { ...extendable, planStartTime: null, realStartTime: '2026-11-26 08:00:00' },
    [],
    '2026-11-27 04:00:00',
  ],
  [
    'a graded one from its entry to the limit of its grade',
    {
      ...extendable,
      defectLevel: 'I' as const,
      createTime: '2026-11-24 06:00:00',
      impCommitTime: '2026-11-25 06:00:00',
    },
    [],
    '2026-11-26 06:00:00',
  ],
])('the latest end of an extension: %s', (_what, facts, extensions, latest) => {
  expect(latestEndOf(facts, extensions, usualExtension).format('YYYY-MM-DD HH:mm:ss')).toBe(latest)
})

test('ends some days later are offered up to the latest one, which is offered too', () => {
  const now = dayjs('2026-11-25 12:00:00')
  const ends = laterEnds(extendable, dayjs('2026-11-29 04:00:00'), now)
  expect(ends.map(({ title, refusal }) => [title, refusal])).toEqual([
    ['推迟 1 天', null],
    ['推迟 2 天', null],
    ['推迟 3 天', '超过总时长上限'],
    ['推迟 7 天', '超过总时长上限'],
    ['最晚 11-29 04:00', null],
  ])
  expect(ends[0]!.at).toBe('2026-11-27 18:00:00')
  // None is later than an end that has been used up.
  const none = laterEnds(extendable, dayjs('2026-11-26 08:00:00'), now)
  expect(none.map(({ refusal }) => refusal)).toEqual(Array.from({ length: 4 }, () => '超过总时长上限'))
  const late = laterEnds(extendable, dayjs('2026-12-29 04:00:00'), dayjs('2026-11-28 12:00:00'))
  expect(late.map(({ refusal }) => refusal)).toEqual(['早于现在', null, null, null, null])
})
