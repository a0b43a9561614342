import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInByPassword, useHarness } from '../../test/harness.ts'
import { newcomer, signInAdministrator } from '../../test/hire.ts'
import { currentKey, seal, type Key } from '../../test/seal.ts'
import { useCodes } from '../../test/codes.ts'

const HOUR = 3_600_000

const harness = useHarness()
const codes = useCodes(harness)
let key: Key
let admin: string

beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
})

beforeEach(async () => {
  key = await currentKey(harness)
})

const signIn = (password: string) => signInByPassword(harness, 'a_worker', password)

async function refusedSignIn(password: string) {
  const captcha = await codes.passedCaptcha()
  return harness.refused(null, sessionCalls.login, { username: 'a_worker', password, ...captcha })
}

const STALE = { status: 400, code: 'stale_seal', message: '密码的加密密钥已更换，请重试' }

describe('a sealed password', () => {
  it('signs in like the plain one', async () => {
    expect((await signIn(seal(key, harness.tenant.password))).userInfo.username).toBe('a_worker')
    expect((await refusedSignIn(seal(key, 'Wrong#2026'))).code).toBe('wrong_password')
  })

  it('is opened for every call that has one, before its rules', async () => {
    const person = newcomer(harness, { password: seal(key, 'Sealed#2026') })
    await harness.call(admin, userCalls.add, person)
    await signInByPassword(harness, person.username, 'Sealed#2026')
    const reset = (password: string) => ({ username: person.username, password: seal(key, password) })
    await harness.call(admin, userCalls.changePassword, reset('Another#2026'))
    await signInByPassword(harness, person.username, 'Another#2026')
    const weak = await harness.refused(admin, userCalls.changePassword, reset('weak'))
    expect(weak).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(weak.message).toContain('新密码（password）：密码必须包含数字、字母及特殊符号')
  })

  it('may be sent again while its key stands, but not without another captcha', async () => {
    const sealed = seal(key, harness.tenant.password)
    await signIn(sealed)
    await signIn(sealed)
    const body = { username: 'a_worker', password: sealed }
    expect((await harness.refused(null, sessionCalls.login, body)).code).toBe('0011')
  })

  it.each([
    ['the client’s key', 0],
    ['the text', 33],
    ['the tag', -1],
  ])('that was changed in %s is refused', async (_where, at) => {
    const [prefix, id, body] = seal(key, harness.tenant.password).split('.')
    const bytes = Buffer.from(body!, 'base64url')
    bytes[at < 0 ? bytes.length + at : at]! ^= 1
    const spoilt = [prefix, id, bytes.toString('base64url')].join('.')
    expect(await refusedSignIn(spoilt)).toMatchObject(STALE)
  })

  it('of a client’s key that agrees on zeros is refused', async () => {
    const zeros = Buffer.alloc(60).toString('base64url')
    expect(await refusedSignIn(`enc1.${key.keyId}.${zeros}`)).toMatchObject(STALE)
  })

  it('under a key of nobody’s is refused', async () => {
    expect(await refusedSignIn(seal({ ...key, keyId: 'ffffffff' }, 'Any#2026'))).toMatchObject(STALE)
  })

  it('is told from a plain password that only begins like one', async () => {
    expect((await refusedSignIn('enc1.Ab#2026')).code).toBe('wrong_password')
  })
})

describe('the key', () => {
  it('is the same for an hour, then a new one; the old one opens for an hour more', async () => {
    harness.clock.advance(3 * HOUR)
    const first = await currentKey(harness)
    const sealed = seal(first, harness.tenant.password)
    harness.clock.advance(HOUR - 1000)
    expect(await currentKey(harness)).toEqual(first)
    harness.clock.advance(1000)
    const second = await currentKey(harness)
    expect(second.keyId).not.toBe(first.keyId)
    expect(second.publicKey).not.toBe(first.publicKey)
    harness.clock.advance(HOUR - 1000)
    await signIn(sealed)
    harness.clock.advance(1000)
    expect(await refusedSignIn(sealed)).toMatchObject(STALE)
    await signIn(seal(second, harness.tenant.password))
  })
})
