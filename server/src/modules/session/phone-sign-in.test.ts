import { sessionCalls as calls } from '@heliodesk/contract/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { SIGN_IN, useCodes, wrong } from '../../../test/codes.ts'
import { useHarness } from '../../../test/harness.ts'

const harness = useHarness()
const codes = useCodes(harness)
const MOBILE = '13900001111'
const STRANGERS = '13900002222'
const DAY = 86_400_000

beforeEach(async () => {
  harness.clock.advance(2 * DAY)
  await harness.owner.query('delete from attempt')
  await harness.owner.query(`update app_user set phone = $1, status = '1' where username = 'a_worker'`, [
    MOBILE,
  ])
})

const receiveCode = () => codes.get(MOBILE, SIGN_IN)

const lastEntry = async () =>
  (
    await harness.owner.query<{ login: string; method: string; outcome: string }>(
      'select login, method, outcome from sign_in_log order by id desc limit 1',
    )
  ).rows[0]

describe('signing in by phone', () => {
  it('opens a session with the code that came, once', async () => {
    const code = await receiveCode()
    const { token, userInfo } = await harness.call(null, calls.phoneLogin, { mobile: MOBILE, code })
    expect(userInfo.username).toBe('a_worker')
    expect(await harness.call(token, calls.sessions, {})).toMatchObject([{ method: 'phone', current: true }])
    expect(await lastEntry()).toEqual({ login: MOBILE, method: 'phone', outcome: 'success' })
    await harness.refused(null, calls.phoneLogin, { mobile: MOBILE, code })
    expect(await lastEntry()).toEqual({ login: MOBILE, method: 'phone', outcome: 'wrong_code' })
  })

  it('of 20 at once with the right code lets one in', async () => {
    const code = await receiveCode()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        harness.request('POST', calls.phoneLogin.path, { body: { mobile: MOBILE, code } }),
      ),
    )
    expect(answers.filter(({ body }) => body.success === true)).toHaveLength(1)
  })

  it('answers a wrong code alike whether or not somebody has the phone', async () => {
    const code = wrong(await receiveCode())
    await codes.ask(STRANGERS, SIGN_IN)
    const [known, unknown] = [
      await harness.refused(null, calls.phoneLogin, { mobile: MOBILE, code }),
      await harness.refused(null, calls.phoneLogin, { mobile: STRANGERS, code }),
    ]
    expect(unknown).toEqual(known)
  })

  it('is refused when the account was frozen, or got another phone, after the code was sent', async () => {
    const code = await receiveCode()
    await harness.owner.query(`update app_user set status = '2' where username = 'a_worker'`)
    expect((await harness.refused(null, calls.phoneLogin, { mobile: MOBILE, code })).message).toBe(
      '该账号已停用，请联系管理员',
    )
    expect(await lastEntry()).toMatchObject({ outcome: 'frozen' })
    await harness.owner.query(`update app_user set status = '1' where username = 'a_worker'`)
    harness.clock.advance(2 * DAY)
    const second = await receiveCode()
    await harness.owner.query(`update app_user set phone = '13900003333' where username = 'a_worker'`)
    expect((await harness.refused(null, calls.phoneLogin, { mobile: MOBILE, code: second })).message).toBe(
      '该手机号已变更，请重新获取验证码',
    )
    expect(await lastEntry()).toMatchObject({ outcome: 'refused' })
  })

  it('is not stopped by wrong passwords, but by an address with too many failures', async () => {
    await harness.owner.query(
      `insert into attempt (key, window_start, updated_at, locked_until) values
         ('sign-in:login:${MOBILE}', $1, $1, $2), ('sign-in:login:a_worker', $1, $1, $2)`,
      [harness.clock.now(), new Date(harness.clock.now().getTime() + DAY)],
    )
    await harness.call(null, calls.phoneLogin, { mobile: MOBILE, code: await receiveCode() })
    harness.clock.advance(3 * 60_000)
    const code = await receiveCode()
    await harness.owner.query(
      `insert into attempt (key, window_start, updated_at, locked_until) values ('sign-in:address:127.0.0.1', $1, $1, $2)`,
      [harness.clock.now(), new Date(harness.clock.now().getTime() + 60_000)],
    )
    expect(await harness.refused(null, calls.phoneLogin, { mobile: MOBILE, code })).toMatchObject({
      code: '600',
    })
    expect(await lastEntry()).toMatchObject({ outcome: 'locked' })
  })
})
