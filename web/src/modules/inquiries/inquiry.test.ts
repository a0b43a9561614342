import { expect, test } from 'vitest'
import { sideOf } from './inquiry.ts'

test.for([
  ['', false, 'own'],
  ['side=office', false, 'own'],
  ['', true, 'office'],
  ['side=office', true, 'office'],
  ['side=own', true, 'own'],
] as const)('with “%s” in the address, who answers (%s) sees the side %s', ([query, office, side]) => {
  expect(sideOf(new URLSearchParams(query), office)).toBe(side)
})
