import { describe as group, expect, test } from 'vitest'
import {
  asSearch,
  describe,
  fitConditions,
  isSame,
  patchTo,
  readConditions,
} from '../../domain/saved-views/conditions.ts'
import { viewedRounds } from './cleaning/round-list.tsx'
import { viewedOrders } from './order-list.tsx'

const at = (search: string, list = viewedOrders) => readConditions(list, new URLSearchParams(search))

group('what the address says', () => {
  test.each([
    [
      'filters, chip and order',
      'view=overdue&depCode=A01A03&sort=planEndTime.asc&psId=7&psId=9',
      { view: ['overdue'], depCode: ['A01A03'], sort: ['planEndTime.asc'], psId: ['7', '9'] },
    ],
    [
      'no page, no opened order, no view',
      'page=3&size=20&order=8&saved=5&act=add&view=overdue',
      { view: ['overdue'] },
    ],
    ['nothing invalid', 'view=nothing&depCode=1&sort=secret.asc&deviceId=x&createTime=2026-01-01', {}],
    ['nothing that is so anyway', 'view=all&sort=lossPower.desc', {}],
  ])('is kept: %s', (_name, search, kept) => {
    expect(at(search)).toEqual(kept)
  })

  test('of cleaning orders has their own chips and fields', () => {
    expect(at('view=overdue&method=contract&sort=lossPower.asc', viewedRounds)).toEqual({
      method: ['contract'],
    })
    expect(at('view=open&sort=cost.desc', viewedRounds)).toEqual({ view: ['open'], sort: ['cost.desc'] })
  })
})

test('a view is shown by exactly its conditions, from the first page on', () => {
  const patch = patchTo(viewedOrders, { depCode: ['A01A03'] })
  expect(patch).toMatchObject({ depCode: ['A01A03'], keyword: null, view: 'all', sort: null, page: null })
  expect(patchTo(viewedOrders, { view: ['3'] })).toMatchObject({ view: ['3'], depCode: null })
})

test('conditions that the list no longer knows are named and left out', () => {
  const kept = {
    view: ['all'],
    taskType: ['8', '0x'],
    colour: ['red'],
    sort: ['gone.asc'],
    keyword: ['箱变'],
  }
  expect(fitConditions(viewedOrders, kept)).toEqual({
    query: { taskType: ['8'], keyword: ['箱变'] },
    lost: ['任务类型', 'colour', '排序'],
  })
  expect(fitConditions(viewedOrders, { view: ['1'], keyword: ['箱变'] }).lost).toEqual([])
})

test('conditions are the same in any order of their names', () => {
  const one = at('view=1&keyword=a&psId=7')
  expect(isSame(one, at('psId=7&keyword=a&view=1'))).toBe(true)
  expect(isSame(one, at('psId=8&keyword=a&view=1'))).toBe(false)
  expect(isSame(one, at('keyword=a&view=1'))).toBe(false)
  expect(readConditions(viewedOrders, asSearch(one))).toEqual(one)
})

test('conditions are said in the words of the list', () => {
  expect(describe(viewedOrders, at('view=overdue&keyword=箱变&sort=planEndTime.asc'))).toBe(
    '超时 · 关键词 “箱变” · 按计划结束升序',
  )
  expect(describe(viewedOrders, at('deviceId=7&view=open'))).toBe('在办 · 同一设备')
})
