import { describe, expect, it } from 'vitest'
import {
  neighbourOf,
  nextSortOrder,
  removalRefusal,
  itemsInLevels,
  parentsFor,
  tidyColour,
  type Dictionary,
  type Item,
} from './dictionary.ts'

const dictionary = (id: string, dictCode: string, dictName: string, builtIn = false): Dictionary => ({
  id,
  dictCode,
  dictName,
  description: '',
  itemCount: 0,
  builtIn,
  version: 1,
})

const dictionaries = [
  dictionary('1', 'faultCause', '故障原因'),
  dictionary('2', 'taskCategory', '任务分类', true),
  dictionary('3', 'colour2', '颜色'),
]

const item = (id: string, itemText: string, itemValue: string, sortOrder: number): Item => ({
  id,
  dictId: '1',
  parentId: null,
  itemText,
  itemValue,
  color: null,
  description: '',
  sortOrder,
  version: 1,
  status: '1',
})

describe('the place of a removed dictionary', () => {
  it('goes to the next, from the last to the one before', () => {
    expect(neighbourOf(dictionaries, '1')?.id).toBe('2')
    expect(neighbourOf(dictionaries, '3')?.id).toBe('2')
    expect(neighbourOf(dictionaries.slice(0, 1), '1')).toBeNull()
  })
})

it('only dictionaries of the tenant’s own may be removed', () => {
  expect(removalRefusal(dictionaries[0]!)).toBeNull()
  expect(removalRefusal(dictionaries[1]!)).toContain('不能删除')
})

describe('items', () => {
  const items = [item('1', '正极', '10', 3), item('2', '接地', '9', 1), item('3', '安全', 'a', 2)]
  const order = (field: string, kind: 'asc' | 'desc' | '') =>
    itemsInLevels(items, { field, kind })
      .map(({ id }) => id)
      .join('')

  it('stand as the server sends them until an order is asked for', () => {
    expect(order('', '')).toBe('123')
    expect(order('itemText', '')).toBe('123')
    expect(order('color', 'asc')).toBe('123')
  })

  it('are ordered by numbers in values and by the sound of names', () => {
    expect(order('itemValue', 'asc')).toBe('213')
    expect(order('itemValue', 'desc')).toBe('312')
    expect(order('sortOrder', 'desc')).toBe('132')
    expect(order('itemText', 'asc')).toBe('321')
  })

  it('are added behind the last, where there is room', () => {
    expect(nextSortOrder([])).toBe(1)
    expect(nextSortOrder(items)).toBe(4)
    expect(nextSortOrder([item('1', '末', '1', 9999)])).toBe(9999)
  })
})

it.each([
  ['c94a06', '#C94A06'],
  [' #c94a06 ', '#C94A06'],
  ['#fa0', '#FFAA00'],
  ['', ''],
  ['橙色', '橙色'],
  ['#12345', '#12345'],
])('the colour %j is tidied to %j', (typed, tidy) => expect(tidyColour(typed)).toBe(tidy))

describe('items with levels', () => {
  const below = (parentId: string, each: Item): Item => ({ ...each, parentId })
  const items = [
    item('1', '一次设备', '1', 1),
    item('2', '二次设备', '2', 2),
    below('1', item('3', '逆变器', '11', 1)),
    below('3', item('4', '组串式', '111', 1)),
    below('1', item('5', '箱变', '12', 2)),
  ]

  it('stand below their own, in the order asked for on each level', () => {
    const drawn = (sort: Parameters<typeof itemsInLevels>[1]) =>
      itemsInLevels(items, sort).map(({ id, level }) => `${id}:${level}`)
    expect(drawn({ field: '', kind: '' })).toEqual(['1:0', '3:1', '4:2', '5:1', '2:0'])
    expect(drawn({ field: 'itemValue', kind: 'desc' })).toEqual(['2:0', '1:0', '5:1', '3:1', '4:2'])
    expect(itemsInLevels(items, { field: '', kind: '' }).map(({ childCount }) => childCount)).toEqual([
      2, 1, 0, 0, 0,
    ])
  })

  it('may go below any but themselves and their own', () => {
    const parents = (id: string | null) => parentsFor(items, id).map((each) => each.id)
    expect(parents(null)).toEqual(['1', '3', '4', '5', '2'])
    expect(parents('1')).toEqual(['2'])
    expect(parents('3')).toEqual(['1', '5', '2'])
    expect(parents('2')).toEqual(['1', '3', '4', '5'])
  })
})
