import { passwordCalls as calls } from '@heliodesk/contract/passwords.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { describe, expect, it } from 'vitest'
import { signInByPassword, solveCaptcha } from '../../../test/harness.ts'
import { currentKey, seal } from '../../../test/seal.ts'
import { FORGOT, newPhone, SIGN_IN, wrong } from '../../../test/codes.ts'
import { useWorker, NEW, twice } from './passwords.fixture.ts'

const { harness, codes, worker, change, changed, forgotProof, refused } = useWorker()

const isSignedIn = async (session: string) =>
  (await harness.request('GET', '/sys/user/getUserInfo', { token: session })).status === 200

async function lastLogged() {
  const { rows } = await harness.owner.query<Record<string, unknown>>(
    `select login, method, outcome, reason from sign_in_log
     where outcome = 'password_changed' order by id desc limit 1`,
  )
  return rows[0]
}

describe('a forgotten password', () => {
  it('is replaced with a code by SMS; every session ends, and the log has it', async () => {
    const elsewhere = await harness.signIn('a_worker')
    const bystander = await harness.signIn('a_master')
    const code = await codes.get(worker.phone, FORGOT)
    const verified = await harness.call(null, calls.phoneVerification, { mobile: worker.phone, code })
    expect(verified).toEqual({
      username: 'a_worker',
      smscode: expect.stringMatching(/^[\w-]{32}$/) as string,
    })
    await changed(verified.smscode)
    expect([
      await isSignedIn(worker.token),
      await isSignedIn(elsewhere),
      await isSignedIn(bystander),
    ]).toEqual([false, false, true])
    expect(await lastLogged()).toEqual({
      login: 'a_worker',
      method: 'phone',
      outcome: 'password_changed',
      reason: '找回密码',
    })
    const old = { username: 'a_worker', password: harness.tenant.password, ...(await codes.passedCaptcha()) }
    expect((await harness.refused(null, sessionCalls.login, old)).code).toBe('wrong_password')
    expect((await signInByPassword(harness, 'a_worker', NEW)).firstTimeLogin).toBe('0')
  })

  it('lifts the lock that wrong passwords brought', async () => {
    const wrongly = async () => ({
      username: 'a_worker',
      password: 'Wrong#2026',
      ...(await codes.passedCaptcha()),
    })
    for (let tried = 0; tried < 6; tried++) await harness.refused(null, sessionCalls.login, await wrongly())
    expect((await harness.refused(null, sessionCalls.login, await wrongly())).code).toBe('600')
    await changed(await forgotProof())
    await signInByPassword(harness, 'a_worker', NEW)
  })

  it('comes sealed, both of it', async () => {
    const key = await currentKey(harness)
    await changed(await forgotProof(), {
      password: seal(key, NEW),
      confirmpassword: seal(key, NEW),
    })
    await signInByPassword(harness, 'a_worker', NEW)
  })

  it('needs two equal ones that keep the rule, and says which field does not', async () => {
    const proof = await forgotProof()
    expect((await refused(proof, { confirmpassword: 'Brand-new2' })).message).toBe(
      '参数有误：确认新密码（confirmpassword）：两次输入的密码不一致!',
    )
    for (const bad of [
      'Short1!',
      'Fifteen-long-15',
      'no-digits!',
      '12345678!',
      'NoSymbol12',
      'with space1!',
      '密码Abc-123',
    ])
      expect((await refused(proof, twice(bad))).message).toBe(
        '参数有误：新密码（password）：密码必须包含数字、字母及特殊符号，长度8-14位，不允许有空格！',
      )
    await changed(proof)
  })

  it('is not replaced by itself, and the code stays good', async () => {
    const proof = await forgotProof()
    expect(await refused(proof, twice(harness.tenant.password))).toMatchObject({
      status: 200,
      code: 'password.same',
      message: '新密码不能与旧密码相同',
    })
    await changed(proof)
  })
})

describe('what stands for a verified code', () => {
  it('is good once, also for 20 at once', async () => {
    const code = await forgotProof()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        harness.request('POST', '/sys/user/passwordChange', { body: change({ code }) }),
      ),
    )
    expect(answers.filter((answer) => answer.body.success === true)).toHaveLength(1)
    expect((await refused(code)).code).toBe('code_expired')
  })

  it('is good for ten minutes', async () => {
    const [late, early] = [await forgotProof(), await codes.givePhone('a_master')]
    harness.clock.advance(600_000 - 1000)
    const other = await forgotProof(early)
    harness.clock.advance(1000)
    expect(await refused(late)).toMatchObject({ code: 'code_expired', message: '验证码已失效，请重新获取' })
    harness.clock.advance(599_000 - 1000)
    await harness.call(null, calls.change, {
      ...change({ mobile: early, username: 'a_master' }),
      code: other,
    })
    await harness.owner.query(
      "update app_user set password_hash = (select password_hash from app_user where username = 'a_guest') where username = 'a_master'",
    )
  })

  it('is bound to phone and user', async () => {
    const theirs = await codes.givePhone('b_worker')
    const proof = await forgotProof(theirs)
    expect((await refused(proof)).code).toBe('code_expired')
    expect((await refused(proof, { mobile: theirs })).code).toBe('password.other_user')
    await changed(proof, { mobile: theirs, username: 'b_worker' })
    expect(await isSignedIn(worker.token)).toBe(true)
  })

  it('is not the code itself, nor a code for signing in', async () => {
    expect((await refused(await codes.get(worker.phone, FORGOT))).code).toBe('code_expired')
    expect((await refused(await codes.get(worker.phone, SIGN_IN))).code).toBe('code_expired')
  })

  it('falls with the phone number, and with the account', async () => {
    const proof = await forgotProof()
    await harness.owner.query("update app_user set status = '2' where username = 'a_worker'")
    expect(await refused(proof)).toMatchObject({ code: 'frozen', message: '该账号已停用，请联系管理员' })
    await harness.owner.query("update app_user set status = '1', phone = $1 where username = 'a_worker'", [
      newPhone(),
    ])
    expect((await refused(proof)).code).toBe('password.other_user')
  })

  it('is replaced when another code is asked for', async () => {
    const proof = await forgotProof()
    harness.clock.advance(120_000)
    await codes.ask(worker.phone, FORGOT)
    expect((await refused(proof)).code).toBe('code_expired')
  })
})

describe('a signed-in user', () => {
  const ask = async () => harness.call(worker.token, calls.userSms, await codes.passedCaptcha())
  const verify = (session: string, code: string) =>
    harness.call(session, calls.userPhoneVerification, { code })

  it('changes the own password with a code to the own phone, and is signed out everywhere', async () => {
    expect(await ask()).toEqual({
      mobile: `${worker.phone.slice(0, 3)}****${worker.phone.slice(-4)}`,
      retryAfter: 120,
      demoCode: null,
    })
    const { username, smscode } = await verify(worker.token, (await codes.queuedFor(worker.phone))[0]!)
    await changed(smscode, { username })
    expect(await isSignedIn(worker.token)).toBe(false)
    expect(await lastLogged()).toMatchObject({ method: 'phone', reason: '手机验证码修改密码' })
  })

  it('passes a captcha first, and waits 120 s for another code', async () => {
    expect((await harness.refused(worker.token, calls.userSms, {})).code).toBe('0011')
    await ask()
    expect((await harness.refused(worker.token, calls.userSms, await codes.passedCaptcha())).code).toBe(
      'sms_too_soon',
    )
  })

  it('sends the captcha’s answer along with the request, and the phone with the code', async () => {
    const captchaVO = await solveCaptcha(harness)
    const sms = { captchaVO, captchaType: 1, username: 'a_worker' }
    const sent = await harness.request('POST', '/sys/user/sms', { token: worker.token, body: sms })
    expect(sent.body).toMatchObject({ success: true, result: { retryAfter: 120 } })
    const [code] = await codes.queuedFor(worker.phone)
    const foreign = { mobile: newPhone(), code: code! }
    expect((await harness.refused(worker.token, calls.userPhoneVerification, foreign)).code).toBe(
      'password.other_user',
    )
    expect(
      await harness.call(worker.token, calls.userPhoneVerification, { mobile: worker.phone, code: code! }),
    ).toEqual({
      username: 'a_worker',
      smscode: expect.stringMatching(/^[\w-]{32}$/) as string,
    })
  })

  it('without a phone is told whom to ask', async () => {
    await harness.owner.query("update app_user set phone = null where username = 'a_worker'")
    for (const [call, input] of [
      [calls.userSms, await codes.passedCaptcha()],
      [calls.userPhoneVerification, { code: '123456' }],
    ] as const)
      expect(await harness.refused(worker.token, call, input)).toMatchObject({
        code: 'password.no_phone',
        message: '您的账号未绑定手机号，请联系管理员',
      })
  })

  it('cannot use the code of somebody else, nor one that was sent for another purpose', async () => {
    await ask()
    const [code] = await codes.queuedFor(worker.phone)
    await codes.givePhone('a_colleague')
    const colleague = await harness.signIn('a_colleague')
    expect((await harness.refused(colleague, calls.userPhoneVerification, { code })).code).toBe(
      'code_expired',
    )
    const verifyForgot = { mobile: worker.phone, code: code! }
    expect((await harness.refused(null, calls.phoneVerification, verifyForgot)).code).toBe('code_expired')
    const own = await harness.signIn('a_worker')
    expect((await verify(own, code!)).username).toBe('a_worker')
  })

  it('with a code that was sent to the phone’s owner before gets nothing', async () => {
    await ask()
    const [code] = await codes.queuedFor(worker.phone)
    await harness.owner.query("update app_user set phone = null where username = 'a_worker'")
    await harness.owner.query("update app_user set phone = $1 where username = 'a_colleague'", [worker.phone])
    const colleague = await harness.signIn('a_colleague')
    expect((await harness.refused(colleague, calls.userPhoneVerification, { code })).code).toBe(
      'password.other_user',
    )
  })

  it('repeats a refused command under the same key and is refused again', async () => {
    await ask()
    const code = wrong((await codes.queuedFor(worker.phone))[0]!)
    const headers = { 'idempotency-key': 'the-same-key' }
    for (let sent = 0; sent < 2; sent++) {
      const answer = await harness.request('POST', '/sys/user/phoneVerification', {
        token: worker.token,
        body: { code },
        headers,
      })
      expect(answer.body).toMatchObject({ success: false, message: '验证码错误', error_code: 'code_wrong' })
    }
  })
})

describe('the first password', () => {
  const setDue = () =>
    harness.owner.query("update app_user set must_change_password = true where username = 'a_worker'")
  const first = (input: object = {}) => ({ username: 'a_worker', ...twice(NEW), ...input })

  it('has to be changed before anything else, without a code; every session ends', async () => {
    await setDue()
    expect((await harness.call(worker.token, sessionCalls.me, {})).firstTimeLogin).toBe('1')
    const page = await harness.request('POST', '/ops/order/page', { token: worker.token, body: {} })
    expect(page).toMatchObject({ status: 403, body: { error_code: 'password_change_due' } })
    await harness.call(worker.token, calls.firstChange, first())
    expect(await isSignedIn(worker.token)).toBe(false)
    expect(await lastLogged()).toMatchObject({ method: 'password', reason: '首次登录修改密码' })
    const again = await signInByPassword(harness, 'a_worker', NEW)
    expect([again.firstTimeLogin, again.userInfo.firstTimeLogin]).toEqual(['0', '0'])
    expect((await harness.request('POST', '/ops/order/page', { token: again.token, body: {} })).status).toBe(
      200,
    )
  })

  it('is changed this way once, and by its owner only', async () => {
    expect(await harness.refused(worker.token, calls.firstChange, first())).toMatchObject({
      code: 'password.not_due',
    })
    await setDue()
    expect(
      await harness.refused(worker.token, calls.firstChange, first({ username: 'a_master' })),
    ).toMatchObject({
      code: 'password.other_user',
      message: '账号与当前登录用户不一致',
    })
    expect(
      (await harness.refused(worker.token, calls.firstChange, first(twice(harness.tenant.password)))).code,
    ).toBe('password.same')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        harness.request('POST', '/sys/user/firstChangePassword', { token: worker.token, body: first() }),
      ),
    )
    const won = answers.filter((answer) => answer.body.success === true)
    expect(won.map(({ body }) => [body.success, body.message])).toEqual([[true, '操作成功']])
  })

  it('is done with when it was replaced as a forgotten one', async () => {
    await setDue()
    await changed(await forgotProof())
    expect((await signInByPassword(harness, 'a_worker', NEW)).firstTimeLogin).toBe('0')
  })
})
