import { expect, test } from 'vitest'
import { scoreError } from './acceptance.ts'

const wrong = '请输入0~100的数字且精度0.1'

test.each([
  ['', '此项为必填项'],
  ['0', null],
  ['100', null],
  ['99.5', null],
  ['99.55', wrong],
  ['100.1', wrong],
  ['-1', wrong],
  ['1e1', wrong],
])('score %j: %s (spec 2 §5)', (text, error) => expect(scoreError(text)).toBe(error))
