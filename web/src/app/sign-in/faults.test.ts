import { expect, test } from 'vitest'
import { codeFault, masked, newPasswordFault, phoneFault, repetitionFault, tidied } from './faults.ts'

const RULE = '密码必须包含数字、字母及特殊符号，长度8-14位，不允许有空格！'

test.each([
  ['', '手机号码不能为空'],
  ['13000000000', undefined],
  ['19999999999', undefined],
  ['12900000000', '请输入正确的手机号'],
  ['23800000000', '请输入正确的手机号'],
  ['1380000000', '请输入正确的手机号'],
  ['138000000000', '请输入正确的手机号'],
  ['1380000000x', '请输入正确的手机号'],
])('the phone %j: %s', (phone, fault) => expect(phoneFault(phone)).toBe(fault))

test.each([
  ['', '验证码不能为空'],
  ['123456', undefined],
])('the code %j: %s', (code, fault) => expect(codeFault(code)).toBe(fault))

test.each([
  ['nothing', '', '请输入新密码!'],
  ['8 characters', 'Abc@1234', undefined],
  ['14 characters', 'Abc@1234567890', undefined],
  ['7 characters', 'Abc@123', RULE],
  ['15 characters', 'Abc@12345678901', RULE],
  ['no letter', '1234567@', RULE],
  ['no digit', 'Abcdefg@', RULE],
  ['no special symbol', 'Abcd1234', RULE],
  ['a space', 'Abc@ 1234', RULE],
  ['a space at its end', 'Abc@1234 ', RULE],
  ['a Chinese character', 'Abc@1234密', RULE],
  ['a letter with an accent', 'Abcé@1234', RULE],
  ['full-width punctuation', 'Abc1234！', RULE],
  ['a control character', 'Abc@1234\u0007', RULE],
])('a new password of %s', (_what, password, fault) => {
  expect(newPasswordFault(password)).toBe(fault)
})

test.each('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.split(''))(
  'ASCII punctuation such as %s is a special symbol',
  (symbol) => {
    expect(newPasswordFault(`Abcd123${symbol}`)).toBeUndefined()
  },
)

test.each<['chosen' | 'forced', string, string | undefined]>([
  ['chosen', '', '请确认新密码!'],
  ['chosen', 'Abc@12345', '两次输入的密码不一致!'],
  ['chosen', 'Abc@1234', undefined],
  ['forced', '', '请输入确认新密码'],
  ['forced', 'Abc@12345', '两次密码不一致！'],
  ['forced', 'Abc@1234', undefined],
])('the repetition in the %s form, %j: %s', (form, repetition, fault) => {
  expect(repetitionFault(repetition, 'Abc@1234', form)).toBe(fault)
})

test('a phone shows its first three and last four digits', () => {
  expect(masked('13812345678')).toBe('138****5678')
})

test.each(['138 1234 5678', '138-1234-5678', '+8613812345678', '008613812345678'])(
  '%j is a phone as people paste it',
  (typed) => {
    expect(tidied(typed)).toBe('13812345678')
  },
)
