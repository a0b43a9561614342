import { expect, test } from 'vitest'
import { dictionaryCode, dictionaryRef } from './dictionary-choices.ts'

const longest = 'a'.repeat(64)

test.for<[string, boolean, boolean]>([
  ['taskCategory', true, true],
  [longest, true, true],
  [`${longest}a`, false, false],
  ['1st', false, false],
  ['任务分类', false, false],
  ['a b', false, false],
  ['', false, false],
  ['sys_user,realname,id', false, true],
])('%s is a code: %s, a reference: %s', ([given, code, reference]) => {
  expect(dictionaryCode.safeParse(given).success).toBe(code)
  expect(dictionaryRef.safeParse(given).success).toBe(reference)
})
