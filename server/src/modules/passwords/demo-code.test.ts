import { passwordCalls as calls } from '@heliodesk/contract/passwords.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FORGOT, newPhone, SIGN_IN } from '../../../test/codes.ts'
import type { Env } from '../../env.ts'
import { useWorker } from './passwords.fixture.ts'

const { harness, codes, worker, changed, forgotProof } = useWorker()

describe('the code in the answer', () => {
  const ask = async (headers: Record<string, string> = {}, session = worker.token) => {
    harness.clock.advance(120_000)
    const send = async (path: string, body: object) => {
      const answer = await harness.request('POST', path, {
        token: path === calls.userSms.path ? session : null,
        body: { ...body, ...(await codes.passedCaptcha()) },
        headers,
      })
      return calls.sms.output.parse(answer.body.result).demoCode
    }
    return [
      await send(calls.userSms.path, {}),
      await send(calls.sms.path, { mobile: worker.phone, smsMode: SIGN_IN }),
      await send(calls.sms.path, { mobile: worker.phone, smsMode: FORGOT }),
    ]
  }
  const NONE = [null, null, null]

  /** Resets the password of the tenant's people to the public one. */
  beforeEach(() =>
    harness.owner.query(
      `update tenant t set demo = true, demo_password_hash =
         (select password_hash from app_user u where u.tenant_id = t.id and u.username = 'a_worker')
       where id = $1`,
      [harness.tenant.tenantId],
    ),
  )
  afterEach(() => harness.owner.query('update tenant set demo = false, demo_password_hash = null'))

  it('is there for an account with the public password where nothing is really sent, and for no other', async () => {
    expect((await ask()).toReversed()).toEqual((await codes.queuedFor(worker.phone)).slice(0, 3))
    expect((await codes.ask(newPhone(), SIGN_IN)).demoCode).toBeNull()
    expect((await codes.ask(await codes.givePhone('b_worker'), SIGN_IN)).demoCode).toBeNull()
    for (const provider of ['aliyun', 'http'] as const) {
      harness.env.SMS_PROVIDER = provider
      expect(await ask()).toEqual(NONE)
    }
    harness.env.SMS_PROVIDER = 'outbox'
  })

  it('is gone once the account has a password of its own', async () => {
    await changed(await forgotProof())
    expect(await ask({}, await harness.signIn('a_worker'))).toEqual(NONE)
  })

  it.each<Record<string, string>>([
    { host: 'pv.example.com' },
    { host: '192.168.1.20:8080' },
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
    { 'x-forwarded-for': 'unknown' },
    { 'x-forwarded-host': 'pv.example.com:443' },
    { 'x-real-ip': '203.0.113.7' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ])('is not told to others: %j', async (headers) => {
    expect(await ask(headers)).toEqual(NONE)
  })

  it.each<Partial<Env>>([
    { HOST: '0.0.0.0' },
    { TRUSTED_PROXIES: '127.0.0.1' },
    { PUBLIC_URL: 'https://pv.example.com' },
    { HSTS_SECONDS: 31_536_000 },
  ])('is told to nobody where the operator expects others: %j', async (settings) => {
    const before = { ...harness.env }
    Object.assign(harness.env, settings)
    expect(await ask()).toEqual(NONE)
    for (const name of Object.keys(settings) as (keyof Env)[])
      Object.assign(harness.env, { [name]: before[name] })
  })

  it.each<Record<string, string>>([{ host: '[::1]:8080' }, { 'x-forwarded-for': '127.0.0.1, ::1' }])(
    'is told to this machine: %j',
    async (headers) => {
      expect(await ask(headers)).not.toContain(null)
    },
  )
})
