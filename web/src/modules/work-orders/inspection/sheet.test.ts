import { expect, it } from 'vitest'
import { sheetItem } from '../../../domain/inspection/sheet.fixture.ts'
import { foundOf, hintOf, numbersOf, rangeOf } from './sheet.ts'

const itemOf = (more: object) => sheetItem({ unit: 'K', ...more })

it.each([
  ['9.1 9.2，9.0、9.3', [9.1, 9.2, 9, 9.3]],
  ['', []],
  ['九', null],
])('%s is read as %j', (typed, numbers) => {
  expect(numbersOf(typed)).toEqual(numbers)
})

it('a reading is one number, and what is computed takes several', () => {
  const plain = itemOf({ limits: { high: { at: 55 } } })
  expect([
    foundOf(plain, '49', 3),
    foundOf(plain, '4 9', 3),
    foundOf(plain, '', 3),
    foundOf(plain, 'x', 3),
  ]).toEqual([{ value: 49, parts: [] }, '应填写一个数值', '应填写一个数值', '应为数值'])
  const rise = itemOf({ kind: 'computed', formula: 'rise' })
  expect(foundOf(rise, '52 3', null)).toEqual({ value: null, parts: [52, 3] })
  expect(foundOf(rise, ' ', null)).toBe('应填写温度、环境温度')
  expect([hintOf(rise, null), hintOf(plain, 3), rangeOf(plain)]).toEqual(['温度 环境温度', '', '≤ 55'])
  expect(hintOf(itemOf({ kind: 'computed', formula: 'dispersion' }), 3)).toBe('电流 …')
  expect(rangeOf(itemOf({ kind: 'judge', normalText: '无渗油' }))).toBe('无渗油')
})

it('what rises over the air takes its temperature from the sheet, unless it was typed', () => {
  const rise = itemOf({ kind: 'computed', formula: 'rise' })
  const relative = itemOf({ kind: 'computed', formula: 'relative' })
  expect([
    foundOf(rise, '52', 3),
    foundOf(rise, '52 4', 3),
    foundOf(rise, '52', null),
    foundOf(relative, '96 47', -3.5),
    foundOf(relative, '96', 3),
    foundOf(itemOf({ kind: 'computed', formula: 'phases' }), '9 8', 3),
  ]).toEqual([[52, 3], [52, 4], [52], [96, 47, -3.5], [96], [9, 8]].map((parts) => ({ value: null, parts })))
  expect([foundOf(rise, '', 3), hintOf(rise, 3), hintOf(relative, 3)]).toEqual([
    '应填写温度',
    '温度，环境 3 ℃',
    '热点 正常对应点，环境 3 ℃',
  ])
})
