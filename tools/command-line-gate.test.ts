import { expect, test } from 'vitest'

import { chooseSteps } from './command-line-gate.ts'
import type { Step } from './gate.ts'

const steps = ['first', 'second', 'third'].map((name): Step => ({
  name,
  heading: name,
  weight: 1,
  run: async () => ({ passed: 0, failed: 0 }),
}))

test.for<[args: string[], names: string[]]>([
  [[], ['first', 'second', 'third']],
  [['--only=second'], ['second']],
  [
    ['--only', 'third,first'],
    ['first', 'third'],
  ],
])('%j chooses %j', ([args, names]) => {
  expect(chooseSteps(steps, args).map(({ name }) => name)).toEqual(names)
})

test('a name that is no step is refused with the names there are', () => {
  expect(() => chooseSteps(steps, ['--only=second,fourth'])).toThrow(/fourth.*first,second,third/)
})

test('another option is refused', () => {
  expect(() => chooseSteps(steps, ['--skip=first'])).toThrow(/--skip/)
})
