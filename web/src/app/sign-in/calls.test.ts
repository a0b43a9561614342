import { captchaCalls } from '@heliodesk/contract/captcha.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { expect, test } from 'vitest'
import { addresses } from './calls.ts'

test('the addresses are those of the contract', () => {
  expect(sessionCalls.login).toMatchObject(addresses.login)
  expect(captchaCalls.get).toMatchObject(addresses.getCaptcha)
})
