import { sessionCalls as calls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { signInByPassword, solveCaptcha, useHarness } from '../../../test/harness.ts'
import { signInAdministrator } from '../../../test/hire.ts'

const harness = useHarness()
const MINUTE = 60_000
const WRONG = { status: 200, message: '用户名或密码错误', code: 'wrong_password' }
const locked = (minutes: number) => ({
  status: 200,
  message: `登录失败次数过多，请 ${minutes} 分钟后再试`,
  code: '600',
})

beforeEach(() => harness.owner.query('delete from attempt'))

const tryAs = async (username: string, password = 'Wrong@12345') =>
  harness.refused(null, calls.login, { username, password, captchaVO: await solveCaptcha(harness) })

async function tryTimes(times: number, username: string) {
  const answers = []
  for (let at = 0; at < times; at++) answers.push(await tryAs(username))
  return answers
}

/** An existing account and an unknown name, which must get the same answers. */
const both = ['a_worker', 'no.such.person']

describe('wrong passwords', () => {
  it.each(both)(
    'lock %s at the fifth for a minute, then twice as long each time up to half an hour',
    async (name) => {
      for (const minutes of [1, 2, 4, 8, 16, 30, 30]) {
        expect(await tryTimes(5, name)).toEqual([WRONG, WRONG, WRONG, WRONG, locked(minutes)])
        expect(await tryAs(name)).toEqual(locked(minutes))
        harness.clock.advance((minutes - 1) * MINUTE + 30_000)
        expect(await tryAs(name)).toEqual(locked(1))
        harness.clock.advance(31_000)
      }
    },
  )

  it('refuse the right one too while the lock holds, in the code for security reasons', async () => {
    await tryTimes(5, 'a_worker')
    const answer = await harness.request('POST', '/sys/login', {
      body: {
        username: 'a_worker',
        password: harness.tenant.password,
        captchaVO: await solveCaptcha(harness),
      },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { success: false, code: 600, message: '登录失败次数过多，请 1 分钟后再试', result: null },
    })
    harness.clock.advance(MINUTE + 1000)
    expect((await signInByPassword(harness, 'a_worker', harness.tenant.password)).token).toBeTruthy()
  })

  it('are forgiven by a right one, and forgotten after an hour', async () => {
    await tryTimes(4, 'a_worker')
    await signInByPassword(harness, 'a_worker', harness.tenant.password)
    expect(await tryTimes(4, 'a_worker')).toEqual(Array.from({ length: 4 }, () => WRONG))
    harness.clock.advance(61 * MINUTE)
    expect(await tryTimes(4, 'a_worker')).toEqual(Array.from({ length: 4 }, () => WRONG))
  })

  it('are forgiven when an administrator gives out a new password', async () => {
    await tryTimes(5, 'a_colleague')
    const admin = await signInAdministrator(harness, harness.tenant)
    await harness.call(admin, userCalls.changePassword, { username: 'a_colleague', password: 'Fresh#2026' })
    expect((await signInByPassword(harness, 'a_colleague', 'Fresh#2026')).firstTimeLogin).toBe('1')
  })

  it.each(both)('of %s at the same moment are five at most', async (name) => {
    const pictures = await Promise.all(Array.from({ length: 30 }, () => solveCaptcha(harness)))
    const answers = await Promise.all(
      pictures.map((captchaVO) =>
        harness.refused(null, calls.login, { username: name, password: 'Wrong@12345', captchaVO }),
      ),
    )
    expect(answers.filter(({ code }) => code === 'wrong_password')).toHaveLength(4)
    expect(answers.filter(({ code }) => code === '600')).toHaveLength(26)
  })

  it('from one address lock it for every name after a hundred', async () => {
    const now = harness.clock.now()
    await harness.owner.query(
      `insert into attempt (key, hits, window_start, updated_at) values ('sign-in:address:127.0.0.1', 99, $1, $1)`,
      [now],
    )
    expect(await tryAs('a_worker')).toEqual(locked(1))
    expect(await tryAs('a_master', harness.tenant.password)).toEqual(locked(1))
    harness.clock.advance(MINUTE + 1000)
    await signInByPassword(harness, 'a_master', harness.tenant.password)
  })
})

describe('nobody learns which accounts there are', () => {
  it('because a wrong password takes as long for a name that nobody has', async () => {
    const times: Record<string, number[]> = { a_worker: [], 'no.such.person': [] }
    for (let round = 0; round < 12; round++) {
      for (const [name, taken] of Object.entries(times)) {
        const captchaVO = await solveCaptcha(harness)
        // CPU time including hashing threads: other load on the machine does not change it.
        const before = process.cpuUsage()
        await harness.refused(null, calls.login, { username: name, password: 'Wrong@12345', captchaVO })
        const { user, system } = process.cpuUsage(before)
        taken.push(user + system)
        await harness.owner.query('delete from attempt')
      }
    }
    const [known, unknown] = Object.values(times).map((taken) => taken.toSorted((a, b) => a - b)[6]!)
    expect(unknown! / known!).toBeGreaterThan(0.6)
    expect(unknown! / known!).toBeLessThan(1.7)
  })

  it('because only the right password hears that an account is frozen', async () => {
    await harness.owner.query(`update app_user set status = '2' where username = 'a_guest'`)
    expect(await tryAs('a_guest')).toEqual(WRONG)
    expect(await tryAs('a_guest', harness.tenant.password)).toMatchObject({
      message: '该账号已停用，请联系管理员',
    })
  })
})
