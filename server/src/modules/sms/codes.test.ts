import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { solveCaptcha, useHarness } from '../../../test/harness.ts'
import { FORGOT, newPhone, SIGN_IN, useCodes, wrong } from '../../../test/codes.ts'

const MINUTE = 60_000
const DAY = 86_400_000

const harness = useHarness()
const codes = useCodes(harness)
let phone: string

beforeEach(async () => {
  harness.clock.advance(DAY)
  phone = await codes.givePhone('a_worker')
})

const verify = (mobile: string, code: string) =>
  harness.call(null, passwordCalls.phoneVerification, { mobile, code })
const refusedVerify = (mobile: string, code: string) =>
  harness.refused(null, passwordCalls.phoneVerification, { mobile, code })
const signIn = (mobile: string, code: string) => harness.call(null, sessionCalls.phoneLogin, { mobile, code })
const refusedSignIn = (mobile: string, code: string) =>
  harness.refused(null, sessionCalls.phoneLogin, { mobile, code })

/** Sends the same request concurrently; returns the number of successes and the error codes of the others. */
async function atOnce(count: number, path: string, body: object) {
  const answers = await Promise.all(
    Array.from({ length: count }, () => harness.request('POST', path, { body })),
  )
  return {
    won: answers.filter((answer) => answer.body.success === true).length,
    refusals: answers.flatMap((answer) => (answer.body.success === true ? [] : [answer.body.error_code])),
  }
}

describe('asking for a code', () => {
  it('sends six digits to the phone and answers its masked number, never the code', async () => {
    const captchaVO = await solveCaptcha(harness)
    const answer = await harness.request('POST', '/sys/sms', {
      body: { mobile: phone, smsMode: '0', captchaType: 1, captchaVO },
    })
    const [code] = await codes.queuedFor(phone)
    expect(code).toMatch(/^\d{6}$/)
    expect(answer.body).toMatchObject({
      success: true,
      result: { mobile: `${phone.slice(0, 3)}****${phone.slice(-4)}`, retryAfter: 120, demoCode: null },
    })
    expect(JSON.stringify(answer.body)).not.toContain(code)
    const { rows } = await harness.owner.query<{ stored: string }>(
      'select c::text as stored from sms_code c where phone = $1',
      [phone],
    )
    expect(rows[0]!.stored).not.toContain(code)
  })

  it('takes the captcha first, and sends nothing without a right one', async () => {
    const body = { mobile: phone, smsMode: 0 }
    expect((await harness.refused(null, passwordCalls.sms, body)).code).toBe('0011')
    const used = await codes.passedCaptcha()
    await harness.call(null, passwordCalls.sms, { ...body, smsMode: 0, ...used })
    harness.clock.advance(2 * MINUTE)
    expect((await harness.refused(null, passwordCalls.sms, { ...body, ...used })).code).toBe('6110')
    expect(await codes.queuedFor(phone)).toHaveLength(1)
  })

  it('again within 120 s is refused with the seconds left, by the server', async () => {
    await codes.ask(phone, SIGN_IN)
    harness.clock.advance(119_000)
    expect(await codes.refused(phone, SIGN_IN)).toMatchObject({
      status: 200,
      code: 'sms_too_soon',
      message: '验证码已发送，请 1 s后重新获取',
    })
    await codes.ask(phone, FORGOT)
    harness.clock.advance(1000)
    await codes.ask(phone, SIGN_IN)
    expect(await codes.queuedFor(phone)).toHaveLength(3)
  })

  it('again stays refused when the first code was used meanwhile', async () => {
    await signIn(phone, await codes.get(phone, SIGN_IN))
    expect((await codes.refused(phone, SIGN_IN)).code).toBe('sms_too_soon')
  })

  it('20 times at once sends one', async () => {
    const captchas = await Promise.all(Array.from({ length: 20 }, () => codes.passedCaptcha()))
    const answers = await Promise.all(
      captchas.map((captcha) =>
        harness.request('POST', '/sys/sms', { body: { mobile: phone, smsMode: 2, ...captcha } }),
      ),
    )
    expect(answers.filter((answer) => answer.body.success === true)).toHaveLength(1)
    expect(await codes.queuedFor(phone)).toHaveLength(1)
  })

  it('a phone gets ten a day, and its signed-in owner ten of their own', async () => {
    for (let asked = 0; asked < 10; asked++) {
      await codes.ask(phone, asked % 2 === 0 ? SIGN_IN : FORGOT)
      harness.clock.advance(2 * MINUTE)
    }
    for (const mode of [SIGN_IN, FORGOT] as const)
      expect(await codes.refused(phone, mode)).toMatchObject({
        code: 'sms_too_many',
        message: '该手机号今日获取验证码次数已达上限，请明天再试',
      })
    const token = await harness.signIn('a_worker')
    await harness.call(token, passwordCalls.userSms, await codes.passedCaptcha())
    harness.clock.advance(DAY)
    await codes.ask(phone, SIGN_IN)
  })

  it('an address gets sixty an hour', async () => {
    for (let asked = 0; asked < 60; asked++) await codes.ask(newPhone(), SIGN_IN)
    expect(await codes.refused(phone, SIGN_IN)).toMatchObject({
      code: 'sms_too_many',
      message: '操作过于频繁，请稍后再试',
    })
    harness.clock.advance(60 * MINUTE)
    await codes.ask(phone, SIGN_IN)
  })
})

describe('a phone that nobody may sign in with', () => {
  const stopped = async () => {
    await harness.owner.query("update app_user set status = '2' where phone = $1", [phone])
    return phone
  }
  const restart = () => harness.owner.query("update app_user set status = '1'")

  it.each([
    ['of nobody', async () => newPhone()],
    ['of a frozen user', stopped],
  ])('%s is answered like any other, and gets nothing', async (_whose, choose) => {
    const theirs = await choose()
    const known = await codes.givePhone('a_master')
    for (const mode of [SIGN_IN, FORGOT] as const) {
      const [one, other] = [await codes.ask(theirs, mode), await codes.ask(known, mode)]
      expect({ ...one, mobile: '' }).toEqual({ ...other, mobile: '' })
      expect(await codes.refused(theirs, mode)).toEqual(await codes.refused(known, mode))
    }
    expect(await codes.queuedFor(theirs)).toEqual([])
    const guess = wrong((await codes.queuedFor(known))[0]!)
    for (let tried = 0; tried < 6; tried++)
      expect(await refusedVerify(theirs, guess)).toEqual(await refusedVerify(known, guess))
    await restart()
  })
})

describe('a code', () => {
  it.each([
    ['9:59 after it was asked for', 10 * MINUTE - 1000, null],
    ['10:00 after it was asked for', 10 * MINUTE, 'code_expired'],
  ])('%s', async (_when, ms, refusal) => {
    const code = await codes.get(phone, FORGOT)
    harness.clock.advance(ms)
    if (refusal) expect(await refusedVerify(phone, code)).toMatchObject({ code: refusal })
    else expect((await verify(phone, code)).username).toBe('a_worker')
  })

  it('is right after four wrong ones, and lost after five', async () => {
    const code = await codes.get(phone, FORGOT)
    for (let tried = 0; tried < 4; tried++)
      expect(await refusedVerify(phone, wrong(code))).toMatchObject({
        code: 'code_wrong',
        message: '验证码错误',
      })
    await verify(phone, code)

    harness.clock.advance(2 * MINUTE)
    const next = await codes.get(phone, FORGOT)
    for (let tried = 0; tried < 4; tried++) await refusedVerify(phone, wrong(next))
    expect(await refusedVerify(phone, wrong(next))).toMatchObject({
      code: 'code_used_up',
      message: '验证码错误次数过多，请重新获取',
    })
    expect(await refusedVerify(phone, next)).toMatchObject({
      code: 'code_expired',
      message: '验证码已失效，请重新获取',
    })
  })

  it('is replaced by the next one', async () => {
    const first = await codes.get(phone, FORGOT)
    harness.clock.advance(2 * MINUTE)
    const second = await codes.get(phone, FORGOT)
    if (first !== second) expect((await refusedVerify(phone, first)).code).toBe('code_wrong')
    await verify(phone, second)
  })

  it('is used once, by the first of 50 at once', async () => {
    const forgot = { mobile: phone, code: await codes.get(phone, FORGOT) }
    const verified = await atOnce(50, '/sys/phoneVerification', forgot)
    expect(verified).toEqual({ won: 1, refusals: Array.from({ length: 49 }, () => 'code_expired') })

    const login = { mobile: phone, code: await codes.get(phone, SIGN_IN) }
    const signedIn = await atOnce(50, '/sys/phoneLogin', login)
    expect(signedIn).toEqual({ won: 1, refusals: Array.from({ length: 49 }, () => 'code_expired') })
  })

  it('is compared with five of 50 guesses at once', async () => {
    const code = await codes.get(phone, FORGOT)
    const { refusals } = await atOnce(50, '/sys/phoneVerification', { mobile: phone, code: wrong(code) })
    const count = (name: string) => refusals.filter((each) => each === name).length
    expect([count('code_wrong'), count('code_used_up'), count('code_expired')]).toEqual([4, 1, 45])
  })

  it('is no good for another phone, nor for another purpose', async () => {
    const other = await codes.givePhone('a_master')
    const code = await codes.get(phone, SIGN_IN)
    const theirs = await codes.get(other, SIGN_IN)
    if (code !== theirs) expect((await refusedSignIn(other, code)).code).toBe('code_wrong')
    expect((await refusedVerify(phone, code)).code).toBe('code_expired')
    const forgot = await codes.get(phone, FORGOT)
    if (code !== forgot) expect((await refusedSignIn(phone, forgot)).code).toBe('code_wrong')
    expect((await signIn(phone, code)).userInfo.username).toBe('a_worker')
  })

  it('signs the phone’s owner into their own tenant', async () => {
    const other = await codes.givePhone('b_worker')
    const code = await codes.get(other, SIGN_IN)
    expect((await signIn(other, code)).userInfo).toMatchObject({
      username: 'b_worker',
      tenantId: String(harness.otherTenant.tenantId),
    })
  })

  it.each([
    ['nothing', ''],
    ['a novel', '1'.repeat(65)],
  ])('that is %s is named as the field at fault', async (_what, code) => {
    expect(await refusedVerify(phone, code)).toMatchObject({
      status: 400,
      code: 'invalid_input',
      message: expect.stringContaining('验证码（code）') as string,
    })
  })
})
