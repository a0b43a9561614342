import type { ProcessMoment } from '@heliodesk/contract/process-history.ts'
import { expect, test } from 'vitest'
import { dotsOf, nearestTo, sharesOf, shownAt, waitAfter } from './replay.ts'

const moment = (
  time: string,
  color = 'limegreen',
  changes: ProcessMoment['changes'] = [],
): ProcessMoment => ({
  color,
  content: time,
  timestamp: `2026-11-21 ${time}`,
  message: '',
  specialParameters: { node: '', person: '', kind: '', seq: 0 },
  files: [],
  holders: [],
  changes,
})
const day = [moment('08:00:00'), moment('08:01:00', 'red'), moment('13:00:00'), moment('18:00:00')]

test('moments stand by their time, or at equal distances', () => {
  expect(sharesOf(day, '1').map((share) => Math.round(share * 1000))).toEqual([0, 2, 500, 1000])
  expect(sharesOf(day, 'even').map((share) => Math.round(share * 1000))).toEqual([0, 333, 667, 1000])
  expect(sharesOf([moment('08:00:00'), moment('08:00:00')], '1')).toEqual([0, 1])
  expect(sharesOf([], '1')).toEqual([])
})

test('they are shown as long as they lasted, four times as fast, or all equally long', () => {
  expect([0, 1, 2].map((at) => Math.round(waitAfter(day, at, '1')))).toEqual([150, 9967, 10000])
  expect([0, 2].map((at) => Math.round(waitAfter(day, at, '4')))).toEqual([150, 2500])
  expect(waitAfter(day, 1, 'even')).toBe(1200)
})

test('dots closer than 8 pixels are one, red if one of them is', () => {
  expect(dotsOf(day, '1', 600)).toEqual([
    { share: 0, first: 0, last: 1, color: 'red' },
    expect.objectContaining({ first: 2, last: 2, color: 'limegreen' }),
    expect.objectContaining({ first: 3, last: 3 }),
  ])
  expect(dotsOf(day, 'even', 600)).toHaveLength(4)
})

test('a place on the track is that of the nearest moment', () => {
  expect([0.2, 0.3, 0.9].map((share) => nearestTo(day, '1', share))).toEqual([1, 2, 3])
})

test('a moment shows all changes up to it', () => {
  const step = (mark: 'current' | 'done', ...lines: string[]) => ({ id: 'a', mark, lines })
  const moments = [
    moment('08:00:00', '', [step('current', '甲')]),
    moment('09:00:00', '', [step('done', '甲 09:00'), { id: 'b', mark: 'current', lines: [] }]),
  ]
  expect(shownAt(moments, 0)).toEqual(new Map([['a', step('current', '甲')]]))
  expect(shownAt(moments, 1).get('a')).toEqual(step('done', '甲 09:00'))
  expect(shownAt(moments, 1).get('b')!.mark).toBe('current')
})
