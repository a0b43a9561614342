import { expect, it } from 'vitest'
import { computed, dispersionBand, formulaKey, MOST_PARTS, partsRefusal } from './inspection-formulas.ts'

it.each([
  // The numbers of domain.md §4.
  ['relative', [92, 48, 28], 68.75],
  ['dispersion', [9.1, 9.2, 9.0, 9.3, 7.4], 8.04],
  // What rises by less than 10 K says nothing.
  ['relative', [37.9, 20, 28], null],
  ['relative', [38, 28, 28], 100],
  ['dispersion', [0, 0], null],
  ['dispersion', [], null],
  ['deviation', [9.1, 9.2, 9.0, 9.3, 7.4], 15.91],
  ['deviation', [0, 0], null],
  ['deviation', [], null],
  ['rise', [52, 3], 49],
  ['phases', [96, 48, 47], 49],
  ['efficiency', [200, 197.2], 98.6],
  ['efficiency', [0, 1], null],
  ['difference', [1000, 996], 0.4],
  ['difference', [0, 5], null],
] as const)('%s of %j is %s', (formula, values, value) => {
  expect(computed(formula, values)).toBe(value)
})

it('bands of 离散率 begin at 5, 10 and 20 %', () => {
  expect([0, 4.9, 5, 9.9, 10, 19.9, 20].map(dispersionBand)).toEqual([0, 0, 1, 1, 2, 2, 3])
})

it.each([
  ['relative', 2, '应填写热点、正常对应点、环境温度'],
  ['relative', 3, null],
  ['dispersion', 1, '应填写 2~30 个电流'],
  ['dispersion', MOST_PARTS, null],
  ['dispersion', MOST_PARTS + 1, '应填写 2~30 个电流'],
] as const)('%s of %d readings: %s', (formula, count, refusal) => {
  expect(partsRefusal(formula, count)).toBe(refusal)
})

it('other formulas are refused by name', () => {
  expect(formulaKey.safeParse('toString').error?.issues[0]?.message).toBe('请选择计算方法')
})
