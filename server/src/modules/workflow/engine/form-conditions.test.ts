import { conditionOf, holds } from '@heliodesk/contract/form-conditions.ts'
import { describe, expect, it } from 'vitest'
import { expressionOf } from './expressions.ts'

describe('conditions of forms', () => {
  const fields = ['kind', 'days', 'urgent', 'missing']
  const literals = ['"sick"', '"annual"', '3', '-1.5', 'true', 'null']
  const values = { kind: 'sick', days: 3, urgent: true }
  // By size only values of one type are compared: of others the interpreter thinks as JavaScript does.
  const sized = [
    'kind < "sick"',
    'kind >= "annual"',
    'days < 3',
    'days >= -1.5',
    'missing < 3',
    'missing >= "sick"',
  ]
  const comparisons = [
    ...fields.flatMap((field) =>
      literals.flatMap((literal) => ['=', '!='].map((by) => `${field} ${by} ${literal}`)),
    ),
    ...sized,
  ]
  const whole = [
    ...comparisons,
    ...comparisons.map((each) => `not(${each})`),
    ...comparisons.map((each, at) => `${each} and ${comparisons[(at * 7) % comparisons.length] ?? each}`),
    ...comparisons.map((each, at) => `${each} or ${comparisons[(at * 11) % comparisons.length] ?? each}`),
    'kind in ("annual", "sick")',
    'days in [1, 2]',
  ]

  it('mean the same as in processes', () => {
    const differing = whole.filter(
      (text) => holds(conditionOf(text), values) !== (expressionOf(text).valueOf(values) === true),
    )
    expect(differing).toEqual([])
  })
})
