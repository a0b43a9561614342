import { itemDefinition } from '@heliodesk/contract/inspection-items.ts'
import { expect, it } from 'vitest'
import { foundOf, hintOf, numbersOf, rangeOf } from './sheet.ts'

const itemOf = (more: object) => ({
  itemId: '1',
  itemVersion: 1,
  category: 'transformer' as const,
  isStationLimits: false,
  ...itemDefinition.parse({ name: '项目', method: '表计', kind: 'number', unit: 'K', limits: {}, ...more }),
})

it.each([
  ['9.1 9.2，9.0、9.3', [9.1, 9.2, 9, 9.3]],
  ['', []],
  ['九', null],
])('%s is read as %j', (typed, numbers) => {
  expect(numbersOf(typed)).toEqual(numbers)
})

it('a reading is one number, and what is computed takes several', () => {
  const plain = itemOf({ limits: { high: { at: 55 } } })
  expect([foundOf(plain, '49'), foundOf(plain, '4 9'), foundOf(plain, ''), foundOf(plain, 'x')]).toEqual([
    { value: 49, parts: [] },
    '应填写一个数值',
    '应填写一个数值',
    '应为数值',
  ])
  const rise = itemOf({ kind: 'computed', formula: 'rise' })
  expect(foundOf(rise, '52 3')).toEqual({ value: null, parts: [52, 3] })
  expect(foundOf(rise, ' ')).toBe('应填写温度、环境温度')
  expect([hintOf(rise), hintOf(plain), rangeOf(plain)]).toEqual(['温度 环境温度', '', '≤ 55'])
  expect(hintOf(itemOf({ kind: 'computed', formula: 'dispersion' }))).toBe('电流 …')
  expect(rangeOf(itemOf({ kind: 'judge', normalText: '无渗油' }))).toBe('无渗油')
})
