import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import {
  countersignNote,
  countersignText,
  isAmended,
  ownStepOf,
  whenOf,
  type Instance,
  type OpenStep,
} from './approval.ts'

const now = dayjs('2026-11-21 14:00:00')

test.each([
  ['2026-11-21 13:59:50', null, '已等 1 分钟', 't3'],
  ['2026-11-21 13:26:00', null, '已等 34 分钟', 't3'],
  ['2026-11-21 09:30:00', null, '已等 4 小时', 't3'],
  ['2026-11-18 14:00:00', null, '已等 3 天', 't3'],
  ['2026-11-18 14:00:00', '2026-11-21 11:30:00', '超期 2 小时', 'err'],
  ['2026-11-18 14:00:00', '2026-11-21 13:59:30', '超期 1 分钟', 'err'],
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

test('the own step is one that waits for nobody else, and only requests are amended', () => {
  const step = (taskId: number, more: Partial<OpenStep>) => ({ taskId, node: 'review', ...more }) as OpenStep
  const steps = [
    step(1, { isMine: true, isHeld: true }),
    step(2, { isMine: false, isHeld: false }),
    step(3, { isMine: true, isHeld: false, node: 'amend' }),
  ]
  const instance = (isForm: boolean) => ({ isForm, steps }) as Instance
  expect(ownStepOf(instance(true))?.taskId).toBe(3)
  expect(ownStepOf({ ...instance(true), steps: steps.slice(0, 2) })).toBeNull()
  expect(isAmended(instance(true), steps[2]!)).toBe(true)
  expect(isAmended(instance(true), steps[0]!)).toBe(false)
  expect(isAmended(instance(false), steps[2]!)).toBe(false)
})

test.each([
  [{ done: 1, of: 3, needed: 3 }, '会签 1/3', '3 人会签，1 人已办理，须全部同意'],
  [{ done: 2, of: 5, needed: 3 }, '会签 2/5', '5 人会签，2 人已办理，3 人同意即通过'],
  [{ done: 0, of: 2, needed: null }, '会签 0/2', '2 人会签，0 人已办理'],
])('signing together tells how far it is', (far, text, note) => {
  expect(countersignText(far)).toBe(text)
  expect(countersignNote(far)).toBe(note)
})
