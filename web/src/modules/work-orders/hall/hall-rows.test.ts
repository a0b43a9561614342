import { taskTypes } from '@heliodesk/contract/work-order-rules.ts'
import { describe, expect, it, test } from 'vitest'
import { hallRow } from './hall-row.fixture.ts'
import {
  countIn,
  follow,
  formatDue,
  formatTravel,
  missingIn,
  newcomers,
  typeGroups,
  typesIn,
  whereTo,
  type HallList,
  type HallRow,
} from './hall-rows.ts'
import { labelsOf, spotsOf } from './radar-spots.ts'

const page = (...ids: string[]) => ids.map((id) => hallRow(id))
const shown = ({ rows }: HallList) => rows.map(({ id }) => id).join('')
const names = (rows: readonly HallRow[]) => rows.map(({ id }) => id).join('')

describe('the list of the hall, read again', () => {
  const list = follow(null, 'a', [page('1', '2', '3')])

  it('stays where it is: new orders wait, and what is gone stays until it is said where it went', () => {
    const pages = [page('9', '1', '3')]
    expect(shown(follow(list, 'a', pages))).toBe('123')
    expect(names(newcomers(list, pages))).toBe('9')
    expect(missingIn(pages, list)).toEqual(['2'])
  })

  it('shows new values in place, and is the same list when nothing changed', () => {
    const next = follow(list, 'a', [[hallRow('1'), hallRow('2', { lossPower: 7 }), hallRow('3')]])
    expect(next.rows[1]!.lossPower).toBe(7)
    expect(follow(next, 'a', [[...next.rows]])).toBe(next)
  })

  it('takes further pages at its end, without what is there', () => {
    const next = follow(list, 'a', [page('9', '1', '2'), page('3', '4')])
    expect(shown(next)).toBe('1234')
    expect(names(newcomers(next, [page('9', '1', '2'), page('3', '4')]))).toBe('9')
  })

  it.each([
    ['another order or filter', list, 'b'],
    ['an empty list', follow(null, 'a', [[]]), 'a'],
  ])('%s shows everything at once', (_what, before, key) => {
    expect(shown(follow(before, key, [page('9', '1')]))).toBe('91')
    expect(follow(before, 'a', [[...before.rows]])).toBe(before)
  })
})

test.each([
  [undefined, { kind: 'gone', text: '已不在大厅' }],
  [{ flowSts: 1, liableUserId: null, liablePerson: null }, null],
  [
    { flowSts: 2, liableUserId: '7', liablePerson: '李沐阳' },
    { kind: 'own', text: '已由您负责' },
  ],
  [
    { flowSts: 2, liableUserId: '8', liablePerson: '吴承泽' },
    { kind: 'gone', text: '已被 吴承泽 14:33 接单' },
  ],
  [
    { flowSts: 5, liableUserId: null, liablePerson: null },
    { kind: 'gone', text: '工单已终止' },
  ],
])('where %j went', (taken, said) => {
  const whole = taken && { id: '1', flowStsName: '已终止', realStartTime: '2026-11-24 14:33:10', ...taken }
  expect(whereTo(whole, '7')).toEqual(said)
})

test('each type of order is in one group of the chips', () => {
  const grouped = Object.values(typeGroups).flatMap(({ types }) => [...types])
  expect(grouped.toSorted((a, b) => a - b)).toEqual(Object.keys(taskTypes).map(Number))
  const byType = [
    { taskType: 7, orders: 2 },
    { taskType: 15, orders: 3 },
    { taskType: 8, orders: 4 },
  ]
  expect([
    countIn('urgent', { byType }),
    countIn('defect', { byType }),
    countIn('clean', { byType }),
  ]).toEqual([5, 4, 0])
})

test('types of the company’s own are among the others', () => {
  const byType = [
    { taskType: 12, orders: 2 },
    { taskType: 101, orders: 3 },
  ]
  expect(typesIn('other', { byType })).toEqual([...typeGroups.other.types, 101])
  expect(typesIn('urgent', { byType })).toEqual([...typeGroups.urgent.types])
  expect(countIn('other', { byType })).toBe(5)
})

test.each([
  ['2026-11-24 18:00:00', '今天 18:00'],
  ['2026-11-25 12:00:00', '明天 12:00'],
  ['2026-11-30 18:00:00', '11-30 18:00'],
  ['2027-01-02 18:00:00', '2027-01-02 18:00'],
])('%s is %s', (time, said) => expect(formatDue(time, '2026-11-24')).toBe(said))

test('a way is told in minutes, and from an hour on in hours', () => {
  expect([6, 60, 85].map(formatTravel)).toEqual(['6 min', '1 h', '1 h 25'])
})

describe('the stations around the user', () => {
  const at = (psId: string, distanceKm: number, bearing: number) =>
    hallRow(`${psId}${bearing}`, { psId, psName: `电站${psId}`, distanceKm, bearing })

  it('are drawn once each, those at one place together, the nearest first, what has no place not at all', () => {
    const spots = spotsOf([at('2', 50, 90), at('1', 2, 0), at('1', 2, 0), at('3', 50.5, 91), hallRow('9')])
    expect(spots.map(({ name, orders, stations }) => [name, orders, stations])).toEqual([
      ['电站1', 2, 1],
      ['电站2', 2, 2],
    ])
    expect(spots[0]!.y).toBeLessThan(120)
    expect(spots[1]!.x).toBeGreaterThan(120)
    expect(labelsOf(spots).map(({ text }) => text)).toEqual(['电站1 2', '电站2 等 2 站 2'])
  })

  it('have no name that hides another', () => {
    const spots = spotsOf([0, 20, 40, 60, 80].map((bearing, index) => at(`${index}`, 3, bearing)))
    const labels = labelsOf(spots)
    expect(labels.length).toBeLessThan(spots.length)
    for (const one of labels)
      for (const other of labels)
        if (one !== other)
          expect(Math.abs(one.y - other.y) > 13 || Math.abs(one.x - other.x) > 112).toBe(true)
  })
})
