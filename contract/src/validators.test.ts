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

describe('a number that is typed', () => {
  test.each([
    ['0', null],
    ['7', null],
    [' 42 ', null],
    ['100', null],
    [100, null],
    ['-1', WHOLE],
    ['101', WHOLE],
    ['0.5', WHOLE],
    ['1e1', WHOLE],
    ['十', WHOLE],
  ])('%j as a whole number from 0 to 100: %s', (typed, fault) => {
    expect(wholeTo100Fault(typed)).toBe(fault)
  })

  test.each([
    ['0', null],
    ['0.1', null],
    ['99.9', null],
    [33.3, null],
    ['100', null],
    ['100.0', null],
    ['-0.1', TENTHS],
    ['100.1', TENTHS],
    ['99.95', TENTHS],
    ['.5', TENTHS],
    ['9.', TENTHS],
    ['abc', TENTHS],
  ])('%j as a number from 0 to 100 with one decimal: %s', (typed, fault) => {
    expect(tenthsTo100Fault(typed)).toBe(fault)
  })

  test.each([
    ['1', null],
    ['100', null],
    ['0', FROM_1],
    ['00', FROM_1],
    ['101', FROM_1],
    ['1.5', FROM_1],
    ['-1', FROM_1],
  ])('%j as a whole number from 1 to 100: %s', (typed, fault) => {
    expect(wholeFrom1To100Fault(typed)).toBe(fault)
  })

  test.each(['', '  ', null, undefined])('%j passes every one of them, because it is empty', (typed) => {
    for (const check of [wholeTo100Fault, tenthsTo100Fault, wholeFrom1To100Fault])
      expect(check(typed)).toBeNull()
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
