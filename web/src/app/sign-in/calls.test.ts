import { captchaCalls } from '@heliodesk/contract/captcha.ts'
import { passwordPattern, PASSWORD_RULE, phonePattern } from '@heliodesk/contract/password-rules.ts'
import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { singleSignOnCalls } from '@heliodesk/contract/single-sign-on.ts'
import { expect, test } from 'vitest'
import { addresses } from './calls.ts'
import { PASSWORD, PASSWORD_FAULT, PHONE } from './faults.ts'

test('the addresses are those of the contract', () => {
  expect({
    login: sessionCalls.login,
    phoneLogin: sessionCalls.phoneLogin,
    secondStep: sessionCalls.secondStep,
    me: sessionCalls.me,
    getCaptcha: captchaCalls.get,
    sendCode: passwordCalls.sms,
    verifyPhone: passwordCalls.phoneVerification,
    changePassword: passwordCalls.change,
    jwt: singleSignOnCalls.jwt,
    exchangeTicket: singleSignOnCalls.exchangeTicket,
    logout: sessionCalls.logout,
    permissions: sessionCalls.permissions,
    thirdLogin: singleSignOnCalls.thirdLoginUser,
  }).toMatchObject(addresses)
})

test('the rules for phones and passwords are those of the contract', () => {
  expect([PHONE, PASSWORD, PASSWORD_FAULT]).toEqual([phonePattern, passwordPattern, PASSWORD_RULE])
})
