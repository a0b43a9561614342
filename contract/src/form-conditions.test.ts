import { expect, test } from 'vitest'
import { comparisonText, conditionOf, fieldsOf, holds } from './form-conditions.ts'

const values = { kind: 'sick', days: 3, urgent: true, empty: null, quoted: 'say "x" \\' }

test.each([
  ['kind = "sick"', true],
  ['kind != "sick"', false],
  ['days > 2 and days <= 3', true],
  ['days < 3 or urgent = true', true],
  ['not(kind = "sick")', false],
  ['kind in ("annual", "sick")', true],
  ['kind in ["annual"]', false],
  ['(days = 1 or days = 3) and not(urgent = false)', true],
  ['empty = null', true],
  ['missing != null', false],
  // Nothing can be said about these.
  ['missing > 2', false],
  ['not(missing > 2)', false],
  ['kind > 2', false],
  ['missing > 2 or days = 3', true],
  ['constructor = null', true],
  [comparisonText('quoted', '=', values.quoted), true],
  [comparisonText('days', '>=', -1.5), true],
])('%s is %j', (text, expected) => {
  expect(holds(conditionOf(text), values)).toBe(expected)
})

test.each([
  ['', '条件不完整'],
  ['kind', '“kind”之后应为比较，如 = 或 in'],
  ['kind =', '条件不完整'],
  ['kind = sick', '“sick”不是值：文字写在英文双引号里'],
  ['kind = "sick" and', '条件不完整'],
  ['kind = "sick" days = 3', '“days”是多余的'],
  ['(kind = "sick"', '缺少 )'],
  ['"sick" = kind', '“"sick"”不是字段'],
  ['and = 1', '“and”不是字段'],
  ['for x in [1] return x', '“for”之后应为比较，如 = 或 in'],
  ['days > null', '> 只能比较数字和文字'],
  ['days = 1; drop', '第 9 个字符起不能识别'],
  ['count(days) > 1', '“count”之后应为比较，如 = 或 in'],
  [`kind = "${'x'.repeat(200)}"`, '最多 200 个字符'],
])('%j is refused: %s', (text, fault) => {
  expect(() => conditionOf(text)).toThrow(fault)
})

test('the fields of a condition are those that it asks about', () => {
  expect(fieldsOf(conditionOf('a = 1 and not(b in (1, 2)) or c > 3'))).toEqual(['a', 'b', 'c'])
})
