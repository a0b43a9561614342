import { expect, test } from 'vitest'
import { dayEvent, statistics } from './portal.fixture.ts'
import { dueOf, groupsOf, placeOf, rangeOf, titleOfGroup } from './portal.ts'

const day = { from: 360, until: 1200 }

test('the line goes from six to eight, and to whatever happens besides', () => {
  expect(rangeOf(statistics.today)).toEqual(day)
  expect(
    rangeOf({ ...statistics.today, events: [dayEvent('due', '23:30'), dayEvent('start', '03:10')] }),
  ).toEqual({
    from: 120,
    until: 1440,
  })
  expect(placeOf('2026-11-24 13:00:00', day)).toBe(0.5)
  expect(placeOf('2026-11-24 05:00:00', day)).toBe(0)
})

test('what happens at about the same time is one, and what would overlap goes into another lane', () => {
  const events = [
    dayEvent('start', '08:00'),
    dayEvent('start', '08:30'),
    dayEvent('due', '08:40'),
    dayEvent('start', '10:00'),
    dayEvent('start', '10:30', { done: true }),
    dayEvent('due', '18:00'),
  ]
  const groups = groupsOf(events, () => 0.12, day)
  expect(groups.map((group) => [titleOfGroup(group), group.lane])).toEqual([
    ['2 单计划开始', 0],
    ['计划截止：08:40 的工单', 1],
    ['计划开始：10:00 的工单', 0],
    ['计划开始：10:30 的工单', 1],
    ['计划截止：18:00 的工单', 0],
  ])
})

test.each([
  [{ overHours: 2, hoursLeft: null }, 'late'],
  [{ overHours: null, hoursLeft: 1.9 }, 'soon'],
  [{ overHours: null, hoursLeft: 2 }, 'later'],
  [{ overHours: null, hoursLeft: null }, 'later'],
])('%j is %s', (row, said) => expect(dueOf(row)).toBe(said))
