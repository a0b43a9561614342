import { sessionCalls as calls } from '@heliodesk/contract/session.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { singleSignOnCalls } from '@heliodesk/contract/single-sign-on.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'
import { runOnce } from '../../kernel/upkeep.ts'
import { session } from './index.ts'

const HOUR = 3_600_000
const CARE = 'https://care.example.com'

const harness = useHarness({ SISTER_SOURCES: [CARE] })
let admin: string

/** Each test starts with a company without settings, and at a time of its own. */
beforeEach(async () => {
  await harness.owner.query('delete from tenant_setting')
  harness.clock.advance(10_000 * HOUR)
  admin = await harness.signIn('a_admin')
})

const isSignedIn = async (token: string, app = harness.app) =>
  (await app.inject({ url: '/api/sys/user/getUserInfo', headers: { 'x-access-token': token } }))
    .statusCode === 200

async function limitTo(sessionHours: number, token = admin, others: object = {}) {
  const { version } = await harness.call(token, settingCalls.system, {})
  return harness.call(token, settingCalls.editSystem, { version, sessionHours, ...others })
}

const SISTERS = { '/solarCare': CARE, '/houseHold': '' }
const ticketOf = (token: string) =>
  harness.call(token, singleSignOnCalls.issueTicket, { target: '/solarCare' })

/** Makes a call every hour; returns the session's token at the end. */
async function work(token: string, hours: number): Promise<string> {
  let current = token
  for (let hour = 0; hour < hours; hour += 24) {
    harness.clock.advance(Math.min(24, hours - hour) * HOUR)
    const { status, headers } = await harness.request('GET', calls.me.path, { token: current })
    expect([hour, status]).toEqual([hour, 200])
    current = (headers['x-access-token'] as string | undefined) ?? current
  }
  return current
}

describe('the end of a session', () => {
  it('comes so many hours after its sign-in, whatever its use, and for those that stand already', async () => {
    const worker = await harness.signIn('a_worker')
    await work(worker, 7)
    await limitTo(8)
    expect(await isSignedIn(worker)).toBe(true)
    harness.clock.advance(HOUR)
    expect(await isSignedIn(worker)).toBe(false)
    expect(await isSignedIn(await harness.signIn('a_worker'))).toBe(true)
  })

  it('counts on the next call of every process, and so does a later one', async () => {
    const other = await buildApp({ pool: harness.pool, env: harness.env, clock: harness.clock })
    const worker = await harness.signIn('a_worker')
    harness.clock.advance(3 * HOUR)
    const fresh = await harness.signIn('a_admin')
    expect(await isSignedIn(worker, other)).toBe(true)
    await limitTo(2, fresh)
    expect(await isSignedIn(worker, other)).toBe(false)
    await limitTo(4, fresh)
    expect(await isSignedIn(worker, other)).toBe(true)
    await other.close()
  })

  it('is not put off by tokens that are replaced', async () => {
    await limitTo(240)
    let worker = await harness.signIn('a_worker')
    const first = worker
    worker = await work(worker, 239)
    expect(worker).not.toBe(first)
    harness.clock.advance(HOUR)
    expect(await isSignedIn(worker)).toBe(false)
  })

  it('is not put off by a ticket, whose session is as old as the one that it came from', async () => {
    await limitTo(2, admin, { sisters: SISTERS })
    const worker = await harness.signIn('a_worker')
    harness.clock.advance(HOUR)
    const { ticket, tenantId } = await ticketOf(worker)
    const { token } = await harness.call(null, singleSignOnCalls.exchangeTicket, {
      ticket: ticket!,
      tenantId,
      target: CARE,
    })
    const sessions = await harness.call(token, calls.sessions, {})
    expect(new Set(sessions.map(({ signInTime }) => signInTime)).size).toBe(1)
    harness.clock.advance(HOUR - 1000)
    expect(await isSignedIn(token)).toBe(true)
    harness.clock.advance(1000)
    expect(await isSignedIn(token)).toBe(false)
  })

  it('comes after a year where the company says nothing, or something that is no number of hours', async () => {
    const worker = await harness.signIn('a_worker')
    await harness.owner.query(
      `insert into tenant_setting (tenant_id, section, settings) values ($1, 'system', '{"sessionHours": "soon"}')`,
      [harness.tenant.tenantId],
    )
    const worked = await work(worker, 8760 - 24)
    expect((await harness.call(worked, calls.sessions, {})).some(({ current }) => current)).toBe(true)
    harness.clock.advance(24 * HOUR)
    expect(await isSignedIn(worked)).toBe(false)
  })

  it('is another company’s own affair', async () => {
    const [ours, theirs] = [await harness.signIn('a_worker'), await harness.signIn('b_worker')]
    await limitTo(1)
    harness.clock.advance(HOUR)
    expect([await isSignedIn(ours), await isSignedIn(theirs)]).toEqual([false, true])
  })

  it('takes it off the list of sessions, makes its tickets worthless, and the sweep removes it', async () => {
    await limitTo(1, admin, { sisters: SISTERS })
    const worker = await harness.signIn('a_worker')
    harness.clock.advance(HOUR - 30_000)
    const { ticket, tenantId } = await ticketOf(worker)
    harness.clock.advance(30_000)
    const fresh = await harness.signIn('a_worker')
    expect((await harness.call(fresh, calls.sessions, {})).map(({ current }) => current)).toEqual([true])
    expect(
      (await harness.refused(null, singleSignOnCalls.exchangeTicket, { ticket, tenantId, target: CARE }))
        .code,
    ).toBe('bad_token')

    const id = harness.tenant.users.a_worker!.id
    await harness.owner.query(
      `update user_session set signed_in_at = now() - interval '61 minutes', expires_at = now() + interval '1 day'
       where user_id = $1`,
      [id],
    )
    for (const upkeep of session.upkeep) await runOnce(harness.pool, upkeep, harness.env)
    expect((await harness.owner.query('select from user_session where user_id = $1', [id])).rows).toEqual([])
  })
})

describe('the setting', () => {
  beforeAll(async () => harness.owner.query('delete from tenant_setting'))

  it.each([0, -1, 8761, 1.5, '', 'soon', {}])('%j is refused by name', async (sessionHours) => {
    const refused = await harness.refused(admin, settingCalls.editSystem, { version: 0, sessionHours })
    expect(refused.status).toBe(400)
    expect(refused.message).toContain('登录最长时长（小时）（sessionHours）')
  })

  it('is a year at first, and every change is in the log', async () => {
    expect((await harness.call(admin, settingCalls.system, {})).values.sessionHours).toBe(8760)
    await limitTo(12)
    const { pageList } = await harness.call(admin, settingCalls.systemChanges, {})
    expect(pageList[0]).toMatchObject({ title: '登录最长时长（小时）', before: '8760', after: '12' })
  })
})
