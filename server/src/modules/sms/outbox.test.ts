import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { FORGOT, useCodes } from '../../../test/codes.ts'
import { endLeases, runNext, skipWait } from '../../../test/job-tools.ts'
import { startGateway, type Reaction } from './gateway.fixture.ts'
import { sendMessage } from './outbox.ts'

const TAKE_JOBS = fileURLToPath(new URL('../../../test/take-jobs.ts', import.meta.url))
const OK: Reaction = { status: 200, body: { id: 'gw-1' } }
const BROKEN: Reaction = { status: 500, body: { message: 'out of order' } }

/** Other processes start slowly on a busy machine. */
const LONG = { timeout: 120_000 }

const harness = useHarness()
const codes = useCodes(harness)
let phone: string

beforeEach(async () => {
  harness.clock.advance(86_400_000)
  await harness.owner.query(`delete from job where kind = 'sms'; delete from sms_message`)
  phone = await codes.givePhone('a_worker')
  await codes.ask(phone, FORGOT)
})

const sendTo = (url: string) =>
  runNext(harness, sendMessage, { env: { ...harness.env, SMS_PROVIDER: 'http', SMS_HTTP_URL: url } })

async function record() {
  const { rows } = await harness.owner.query<Record<string, unknown>>(
    `select state, tries, provider, provider_id, error, params, sent_at is not null as sent from sms_message
     order by id`,
  )
  return rows[0]!
}

describe('the outbox', () => {
  it('sends a waiting message once, keeps the record and forgets the code', async () => {
    const [code] = await codes.queuedFor(phone)
    await using gateway = await startGateway(OK)
    const send = () => sendTo(gateway.url)
    expect(await send()).toBe(true)
    expect(await send()).toBe(false)
    expect(gateway.received).toHaveLength(1)
    expect(JSON.parse(gateway.received[0]!.body)).toMatchObject({
      phone,
      template: 'forgot',
      params: { code },
      text: `您正在找回密码，验证码为 ${code}，10 分钟内有效，请勿告知他人。`,
    })
    expect(await record()).toEqual({
      state: 'sent',
      tries: 1,
      provider: 'http',
      provider_id: 'gw-1',
      error: null,
      params: {},
      sent: true,
    })
  })

  it('tries again after a growing while, and is through at last', async () => {
    await using gateway = await startGateway(BROKEN, 'hang up', OK)
    const send = () => sendTo(gateway.url)
    await send()
    expect(await record()).toMatchObject({ state: 'waiting', tries: 1, error: 'HTTP 500 out of order' })
    for (const waitMs of [5000, 15_000]) {
      expect(await send()).toBe(false)
      const waited = await skipWait(harness, sendMessage)
      expect(waited).toBeLessThanOrEqual(waitMs)
      expect(waited).toBeGreaterThan(waitMs - 4000)
      expect(await send()).toBe(true)
    }
    expect(await record()).toMatchObject({ state: 'sent', tries: 3, error: null })
    expect(gateway.received).toHaveLength(3)
    const repeats = new Set(gateway.received.map(({ headers }) => headers['idempotency-key']))
    expect(repeats.size).toBe(1)
  })

  it('gives up after five tries', async () => {
    await using gateway = await startGateway(BROKEN)
    const send = () => sendTo(gateway.url)
    for (let tried = 0; tried < 5; tried++) {
      expect(await send()).toBe(true)
      if (tried < 4) await skipWait(harness, sendMessage)
    }
    expect(await send()).toBe(false)
    expect(await record()).toMatchObject({
      state: 'failed',
      tries: 5,
      error: 'HTTP 500 out of order',
      params: {},
    })
    expect(gateway.received).toHaveLength(5)
  })

  it('does not repeat what the provider refused', async () => {
    await using gateway = await startGateway({ status: 403, body: { message: 'no such template' } })
    await sendTo(gateway.url)
    expect(await record()).toMatchObject({ state: 'failed', tries: 1, error: 'HTTP 403 no such template' })
  })

  it('sends no code that has expired while no process was there', async () => {
    await using gateway = await startGateway(OK)
    harness.clock.advance(600_000)
    expect(await sendTo(gateway.url)).toBe(true)
    expect(gateway.received).toEqual([])
    expect(await record()).toMatchObject({
      state: 'failed',
      error: '未能在有效期内送出，不再发送',
      params: {},
    })
  })

  it('is emptied by many processes without sending anything twice', async () => {
    for (const username of ['a_master', 'a_manager', 'b_worker', 'b_master', 'b_manager'])
      await codes.ask(await codes.givePhone(username), FORGOT)
    await using gateway = await startGateway(OK)
    const send = () => sendTo(gateway.url)
    const drain = async () => {
      while (await send());
    }
    await Promise.all([drain(), drain(), drain(), drain()])
    const phones = gateway.received.map(({ body }) => (JSON.parse(body) as { phone: string }).phone)
    expect(phones).toHaveLength(6)
    expect(new Set(phones).size).toBe(6)
  })

  it('does not lose a message whose process is killed while the provider is slow', LONG, async () => {
    await using gateway = await startGateway('silence')
    // The other process uses the machine's clock.
    await harness.owner.query('update sms_message set created_at = now()')
    const killed = fork(TAKE_JOBS, [harness.url], {
      execArgv: [],
      env: { ...process.env, SMS_PROVIDER: 'http', SMS_HTTP_URL: gateway.url },
    })
    await expect.poll(() => gateway.received.length, { timeout: 30_000, interval: 50 }).toBe(1)
    const send = () => sendTo(gateway.url)
    expect(await send()).toBe(false)
    const gone = once(killed, 'exit')
    killed.kill('SIGKILL')
    await gone
    gateway.react(OK)
    await harness.owner.query('update sms_message set created_at = $1', [harness.clock.now()])
    expect(await send()).toBe(false)
    await endLeases(harness)
    expect(await send()).toBe(true)
    expect(gateway.received).toHaveLength(2)
    expect(await record()).toMatchObject({ state: 'sent', tries: 1 })
  })
})

describe('the signature', () => {
  it('is the company’s own where it has one, for its people alone', async () => {
    const admin = await harness.signIn('a_admin')
    await harness.call(admin, settingCalls.editSystem, { version: 0, smsSignName: '晴天新能源' })
    const theirs = await codes.givePhone('b_worker')
    await codes.ask(theirs, FORGOT)
    await using gateway = await startGateway(OK)
    const send = () => sendTo(gateway.url)
    while (await send());
    const sent = gateway.received.map(({ body }) => JSON.parse(body) as Record<string, string>)
    expect(sent.find((message) => message.phone === phone)).toMatchObject({
      signName: '晴天新能源',
      text: expect.stringMatching(/^【晴天新能源】您正在找回密码，验证码为 \d{6}/) as string,
    })
    expect(sent.find((message) => message.phone === theirs)).toMatchObject({
      signName: '',
      text: expect.stringMatching(/^您正在找回密码/) as string,
    })
  })
})
