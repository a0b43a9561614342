import type { ClientConfig } from '@heliodesk/contract/client-config.ts'
import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FORGOT, newPhone, SIGN_IN, useCodes, wrong } from '../../../test/codes.ts'
import { useHarness } from '../../../test/harness.ts'
import { uploadFile } from './upload.fixture.ts'

const harness = useHarness({ FILING_NUMBER: '服务器备案号' })
const codes = useCodes(harness)

let admin: string

beforeAll(async () => {
  admin = await harness.signIn('a_admin')
})
beforeEach(async () => {
  harness.clock.advance(86_400_000)
  await harness.owner.query('delete from tenant_setting')
  admin = await harness.signIn('a_admin')
})

async function configure(change: object) {
  const { version } = await harness.call(admin, settingCalls.system, {})
  await harness.call(admin, settingCalls.editSystem, { version, ...change })
}

/** The content of `/config.js`. */
async function configFor(cookie?: string) {
  const { body, headers } = await harness.app.inject({
    url: '/config.js',
    headers: cookie ? { cookie } : {},
  })
  return { config: JSON.parse(body.slice(body.indexOf('=') + 1)) as ClientConfig, headers }
}

async function brandCookie(token: string) {
  const { headers } = await harness.request('GET', shellCalls.shell.path, { token })
  return String(headers['set-cookie'])
}

describe('the face of the login page', () => {
  it('is the product’s own in a browser that nobody was signed in on', async () => {
    await configure({ productName: '晴天运维', filingNumber: '京ICP备1号', phoneLogin: false })
    const own = {
      productName: '光伏运维管理平台',
      logoUrl: null,
      filingNumber: '服务器备案号',
      phoneLogin: true,
    }
    for (const cookie of [
      undefined,
      'heliodesk_brand=1',
      'heliodesk_brand=00000000-0000-4000-8000-000000000000',
      "heliodesk_brand=' or true --",
    ])
      expect((await configFor(cookie)).config).toMatchObject(own)
  })

  it('is the company’s where somebody of it was signed in before, and changes with it at once', async () => {
    const set = await brandCookie(admin)
    expect(set).toMatch(/^heliodesk_brand=[\da-f-]{36}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const cookie = set.split(';')[0]!
    const logo = await uploadFile(harness, admin, 'logo', '晴天.png')
    await configure({ productName: '晴天运维', filingNumber: '京ICP备1号', logo, phoneLogin: false })
    const { config, headers } = await configFor(cookie)
    expect(config).toMatchObject({
      productName: '晴天运维',
      filingNumber: '京ICP备1号',
      phoneLogin: false,
      apiBase: '/api',
    })
    expect((await harness.app.inject({ url: config.logoUrl! })).headers['content-type']).toBe('image/png')
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('cookie') as string,
    })

    await configure({ productName: '多云运维', logo: null, filingNumber: '' })
    expect((await configFor(cookie)).config).toMatchObject({
      productName: '多云运维',
      logoUrl: null,
      filingNumber: '服务器备案号',
    })
  })

  it('is that of the last company, and never of another', async () => {
    await configure({ productName: '晴天运维' })
    const theirs = await brandCookie(await harness.signIn('b_worker'))
    expect((await configFor(theirs.split(';')[0])).config.productName).toBe('光伏运维管理平台')
  })
})

describe('sign-in by phone that a company closed', () => {
  const signIn = (mobile: string, code: string) =>
    harness.refused(null, sessionCalls.phoneLogin, { mobile, code })

  it('is answered as for a phone that nobody has, and sends nothing', async () => {
    const phone = await codes.givePhone('a_worker')
    const unknown = newPhone()
    await configure({ phoneLogin: false })
    const [one, other] = [await codes.ask(phone, SIGN_IN), await codes.ask(unknown, SIGN_IN)]
    expect({ ...one, mobile: '' }).toEqual({ ...other, mobile: '' })
    expect(await codes.queuedFor(phone)).toEqual([])
    for (let tried = 0; tried < 6; tried++)
      expect(await signIn(phone, '000000')).toEqual(await signIn(unknown, '000000'))
  })

  it('takes no code that was sent before, and the log says why', async () => {
    const phone = await codes.givePhone('a_worker')
    const code = await codes.get(phone, SIGN_IN)
    await configure({ phoneLogin: false })
    expect(await signIn(phone, code)).toMatchObject({
      status: 200,
      code: 'code_expired',
      message: '验证码已失效，请重新获取',
    })
    const { rows } = await harness.owner.query<{ outcome: string; reason: string }>(
      'select outcome, reason from sign_in_log order by id desc limit 1',
    )
    expect(rows).toEqual([{ outcome: 'refused', reason: '企业已关闭手机验证码登录' }])
  })

  it('stays open to the other company, and a forgotten password can still be renewed', async () => {
    await configure({ phoneLogin: false })
    const other = await codes.givePhone('b_worker')
    const code = await codes.get(other, SIGN_IN)
    expect(
      (await harness.call(null, sessionCalls.phoneLogin, { mobile: other, code })).userInfo.username,
    ).toBe('b_worker')
    const own = await codes.givePhone('a_worker')
    const forgot = await codes.get(own, FORGOT)
    expect(wrong(forgot)).not.toBe(forgot)
    const verified = await harness.call(null, passwordCalls.phoneVerification, { mobile: own, code: forgot })
    expect(verified.username).toBe('a_worker')
  })
})

describe('a server of one company', () => {
  it('shows its face to everybody', async () => {
    await configure({ productName: '晴天运维' })
    const connection = await harness.owner.connect()
    // Deletes only the row of the company itself; its other rows do not matter here.
    await connection.query('set session_replication_role = replica')
    await connection.query('delete from tenant where id = $1', [harness.otherTenant.tenantId])
    connection.release(true)
    expect((await configFor()).config.productName).toBe('晴天运维')
  })
})
