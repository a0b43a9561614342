import { describe, expect, test } from 'vitest'
import {
  isExternalLink,
  isUrl,
  numberIfWhole,
  tenthsTo100Fault,
  wholeFrom1To100Fault,
  wholeTo100Fault,
} from './validators.ts'

const WHOLE = '请输入0~100的正整数'
const TENTHS = '请输入0~100的数字且精度0.1'
const FROM_1 = '请输入1~100的正整数'

const checks = {
  /** A whole number from 0 to 100. */
  whole: wholeTo100Fault,
  /** A number from 0 to 100 with one decimal. */
  tenths: tenthsTo100Fault,
  /** A whole number from 1 to 100. */
  'from 1': wholeFrom1To100Fault,
} as const

describe('a number that is typed', () => {
  test.each([
    ['whole', '0', null],
    ['whole', '7', null],
    ['whole', ' 42 ', null],
    ['whole', '100', null],
    ['whole', 100, null],
    ['whole', '-1', WHOLE],
    ['whole', '101', WHOLE],
    ['whole', '0.5', WHOLE],
    ['whole', '1e1', WHOLE],
    ['whole', '十', WHOLE],
    ['tenths', '0', null],
    ['tenths', '0.1', null],
    ['tenths', '99.9', null],
    ['tenths', 33.3, null],
    ['tenths', '100', null],
    ['tenths', '100.0', null],
    ['tenths', '-0.1', TENTHS],
    ['tenths', '100.1', TENTHS],
    ['tenths', '99.95', TENTHS],
    ['tenths', '.5', TENTHS],
    ['tenths', '9.', TENTHS],
    ['tenths', 'abc', TENTHS],
    ['from 1', '1', null],
    ['from 1', '100', null],
    ['from 1', '0', FROM_1],
    ['from 1', '00', FROM_1],
    ['from 1', '101', FROM_1],
    ['from 1', '1.5', FROM_1],
    ['from 1', '-1', FROM_1],
  ] as const)('a number of the kind %s, typed as %j, has the fault %s', (kind, typed, fault) => {
    expect(checks[kind](typed)).toBe(fault)
  })

  test.each(['', '  ', null, undefined])('%j passes every one of them, because it is empty', (typed) => {
    for (const check of Object.values(checks)) expect(check(typed)).toBeNull()
  })
})

describe('an address', () => {
  test.each([
    ['http://desk.example', true, true],
    ['https://desk.example/a?b=c#d', true, true],
    ['HTTPS://DESK.EXAMPLE', true, true],
    ['mailto:desk@desk.example', false, true],
    ['tel:+86-400-000-0000', false, true],
    ['ftp://desk.example', false, false],
    ['//desk.example', false, false],
    ['/taskCenter', false, false],
    ['https:', false, false],
    ['https://desk example', false, false],
    ['javascript:alert(1)//http://desk.example', false, false],
    ['data:text/html,x', false, false],
    ['', false, false],
  ])('%j is a URL: %s, an external link: %s', (text, url, link) => {
    expect([isUrl(text), isExternalLink(text)]).toEqual([url, link])
  })
})

test.each([
  ['12', 12],
  ['-3', -3],
  ['0', 0],
  ['1.5', '1.5'],
  ['1e3', '1e3'],
  ['0x10', '0x10'],
  [' 7', ' 7'],
  ['12 台', '12 台'],
  ['', ''],
  ['9007199254740993', '9007199254740993'],
])('%j becomes %j where it looks like a whole number', (text, value) => {
  expect(numberIfWhole(text)).toBe(value)
})
