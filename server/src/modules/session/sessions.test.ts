import { sessionCalls as calls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { signInByPassword, solveCaptcha, useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'
const UNSEEN = '数据不存在或无权查看'
const NOBODYS = '00000000-0000-4000-8000-000000000000'

const people = useSignedIn(harness, {
  admin: 'a_admin',
  foreigner: 'b_admin',
  /** Manages the people of the western centre. */
  west: { username: 'west.chief', codes: ['user:manage', 'order:list'], depCode: 'A01A02' },
})

const list = (token: string) => harness.call(token, calls.sessions, {})
const currentOf = async (token: string) => (await list(token)).find(({ current }) => current)!
const isSignedIn = async (token: string) =>
  (await harness.request('GET', calls.me.path, { token })).status === 200
const idOf = (username: string) => harness.tenant.users[username]!.id

const endings = async (username: string) =>
  (
    await harness.owner.query<{ outcome: string; reason: string | null; session_id: string }>(
      `select outcome, reason, session_id from sign_in_log where login = $1 and outcome in ('ended', 'logout')
       order by id`,
      [username],
    )
  ).rows

describe('one’s own sessions', () => {
  it('are listed with device, address and times, the latest use first', async () => {
    const answer = await harness.request('POST', calls.login.path, {
      body: {
        username: 'a_shift',
        password: harness.tenant.password,
        captchaVO: await solveCaptcha(harness),
      },
      headers: { 'user-agent': EDGE, 'device-id': 'browser-1' },
    })
    const { token } = answer.body.result as { token: string }
    harness.clock.advance(60_000)
    const { token: later } = await signInByPassword(harness, 'a_shift', harness.tenant.password)
    const sessions = await list(token)
    expect(sessions.map(({ device, deviceId, current }) => [device, deviceId, current])).toEqual([
      ['lightMyRequest', null, false],
      ['Edge 140 · Windows 10', 'browser-1', true],
    ])
    expect(sessions[1]).toMatchObject({ method: 'password', clientAddress: '127.0.0.1' })
    expect(sessions[1]!.signInTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect((await currentOf(later)).sessionId).toBe(sessions[0]!.sessionId)
  })

  it('end one by one, on the very next call', async () => {
    const [here, there] = [await harness.signIn('a_safety'), await harness.signIn('a_safety')]
    const { sessionId } = await currentOf(there)
    await harness.call(here, calls.endSession, { sessionId })
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect((await harness.refused(here, calls.endSession, { sessionId })).message).toBe(UNSEEN)
    expect(await endings('a_safety')).toEqual([
      { outcome: 'ended', reason: '本人终止', session_id: sessionId },
    ])
  })

  it('end all but the one that asks', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => harness.signIn('a_platform')))
    expect(await harness.call(tokens[0]!, calls.endOtherSessions, {})).toBe(2)
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([true, false, false])
    expect(await harness.call(tokens[0]!, calls.endOtherSessions, {})).toBe(0)
    expect(await list(tokens[0]!)).toHaveLength(1)
  })

  it('are nobody else’s', async () => {
    const other = await harness.signIn('a_worker')
    const { sessionId } = await currentOf(other)
    for (const token of [await harness.signIn('a_master'), people.foreigner]) {
      expect((await harness.refused(token, calls.endSession, { sessionId })).message).toBe(UNSEEN)
    }
    expect(await isSignedIn(other)).toBe(true)
  })
})

describe('an administrator', () => {
  it('sees and ends the sessions of people in reach, and the log says who did', async () => {
    const [one, two] = [await harness.signIn('a_outsider'), await harness.signIn('a_outsider')]
    const userId = idOf('a_outsider')
    const sessions = await harness.call(people.admin, userCalls.sessions, { personId: userId })
    expect(sessions).toHaveLength(2)
    expect(sessions.every(({ current }) => !current)).toBe(true)
    const { sessionId } = await currentOf(one)
    expect(await harness.call(people.admin, userCalls.endSessions, { personId: userId, sessionId })).toBe(1)
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true])
    expect(await harness.call(people.admin, userCalls.endSessions, { personId: userId })).toBe(1)
    expect(await isSignedIn(two)).toBe(false)
    expect(await harness.call(people.admin, userCalls.endSessions, { personId: userId })).toBe(0)
    expect((await endings('a_outsider')).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 2 }, () => '由 甲公司admin（a_admin）终止'),
    )
  })

  it('reaches nobody outside the own departments, nor in another company', async () => {
    const theirs = await harness.signIn('b_worker')
    const outside = await harness.signIn('a_outsider')
    for (const [token, userId] of [
      [people.west.token, idOf('a_outsider')],
      [people.admin, harness.otherTenant.users['b_worker']!.id],
      [people.foreigner, idOf('a_outsider')],
      [people.admin, '999999999'],
    ] as const) {
      expect((await harness.refused(token, userCalls.sessions, { personId: userId })).message).toBe(UNSEEN)
      expect((await harness.refused(token, userCalls.endSessions, { personId: userId })).message).toBe(UNSEEN)
    }
    expect([await isSignedIn(theirs), await isSignedIn(outside)]).toEqual([true, true])
  })

  it('ends no session of somebody who holds more, and none that is not the person’s', async () => {
    const manager = await harness.signIn('a_manager')
    expect(
      (await harness.refused(people.west.token, userCalls.endSessions, { personId: idOf('a_manager') }))
        .message,
    ).toMatch(/权限或数据范围高于您，不能操作$/)
    const { sessionId } = await currentOf(manager)
    for (const id of [sessionId, NOBODYS]) {
      const given = { personId: idOf('a_guest'), sessionId: id }
      expect((await harness.refused(people.admin, userCalls.endSessions, given)).message).toBe(UNSEEN)
    }
    expect(await isSignedIn(manager)).toBe(true)
  })

  it.each([
    [
      'freezes',
      'a_worker',
      (id: string) => harness.call(people.admin, userCalls.frozenBatch, { ids: id, status: '2' }),
      /^账号由 .+停用$/,
    ],
    [
      'gives a new password to',
      'a_colleague',
      () =>
        harness.call(people.admin, userCalls.changePassword, {
          username: 'a_colleague',
          password: 'Fresh#2026',
        }),
      /^密码由 .+重置$/,
    ],
  ])('who %s somebody ends all sessions of %s', async (_what, username, act, reason) => {
    const before = (await endings(username)).length
    const tokens = [await harness.signIn(username), await harness.signIn(username)]
    await act(idOf(username))
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([false, false])
    const after = (await endings(username)).slice(before)
    expect(after.length).toBeGreaterThanOrEqual(2)
    for (const each of after) expect(each.reason).toMatch(reason)
  })
})
