import { secondFactorCalls as calls } from '@heliodesk/contract/second-factor.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { signInLogCalls } from '@heliodesk/contract/sign-in-log.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { singleSignOnCalls } from '@heliodesk/contract/single-sign-on.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { solveCaptcha, useHarness } from '../../../test/harness.ts'
import { FIRST_PASSWORD, formOf, hire, openSession, type Hired } from '../../../test/hire.ts'
import { somebodyWaits } from '../../../test/locks.ts'

const CARE = 'https://care.example.com'

const harness = useHarness({ SISTER_SOURCES: [CARE] })
let people = 0
let person: Hired

beforeEach(async () => {
  person = await hire(harness, { username: `careful${++people}`, codes: ['order:list'], depCode: 'A01A02' })
})

const codeOf = (secret: string, shiftMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: harness.clock.now().getTime() + shiftMs,
  })

/** Turns the second factor on for `person`; the next code is a later one. */
async function enable() {
  const { secret, uri } = await harness.call(person.token, calls.begin, { password: FIRST_PASSWORD })
  const { recoveryCodes } = await harness.call(person.token, calls.confirm, { code: codeOf(secret) })
  harness.clock.advance(30_000)
  return { secret, uri, recoveryCodes }
}

async function firstStep(username = person.username, password = FIRST_PASSWORD) {
  const answer = await harness.request('POST', '/sys/login', {
    body: { username, password, captchaVO: await solveCaptcha(harness) },
  })
  return answer.body as {
    success: boolean
    error_code?: string
    message: string
    result: { ticket: string; expiresIn: number; app: { secret: string } | null } | null
  }
}

const ticketOf = async () => (await firstStep()).result!.ticket
const secondStep = (ticket: string, code: string) =>
  harness.call(null, sessionCalls.secondStep, { ticket, code })
const refusedStep = (ticket: string, code: string) =>
  harness.refused(null, sessionCalls.secondStep, { ticket, code })

const WRONG = { status: 200, message: '动态口令或恢复码不正确', code: 'wrong_second_factor' }
const GONE = { status: 200, message: '登录已超时，请重新登录', code: 'second_step_expired' }

describe('a person with an authenticator app', () => {
  it('signs in by password and a code, and the password alone opens nothing', async () => {
    const { secret } = await enable()
    const first = await firstStep()
    expect(first).toMatchObject({
      success: false,
      error_code: 'second_factor_due',
      message: '请输入动态口令完成登录',
      result: { ticket: expect.stringMatching(/^[\w-]{43}$/), expiresIn: 300 },
    })
    const { token, userInfo } = await secondStep(first.result!.ticket, codeOf(secret))
    expect(userInfo.username).toBe(person.username)
    expect((await harness.call(token, sessionCalls.me, {})).username).toBe(person.username)
  })

  it('has an address for the app with company, name and secret', async () => {
    const { secret, uri } = await enable()
    expect(uri).toContain(`otpauth://totp/`)
    const parameters = new URL(uri).searchParams
    expect(parameters.get('secret')).toBe(secret)
    expect(parameters.get('issuer')).toBe('光伏运维管理平台')
    expect(decodeURIComponent(uri)).toContain(person.username)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('uses each code once, also of several tries at once', async () => {
    const { secret } = await enable()
    const tickets: string[] = []
    for (let at = 0; at < 4; at++) tickets.push(await ticketOf())
    const code = codeOf(secret)
    const tries = await Promise.allSettled(tickets.map((ticket) => secondStep(ticket, code)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusedStep(await ticketOf(), code)).toEqual(WRONG)
  })

  it('may have a clock that is half a minute off, and not more', async () => {
    const { secret } = await enable()
    harness.clock.advance(60_000)
    expect(await refusedStep(await ticketOf(), codeOf(secret, -60_000))).toEqual(WRONG)
    expect(await refusedStep(await ticketOf(), codeOf(secret, 90_000))).toEqual(WRONG)
    await secondStep(await ticketOf(), codeOf(secret, -30_000))
    await secondStep(await ticketOf(), codeOf(secret, 30_000))
  })

  it('signs in with each recovery code once, typed with or without hyphens', async () => {
    const { recoveryCodes } = await enable()
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first, second] = recoveryCodes as [string, string]
    await secondStep(await ticketOf(), first)
    expect(await refusedStep(await ticketOf(), first)).toEqual(WRONG)
    await secondStep(await ticketOf(), second.replaceAll('-', '').toLowerCase())
    expect(await harness.call(person.token, calls.status, {})).toMatchObject({
      enabled: true,
      recoveryLeft: 8,
    })
  })

  it('keeps the second step when the password was forgotten', async () => {
    await enable()
    await harness.owner.query(
      `update app_user set password_hash = (select password_hash from app_user where username = 'a_worker')
       where id = $1`,
      [person.id],
    )
    expect((await firstStep(person.username, harness.tenant.password)).error_code).toBe('second_factor_due')
  })
})

describe('a ticket for the second step', () => {
  it('is worth nothing after five minutes, after its use, and when nobody left it', async () => {
    const { secret } = await enable()
    const [old, used] = [await ticketOf(), await ticketOf()]
    await secondStep(used, codeOf(secret))
    harness.clock.advance(300_000)
    for (const ticket of [old, used, 'x'.repeat(43)])
      expect(await refusedStep(ticket, codeOf(secret))).toEqual(GONE)
  })

  it('stands for five tries, and guessing locks the person, each time longer', async () => {
    const { secret } = await enable()
    const ticket = await ticketOf()
    for (let tries = 0; tries < 4; tries++) expect(await refusedStep(ticket, '000000')).toEqual(WRONG)
    expect((await refusedStep(ticket, '000000')).message).toBe('登录失败次数过多，请 1 分钟后再试')
    expect(await refusedStep(ticket, codeOf(secret))).toEqual(GONE)
    expect((await refusedStep(await ticketOf(), codeOf(secret))).message).toMatch(/请 1 分钟后再试/)
    harness.clock.advance(61_000)
    await secondStep(await ticketOf(), codeOf(secret))
  })

  it('ends with the sessions of the person, since another’s knowledge of the password may have begun it', async () => {
    const { secret } = await enable()
    const admin = await harness.signIn('a_admin')
    const stays = await ticketOf()
    await harness.call(person.token, sessionCalls.logout, {})
    await secondStep(stays, codeOf(secret))
    harness.clock.advance(30_000)
    for (const end of [
      () => harness.call(admin, userCalls.endSessions, { personId: person.id }),
      () =>
        harness.call(admin, userCalls.changePassword, { username: person.username, password: 'Other#2026' }),
    ]) {
      const ticket = await ticketOf()
      await end()
      expect(await refusedStep(ticket, codeOf(secret))).toEqual(GONE)
    }
  })

  it('opens nothing for somebody who was frozen meanwhile', async () => {
    const { secret } = await enable()
    const ticket = await ticketOf()
    await harness.owner.query(`update app_user set status = '2' where id = $1`, [person.id])
    expect((await refusedStep(ticket, codeOf(secret))).message).toBe('该账号已停用，请联系管理员')
  })
})

describe('turning it on', () => {
  it('asks for the password, and counts nothing until a first code proved the app', async () => {
    expect((await harness.refused(person.token, calls.begin, { password: 'Wrong#2026' })).message).toBe(
      '登录密码不正确',
    )
    expect((await harness.refused(person.token, calls.confirm, { code: '123456' })).message).toBe(
      '请先扫描二维码，再输入动态口令',
    )
    const { secret } = await harness.call(person.token, calls.begin, { password: FIRST_PASSWORD })
    expect((await firstStep()).success).toBe(true)
    expect((await harness.refused(person.token, calls.confirm, { code: '000000' })).message).toBe(
      WRONG.message,
    )
    await harness.call(person.token, calls.confirm, { code: codeOf(secret) })
    expect((await firstStep()).error_code).toBe('second_factor_due')
  })

  it('starts over with another secret before it is confirmed, and not afterwards', async () => {
    const begun = await harness.call(person.token, calls.begin, { password: FIRST_PASSWORD })
    const again = await harness.call(person.token, calls.begin, { password: FIRST_PASSWORD })
    expect(again.secret).not.toBe(begun.secret)
    await harness.call(person.token, calls.confirm, { code: codeOf(again.secret) })
    expect((await harness.refused(person.token, calls.begin, { password: FIRST_PASSWORD })).message).toBe(
      '两步验证已开启，请先关闭后再重新绑定',
    )
  })

  it('guesses of the password there count with those at sign-in', async () => {
    for (let tries = 0; tries < 4; tries++)
      await harness.refused(person.token, calls.begin, { password: 'Wrong#2026' })
    expect((await harness.refused(person.token, calls.begin, { password: 'Wrong#2026' })).message).toMatch(
      /登录失败次数过多/,
    )
    expect((await firstStep()).message).toMatch(/登录失败次数过多/)
  })
})

describe('afterwards', () => {
  it('new recovery codes take the place of the old ones', async () => {
    const { secret, recoveryCodes } = await enable()
    const renewed = await harness.call(person.token, calls.renewRecoveryCodes, { code: codeOf(secret) })
    expect(await refusedStep(await ticketOf(), recoveryCodes[0]!)).toEqual(WRONG)
    await secondStep(await ticketOf(), renewed.recoveryCodes[0]!)
  })

  it('it is turned off with a code, and the log says what happened', async () => {
    const { secret } = await enable()
    expect((await harness.refused(person.token, calls.disable, { code: '000000' })).message).toBe(
      WRONG.message,
    )
    await harness.call(person.token, calls.disable, { code: codeOf(secret) })
    expect(await harness.call(person.token, calls.status, {})).toEqual({
      enabled: false,
      since: null,
      recoveryLeft: 0,
    })
    expect((await firstStep()).success).toBe(true)
    const log = await harness.call(await harness.signIn('a_admin'), signInLogCalls.list, {
      personId: person.id,
      outcome: 'second_factor_changed',
    })
    expect(log.records.map(({ reason }) => reason)).toEqual(['关闭两步验证', '开启两步验证'])
  })

  it('an administrator resets it for somebody in reach, which ends the sessions', async () => {
    await enable()
    const admin = await harness.signIn('a_admin')
    await harness.call(admin, calls.reset, { personId: person.id })
    await expect(harness.call(person.token, sessionCalls.me, {})).rejects.toThrow('401')
    expect((await firstStep()).success).toBe(true)
    expect((await harness.refused(admin, calls.reset, { personId: person.id })).message).toMatch(
      /尚未开启两步验证/,
    )
  })

  it('nobody resets it for people out of scope, with more rights, of another company, or for himself', async () => {
    await enable()
    const local = await hire(harness, {
      username: `local${people}`,
      codes: ['user:manage'],
      depCode: 'A01A01',
    })
    const weak = await hire(harness, { username: `weak${people}`, codes: ['user:manage'], depCode: 'A01' })
    expect((await harness.refused(local.token, calls.reset, { personId: person.id })).message).toBe(
      '数据不存在或无权查看',
    )
    expect((await harness.refused(weak.token, calls.reset, { personId: person.id })).message).toMatch(
      /超出您的/,
    )
    const other = await harness.signIn('b_admin')
    expect((await harness.refused(other, calls.reset, { personId: person.id })).message).toBe(
      '数据不存在或无权查看',
    )
    expect((await harness.refused(weak.token, calls.reset, { personId: weak.id })).message).toBe(
      '请在个人主页关闭自己的两步验证',
    )
  })
})

describe('a company that demands it of its administrators', () => {
  const demand = async (token: string, adminSecondFactor = true) => {
    const { version } = await harness.call(token, settingCalls.system, {})
    return harness.request('PUT', settingCalls.editSystem.path, {
      token,
      body: { version, adminSecondFactor },
    })
  }
  const administrator = async (username = `second.admin${people}`) => {
    const { rows } = await harness.owner.query<{ id: string; username: string }>(
      `insert into app_user (tenant_id, username, realname, password_hash, department_id, has_all_data)
       select u.tenant_id, $1, '管理员', u.password_hash, u.department_id, true
       from app_user u where username = 'a_admin' returning id, username`,
      [username],
    )
    const [made] = rows as [{ id: string; username: string }]
    await harness.owner.query(
      `insert into user_role (tenant_id, user_id, role_id)
       select tenant_id, $1, id from role where tenant_id = $2 and role_code = 'admin'`,
      [made.id, harness.tenant.tenantId],
    )
    return { ...made, token: await openSession(harness, made.id) }
  }
  const prove = async (token: string) => {
    const { secret } = await harness.call(token, calls.begin, { password: harness.tenant.password })
    await harness.call(token, calls.confirm, { code: codeOf(secret) })
  }
  const adminSteps = async (username: string) => (await firstStep(username, harness.tenant.password)).result!

  it('needs one who has it, ends the sessions of those who have not, and has them bind at sign-in', async () => {
    const [first, second] = [await administrator(), await harness.signIn('a_admin')]
    expect((await demand(first.token)).body.message).toMatch(/请先在个人主页为自己开启两步验证/)
    await prove(first.token)
    expect((await demand(first.token)).body.success).toBe(true)

    await expect(harness.call(second, sessionCalls.me, {})).rejects.toThrow('401')
    expect((await harness.call(first.token, sessionCalls.me, {})).username).toBe(first.username)
    expect((await harness.call(person.token, sessionCalls.me, {})).username).toBe(person.username)

    const { ticket, app } = await adminSteps('a_admin')
    expect(await refusedStep(ticket, '000000')).toEqual(WRONG)
    const entered = await secondStep(ticket, codeOf(app!.secret))
    expect(entered.recoveryCodes).toHaveLength(10)
    expect((await harness.call(entered.token, calls.status, {})).enabled).toBe(true)
    harness.clock.advance(30_000)
    expect((await harness.refused(entered.token, calls.disable, { code: codeOf(app!.secret) })).message).toBe(
      '企业要求管理员开启两步验证，不能关闭',
    )
    expect((await adminSteps('a_admin')).app).toBeNull()
    expect((await firstStep()).success).toBe(true)
  })

  const promote = async (admin: string) => {
    const { records } = await harness.call(admin, userCalls.list, { keyword: person.username })
    const roles = await harness.call(admin, roleCalls.all, {})
    await harness.call(admin, userCalls.edit, {
      ...formOf(records[0]!),
      roleIds: [roles.find(({ roleCode }) => roleCode === 'admin')!.id],
    })
  }

  it('ends the session that a ticket left to somebody who becomes an administrator without it', async () => {
    const admin = await harness.signIn('a_admin')
    const { version } = await harness.call(admin, settingCalls.system, {})
    const sisters = { '/solarCare': CARE, '/houseHold': '' }
    await harness.call(admin, settingCalls.editSystem, { version, sisters })
    const target = '/solarCare'
    const { ticket, tenantId } = await harness.call(person.token, singleSignOnCalls.issueTicket, { target })
    const given = { ticket: ticket!, tenantId, target: CARE }
    const { token } = await harness.call(null, singleSignOnCalls.exchangeTicket, given)
    await harness.call(person.token, sessionCalls.logout, {})
    await promote(admin)
    await expect(harness.call(token, sessionCalls.me, {})).rejects.toThrow('401')
  })

  it('ends the session of somebody who becomes an administrator without it', async () => {
    const admin = await harness.signIn('a_admin')
    await promote(admin)
    await expect(harness.call(person.token, sessionCalls.me, {})).rejects.toThrow('401')
    expect((await firstStep()).error_code).toBe('second_factor_demanded')
    await demand(await harness.signIn('a_admin'), false)
    expect((await firstStep()).success).toBe(true)
  })

  it('ends the session of a sign-in that was under way when it came', async () => {
    const [asks, signsIn] = [await administrator(), await administrator(`late.admin${people}`)]
    await prove(asks.token)
    const signIn = await harness.owner.connect()
    await signIn.query('begin')
    await signIn.query('select from app_user where id = $1 for share', [signsIn.id])
    const token = await openSession(harness, signsIn.id, harness.tenant, signIn)
    const demanded = demand(asks.token)
    await Promise.race([demanded, somebodyWaits(harness)])
    await signIn.query('commit')
    signIn.release()
    expect((await demanded).body.success).toBe(true)
    await expect(harness.call(token, sessionCalls.me, {})).rejects.toThrow('401')
    await demand(asks.token, false)
  })
})

it('neither secret nor recovery codes are kept in a form that signs in', async () => {
  const { recoveryCodes } = await enable()
  const { rows } = await harness.owner.query<{ kept: string }>(
    `select encode(code_hash, 'escape') as kept from recovery_code where user_id = $1`,
    [person.id],
  )
  expect(rows).toHaveLength(10)
  for (const code of recoveryCodes)
    expect(rows.some(({ kept }) => kept.includes(code.replaceAll('-', '')))).toBe(false)
})
