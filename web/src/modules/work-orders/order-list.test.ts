import { beforeEach, describe, expect, test } from 'vitest'
import { ordersBehind } from '@heliodesk/contract/inspection-outcomes.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { allStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { narrowingOf } from '../../kit/search-bar/filters.ts'
import {
  inView,
  keepView,
  narrowingAt,
  orderColumns,
  orderFilters,
  pageBy,
  phoneView,
  readView,
  type OrderView,
} from './order-list.tsx'

describe('what the list on a phone opens on', () => {
  beforeEach(() => localStorage.clear())

  const viewFor = (...codes: string[]) => phoneView((code) => codes.includes(code))

  test.each<[string[], OrderView]>([
    [['order:execute'], 'mine'],
    [['order:execute', 'order:check'], 'todo'],
    [['order:assign'], 'todo'],
    [[], 'all'],
  ])('for who holds %j: %s', (codes, view) => {
    expect(viewFor(...codes)).toBe(view)
  })

  test('what was chosen there before, and what is in the address, win', () => {
    keepView('overdue')
    expect(viewFor('order:execute')).toBe('overdue')
    expect(readView(new URLSearchParams('view=3'), 'overdue')).toBe('3')
    expect(readView(new URLSearchParams(), 'overdue')).toBe('overdue')
    expect(readView(new URLSearchParams())).toBe('all')
  })
})

const unsorted = { field: '', kind: '' } as const

describe('what the list asks for', () => {
  test.each<[OrderView, object]>([
    ['all', { flowSts: [1, 2, 3, 4, 5] }],
    ['1', { flowSts: [1] }],
    ['5', { flowSts: [5] }],
    ['open', { flowSts: [1, 2, 3] }],
    ['todo', { todo: true }],
    ['mine', { mine: true }],
    ['overdue', { overdue: true }],
  ])('what the view %s asks for', (view, asked) => {
    expect(inView(view)).toEqual(asked)
  })

  test('filters travel under the names of the wire, days with both ends', () => {
    const narrow = narrowingOf(orderFilters, {
      psId: ['A01A03', '12', 'p40', '34'],
      keyword: [' 箱变 '],
      taskType: ['7'],
      depCode: ['A01A03'],
      liableUserId: ['9'],
      createTime: ['2026-11-01', '2026-11-21'],
      flowEndTime: ['2026-11-20', '2026-11-21'],
    })
    expect({ ...inView('2'), ...narrow }).toEqual({
      flowSts: [2],
      depCodes: 'A01A03',
      psaIds: '40',
      psIds: '12,34',
      keyword: '箱变',
      taskType: [7],
      createTimeBegin: '2026-11-01 00:00:00',
      createTimeEnd: '2026-11-21 23:59:59',
      depCode: 'A01A03',
      liableUserId: '9',
      flowEndTimeBegin: '2026-11-20 00:00:00',
      flowEndTimeEnd: '2026-11-21 23:59:59',
    })
    expect(workOrderCalls.page.input.safeParse(narrow).success).toBe(true)
  })

  test('an order by a field that cannot be ordered by is left out', () => {
    expect(pageBy({ curPage: 2, size: 20, sort: { field: 'lossPower', kind: 'desc' } })).toEqual({
      curPage: 2,
      size: 20,
      orderField: 'lossPower',
      orderType: 'desc',
    })
    expect(pageBy({ curPage: 1, size: 10, sort: { field: 'psName', kind: 'asc' } })).toEqual({
      curPage: 1,
      size: 10,
    })
    expect(pageBy({ curPage: 1, size: 10, sort: unsorted })).toEqual({ curPage: 1, size: 10 })
  })

  test.each([
    ['view=3', '3'],
    ['view=mine', 'mine'],
    ['view=9', 'all'],
    ['view=toString', 'all'],
    ['', 'all'],
  ])('%j is view %s', (query, view) => {
    expect(readView(new URLSearchParams(query))).toBe(view)
  })
})

test('the list has every column of spec 2 §3', () => {
  const fields =
    'workCode psaName psName siteTypeLabel taskCategoryLabel taskTypeLabel workSubclass taskDescription ' +
    'opsBusinessSourceLabel opsSourceCategoryLabel planStartTime planEndTime overHours flowEndTime impCommitTime ' +
    'realStartTime planCode ticketNo liablePerson areaName depName flowStsName'
  const keys = new Set(orderColumns((id) => `#${id}`).map(({ key }) => key))
  expect(fields.split(' ').filter((field) => !keys.has(field))).toEqual([])
})

test('a figure of inspections leads to what the list asks for', () => {
  const asked = (of: object) => {
    const address = paths.orders.to(ordersBehind({ from: '2026-12-01', until: '2026-12-21', ...of }))
    const query = new URLSearchParams(address.split('?')[1])
    return narrowingAt(query, readView(query))
  }
  const month = { flowSts: allStatuses, dueDayBegin: '2026-12-01', dueDayEnd: '2026-12-21' }
  expect(asked({})).toEqual(month)
  expect(asked({ outcome: 'late' })).toEqual({ ...month, outcome: ['late'] })
  expect(asked({ outcome: 'missed', psId: '7' })).toEqual({ ...month, outcome: ['missed'], psIds: '7' })
})
