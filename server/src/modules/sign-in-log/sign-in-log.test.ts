import { sessionCalls } from '@heliodesk/contract/session.ts'
import { signInLogCalls as calls } from '@heliodesk/contract/sign-in-log.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInByPassword, solveCaptcha, useHarness } from '../../../test/harness.ts'
import { hire, signInAdministrator } from '../../../test/hire.ts'

const harness = useHarness()
const MINUTE = 60_000

let admin: string
let foreigner: string

beforeAll(async () => {
  harness.clock.set('2026-06-18T12:00:00+08:00')
  admin = await signInAdministrator(harness, harness.tenant)
  foreigner = await signInAdministrator(harness, harness.otherTenant)
})

const list = (input: Sent<typeof calls.list> = {}, token = admin) =>
  harness.call(token, calls.list, { pageSize: 500, ...input })

const fail = async (username: string) =>
  harness.refused(null, sessionCalls.login, {
    username,
    password: 'Wrong@12345',
    captchaVO: await solveCaptcha(harness),
  })

describe('the sign-in log', () => {
  it('tells what came of every try, the latest first', async () => {
    for (let at = 0; at < 6; at++) await fail('a_worker')
    harness.clock.advance(2 * MINUTE)
    const { token } = await signInByPassword(harness, 'a_worker', harness.tenant.password)
    await harness.call(token, sessionCalls.logout, {})
    const { records, total } = await list({ keyword: 'a_worker' })
    expect(records.map(({ outcome }) => outcome)).toEqual([
      'logout',
      'success',
      'locked',
      ...Array.from({ length: 5 }, () => 'wrong_password'),
    ])
    expect(total).toBe(8)
    expect(records[1]).toMatchObject({
      time: expect.stringMatching(/^2026-06-18 12:02:/),
      userId: harness.tenant.users['a_worker']!.id,
      realname: '甲公司worker',
      login: 'a_worker',
      method: 'password',
      reason: null,
      clientAddress: '127.0.0.1',
      device: 'lightMyRequest',
      deviceId: null,
    })
    expect(records[0]!.sessionId).toBe(records[1]!.sessionId)
  })

  it('is narrowed by person, way, outcome and days of the tenant’s time zone', async () => {
    harness.clock.set('2026-06-20T00:10:00+08:00')
    await signInByPassword(harness, 'a_master', harness.tenant.password)
    harness.clock.set('2026-06-21T23:50:00+08:00')
    await fail('a_master')
    admin = await signInAdministrator(harness, harness.tenant)
    const userId = harness.tenant.users['a_master']!.id
    const outcomesOf = async (input: Sent<typeof calls.list>) =>
      (await list({ personId: userId, ...input })).records.map(({ outcome }) => outcome)
    expect(await outcomesOf({})).toEqual(['wrong_password', 'success'])
    expect(await outcomesOf({ outcome: 'success' })).toEqual(['success'])
    expect(await outcomesOf({ method: 'phone' })).toEqual([])
    expect(await outcomesOf({ from: '2026-06-20', to: '2026-06-20' })).toEqual(['success'])
    expect(await outcomesOf({ from: '2026-06-21' })).toEqual(['wrong_password'])
    expect(await outcomesOf({ to: '2026-06-19' })).toEqual([])
    expect(await outcomesOf({ keyword: 'MASTER' })).toHaveLength(2)
    expect(await outcomesOf({ keyword: '127.0.0' })).toHaveLength(2)
    expect(await outcomesOf({ keyword: '%' })).toEqual([])
  })

  it('comes in pages with an exact total', async () => {
    const { total } = await list()
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(total / 3) }, (_each, at) => list({ pageNo: at + 1, pageSize: 3 })),
    )
    const ids = pages.flatMap(({ records }) => records.map(({ id }) => id))
    expect(new Set(ids).size).toBe(total)
    expect(ids).toEqual((await list()).records.map(({ id }) => id))
  })

  it('is the tenant’s own, and its readers see the people of their departments', async () => {
    await fail('a_outsider')
    expect((await list({}, foreigner)).records.map(({ login }) => login)).not.toContain('a_outsider')
    const west = await hire(harness, { username: 'west.audit', codes: ['log:view'], depCode: 'A01A02' })
    const seen = (await list({}, west.token)).records.map(({ login }) => login)
    expect(seen).toContain('a_master')
    expect(seen).not.toContain('a_outsider')
  })

  it('says nothing about names that nobody has', async () => {
    const before = (await list()).total
    await fail('no.such.person')
    expect((await list()).total).toBe(before)
  })

  it('is changed by nobody', async () => {
    const client = await harness.pool.connect()
    try {
      await client.query(`select set_config('app.tenant', '${harness.tenant.tenantId}', false)`)
      expect((await client.query('select from sign_in_log')).rowCount).toBeGreaterThan(0)
      for (const statement of [
        `update sign_in_log set outcome = 'success'`,
        'delete from sign_in_log',
        'truncate sign_in_log',
      ])
        await expect(client.query(statement)).rejects.toThrow(/permission denied/)
    } finally {
      client.release(true)
    }
  })
})
