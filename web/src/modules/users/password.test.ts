import { csvLine } from '@heliodesk/contract/csv.ts'
import { newPassword } from '@heliodesk/contract/password-rules.ts'
import { expect, test } from 'vitest'
import { generatePassword } from './password.ts'

test('every generated password fits the rule, and none comes twice', () => {
  const passwords = Array.from({ length: 500 }, generatePassword)
  expect(passwords.filter((each) => !newPassword.safeParse(each).success)).toEqual([])
  expect(new Set(passwords).size).toBe(500)
})

test('no generated password holds characters that are mistaken for others', () => {
  const passwords = Array.from({ length: 500 }, generatePassword)
  expect(passwords.filter((each) => /[lIoO01]/.test(each) || each.length !== 12)).toEqual([])
})

const digitAt = (place: number) =>
  Array.from({ length: 300 }, generatePassword).some((each) => /\d/.test(each[place]!))

test('the kinds of characters are not always at the same place', () => {
  expect([1, 5, 11].map(digitAt)).toEqual([true, true, true])
})

test('a letter comes first: a file for a spreadsheet holds the password as it is', () => {
  const passwords = Array.from({ length: 500 }, generatePassword)
  expect(passwords.filter((each) => csvLine([each]) !== `${each}\r\n`)).toEqual([])
})
