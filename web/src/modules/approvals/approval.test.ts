import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { amendedKind, factsOf, ownStepOf, whenOf, type Instance, type OpenStep } from './approval.ts'
import { daysBetween } from './use-suggested-days.ts'

const now = dayjs('2026-11-21 14:00:00')

test.each([
  ['2026-11-21 13:59:50', null, '已等 1 分钟', 't3'],
  ['2026-11-21 13:26:00', null, '已等 34 分钟', 't3'],
  ['2026-11-21 09:30:00', null, '已等 4 小时', 't3'],
  ['2026-11-18 14:00:00', null, '已等 3 天', 't3'],
  ['2026-11-18 14:00:00', '2026-11-21 11:30:00', '超期 2 小时', 'err'],
  ['2026-11-18 14:00:00', '2026-11-21 15:30:00', '剩 1.5 时', 'undo'],
  ['2026-11-18 14:00:00', '2026-11-21 14:31:00', '剩 0.5 时', 'err'],
  ['2026-11-18 14:00:00', '2026-11-21 14:01:00', '剩 0.1 时', 'err'],
  ['2026-11-18 14:00:00', '2026-11-21 18:00:00', '今天 18:00', 't3'],
  ['2026-11-18 14:00:00', '2026-11-24 18:00:00', '11-24', 't3'],
  ['2026-11-18 14:00:00', '2027-01-04 18:00:00', '2027-01-04', 't3'],
  ['2026-11-18 14:00:00', '2026-11-22 18:00:00', '明天 18:00', 't3'],
])('what came at %s and is due at %s reads %s', (stepTime, dueTime, text, tone) => {
  expect(whenOf({ stepTime, dueTime }, now)).toEqual({ text, tone })
})

test('the values of a request stand under the titles of its form', () => {
  const leave = { kind: 'sick', from: '2026-12-01', until: '2026-12-02', days: 1.5, remark: '复诊' }
  expect(factsOf('leave', leave)).toEqual([
    { label: '请假类型', value: '病假' },
    { label: '开始日期', value: '2026-12-01' },
    { label: '结束日期', value: '2026-12-02' },
    { label: '请假天数', value: '1.5' },
    { label: '事由', value: '复诊' },
  ])
  expect(factsOf('purchase', { amount: 8600 }).map(({ value }) => value)).toEqual(['', '8,600.00', '', ''])
})

test('the own step is one that waits for nobody else, and only requests are amended', () => {
  const step = (taskId: number, more: Partial<OpenStep>) => ({ taskId, node: 'review', ...more }) as OpenStep
  const steps = [
    step(1, { isMine: true, isHeld: true }),
    step(2, { isMine: false, isHeld: false }),
    step(3, { isMine: true, isHeld: false, node: 'amend' }),
  ]
  const instance = (businessType: string) => ({ businessType, steps }) as Instance
  expect(ownStepOf(instance('leave'))?.taskId).toBe(3)
  expect(ownStepOf({ ...instance('leave'), steps: steps.slice(0, 2) })).toBeNull()
  expect(amendedKind(instance('leave'), steps[2]!)).toBe('leave')
  expect(amendedKind(instance('leave'), steps[0]!)).toBeNull()
  expect(amendedKind(instance('constructor'), steps[2]!)).toBeNull()
})

test.each([
  ['2026-02-27', '2026-03-02', 4],
  ['2026-03-02', '2026-03-02', 1],
  ['2026-03-02', '2026-03-01', null],
  [undefined, '2026-03-01', null],
])('from %s until %s are %j days', (from, until, days) => {
  expect(daysBetween(from, until)).toBe(days)
})
