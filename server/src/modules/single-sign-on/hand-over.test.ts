import { sessionCalls } from '@heliodesk/contract/session.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { singleSignOnCalls as calls, type TicketTarget } from '@heliodesk/contract/single-sign-on.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire } from '../../../test/hire.ts'
import { buildApp } from '../../app.ts'

const CARE = 'https://care.example.com'
const HEALTH = 'https://health.example.com'
const OLD = 'https://old.example.com'
const CHAT = 'https://chat.example.com'

const harness = useHarness({
  SISTER_SOURCES: [CARE, HEALTH, OLD],
  FRAME_SOURCES: ['*', 'https:', CHAT],
  SESSION_TOKEN_SOURCES: [OLD],
})

let token: string
let tenantId: string

beforeAll(async () => {
  tenantId = String(harness.tenant.tenantId)
  const admin = await harness.signIn('a_admin')
  await harness.call(admin, settingCalls.editSystem, {
    version: 0,
    AIGC: true,
    assistantUrl: `${CHAT}/talk?lang=zh`,
    sisters: {
      '/houseHold': '',
      '/solarCare': `${CARE}/app/#/old`,
      '/iSolarHealth': `${HEALTH}/`,
      '/smartAnalyze': `${OLD}/`,
      '/integratedPlatform': '',
    },
  })
  token = await harness.signIn('a_worker')
})

const issue = (target: TicketTarget, as = token) => harness.call(as, calls.issueTicket, { target })
const ticketFor = async (target: TicketTarget, as = token) => (await issue(target, as)).ticket!
const exchange = (ticket: string, target = `${CARE}/app/`, tenant = tenantId) =>
  harness.call(null, calls.exchangeTicket, { ticket, tenantId: tenant, target })
const refusal = async (ticket: string, target = `${CARE}/app/`, tenant = tenantId) =>
  harness.refused(null, calls.exchangeTicket, { ticket, tenantId: tenant, target })

const FAULT = { status: 200, message: 'Token失效，请重新登录!', code: 'bad_token' }

/** Attempts are counted by address; a separate test covers that. */
const forgetTries = () => harness.owner.query('delete from attempt')

describe('a ticket', () => {
  it('becomes a session of its own for the system that it was issued for, and the log says how', async () => {
    const { url, tenantId: issued, ticket, expiresIn } = await issue('/solarCare')
    expect([url, issued, expiresIn]).toEqual([`${CARE}/app/#/old`, tenantId, 60])
    expect(ticket).not.toContain('.')
    const opened = await exchange(ticket!)
    expect(opened.userInfo.username).toBe('a_worker')
    expect(opened.token).not.toBe(token)
    const sessions = await harness.call(opened.token, sessionCalls.sessions, {})
    expect(sessions.find(({ current }) => current)).toMatchObject({ method: 'ticket' })
    const { rows } = await harness.owner.query(
      `select method, outcome from sign_in_log where login = 'a_worker' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ method: 'ticket', outcome: 'success' }])
  })

  it('stands hashed in the database, also where the call came with a key for repeats', async () => {
    const { body } = await harness.request('POST', '/sys/ticket/issue', {
      token,
      body: { target: '/solarCare' },
      headers: { 'idempotency-key': 'one-and-the-same-key' },
    })
    const { ticket } = calls.issueTicket.output.parse(body.result)
    const { rows } = await harness.owner.query<{ text: string }>(
      `select t::text as text from sign_in_ticket t union all select i::text from idempotency i`,
    )
    expect(rows.length).toBeGreaterThan(0)
    const readable = [ticket, Buffer.from(ticket!).toString('hex')]
    for (const { text } of rows) for (const each of readable) expect(text).not.toContain(each)
  })

  it('is exchanged once, of many tries at once in two processes', async () => {
    const other = await buildApp({ pool: harness.pool, env: harness.env, clock: harness.clock })
    const ticket = await ticketFor('/solarCare')
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        (at % 2 ? other : harness.app).inject({
          method: 'POST',
          url: '/api/sys/ticket/exchange',
          payload: { ticket, tenantId, target: CARE },
        }),
      ),
    )
    await other.close()
    expect(tries.filter((each) => each.json<{ success: boolean }>().success)).toHaveLength(1)
    await forgetTries()
  })

  it('is worth nothing after a minute, at another system, or for another company', async () => {
    const late = await ticketFor('/solarCare')
    harness.clock.advance(60_001)
    expect(await refusal(late)).toEqual(FAULT)
    const elsewhere = await ticketFor('/solarCare')
    for (const target of [
      HEALTH,
      'http://care.example.com',
      'https://care.example.com:8443',
      'https://example.com',
    ])
      expect([target, await refusal(elsewhere, target)]).toEqual([target, FAULT])
    expect(await refusal(elsewhere, CARE, String(harness.otherTenant.tenantId))).toEqual(FAULT)
    expect(await refusal(elsewhere)).toEqual(FAULT)
    await forgetTries()
  })

  it('is none of a provider’s, nor a provider’s one of these', async () => {
    const ticket = await ticketFor('/solarCare')
    for (const type of ['system', 'group'])
      expect(await harness.refused(null, calls.thirdLogin, { token: ticket, type })).toEqual(FAULT)
    await exchange(ticket)
  })

  it('ends with the session that it came from, and with the account', async () => {
    const ending = await harness.signIn('a_worker')
    const ticket = await ticketFor('/solarCare', ending)
    await harness.call(ending, sessionCalls.logout, {})
    expect(await refusal(ticket)).toEqual(FAULT)
    const shift = await harness.signIn('a_shift')
    const frozen = await ticketFor('/solarCare', shift)
    await harness.owner.query(`update app_user set status = '2' where username = 'a_shift'`)
    expect(await refusal(frozen)).toEqual(FAULT)
    await forgetTries()
  })

  it('cannot be guessed: wrong ones lock the address as wrong tokens do', async () => {
    for (let count = 0; count < 20; count++) expect((await refusal('guessed')).code).toBe('bad_token')
    expect(await refusal(await ticketFor('/solarCare'))).toMatchObject({
      message: '登录失败次数过多，请 1 分钟后再试',
    })
    await forgetTries()
  })

  it('is not issued without end', async () => {
    const busy = await harness.signIn('a_colleague')
    for (let count = 0; count < 30; count++) await issue('/solarCare', busy)
    expect(await harness.refused(busy, calls.issueTicket, { target: '/solarCare' })).toMatchObject({
      code: 'ticket.too_many',
    })
    await forgetTries()
  })

  it.each([
    ['NUL', '\u0000'],
    ['half a character', '\ud800'],
    ['too much', 'x'.repeat(201)],
  ])('that is %s is a clean refusal', async (_what, ticket) => {
    expect((await refusal(ticket)).status).toBe(400)
  })
})

describe('for whom', () => {
  it('the operator names systems that can only take the session’s token, which no answer then holds', async () => {
    expect(await issue('/smartAnalyze')).toEqual({ url: `${OLD}/`, tenantId, ticket: null, expiresIn: 0 })
  })

  it('nobody gets one for a system without an address, or with one that the operator no longer admits', async () => {
    expect(await harness.refused(token, calls.issueTicket, { target: '/houseHold' })).toMatchObject({
      code: 'ticket.no_target',
    })
    const listed = async () =>
      (await harness.call(token, shellCalls.shell, {})).sisters.map(({ path }) => path)
    expect(await listed()).toEqual(['/iSolarHealth', '/smartAnalyze', '/solarCare'])
    const { SISTER_SOURCES } = harness.env
    harness.env.SISTER_SOURCES = [HEALTH]
    expect(await listed()).toEqual(['/iSolarHealth'])
    expect((await harness.refused(token, calls.issueTicket, { target: '/solarCare' })).code).toBe(
      'ticket.no_target',
    )
    harness.env.SISTER_SOURCES = SISTER_SOURCES
  })

  it('the assistant gets one from those who may use it, and only at a host that the operator named', async () => {
    const admin = await harness.signIn('a_admin')
    const { token: withoutRight } = await hire(harness, { username: 'no.assistant', codes: ['order:list'] })
    const { url, ticket } = await issue('/AIGC', admin)
    expect(url).toBe(`${CHAT}/talk?lang=zh`)
    expect((await exchange(ticket!, CHAT)).userInfo.username).toBe('a_admin')
    expect((await harness.refused(withoutRight, calls.issueTicket, { target: '/AIGC' })).code).toBe(
      'ticket.no_target',
    )
    const { version } = await harness.call(admin, settingCalls.system, {})
    const evil = { version, assistantUrl: 'https://evil.example/' }
    expect((await harness.refused(admin, settingCalls.editSystem, evil)).code).toBe('setting.frame_source')
  })
})

describe('the addresses of sister systems', () => {
  const edit = async (change: object) => {
    const admin = await harness.signIn('b_admin')
    const { version } = await harness.call(admin, settingCalls.system, {})
    return harness.refused(admin, settingCalls.editSystem, { version, ...change })
  }

  it.each([
    [{ sisters: { '/solarCare': 'https://evil.example/' } }, 'sisters./solarCare', 'https://evil.example'],
    [
      { sisters: { '/solarCare': 'http://care.example.com/' } },
      'sisters./solarCare',
      'http://care.example.com',
    ],
    [{ sisters: { '/solarCare': `${CARE}@evil.example/` } }, 'sisters./solarCare', 'https://evil.example'],
    [{ sisters: { '/solarCare': `${CARE}.evil.example/` } }, 'sisters./solarCare', `${CARE}.evil.example`],
    [{ host: 'evil.example' }, 'sisters./houseHold', 'https://www.evil.example'],
  ])('%j is refused: the operator did not name it', async (change, field, origin) => {
    const refused = await edit(change)
    expect(refused.code).toBe('setting.sister_source')
    expect(refused.message).toContain(
      `（${field}）：不允许跳转到 ${origin}，请运维人员先将 ${origin} 加入环境变量`,
    )
  })

  it('that no host can complete are named', async () => {
    const sisters = {
      '/houseHold': '',
      '/iSolarHealth': '',
      '/smartAnalyze': '',
      '/integratedPlatform': '',
      '/solarCare': 'https://{host}:8080/',
    }
    expect(await edit({ sisters, host: 'care.example.com:90' })).toMatchObject({
      code: 'setting.sister_address',
    })
  })
})
