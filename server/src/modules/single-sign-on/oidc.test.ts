import { singleSignOnCalls as calls } from '@heliodesk/contract/single-sign-on.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { Provider } from 'oidc-provider'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { readEnv } from '../../env.ts'
import { localServer } from '../../../test/local-server.ts'

const HERE = 'http://heliodesk.test'
const CLIENT = { id: 'heliodesk', secret: 'the secret of this client, at least' }

const SUBJECT = 'subject of '

/** The person signed in at the provider. */
let atProvider = 'a_worker'

/** A real OpenID provider whose sign-in page answers at once. */
let provider: Provider
const issuer = await localServer((request, response) => {
  if (request.url?.startsWith('/sign-in/')) {
    void provider.interactionFinished(request, response, { login: { accountId: SUBJECT + atProvider } })
  } else void provider.callback()(request, response)
})
provider = new Provider(issuer, {
  clients: [
    { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${HERE}/api/sys/oidc/callback`] },
  ],
  cookies: { keys: ['one key for the cookies of this test'] },
  claims: { openid: ['sub', 'preferred_username'] },
  conformIdTokenClaims: false,
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, preferred_username: id.slice(SUBJECT.length) }),
  }),
  async loadExistingGrant(context) {
    const grant = new context.oidc.provider.Grant({
      clientId: context.oidc.client!.clientId,
      accountId: context.oidc.session!.accountId!,
    })
    grant.addOIDCScope('openid profile phone')
    await grant.save()
    return grant
  },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
})

const configured = {
  title: '集团统一认证',
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  scope: 'openid profile',
  claim: 'preferred_username',
  tenant: '甲公司',
}
const harness = useHarness({
  PUBLIC_URL: HERE,
  OIDC_PROVIDERS: [
    { ...configured, id: 'group', issuer },
    { ...configured, id: 'silent', issuer: 'http://127.0.0.1:9' },
  ],
})

/** A browser: keeps cookies by origin and follows redirects until they lead back to the product. */
async function visitProvider(address: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(address)
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { headers: { cookie }, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${next.pathname} answered ${response.status} ${await response.text()}`)
    next = new URL(location, next)
    if (next.href.startsWith(HERE)) return next
  }
  throw new Error('the provider never came back')
}

async function begin(query = 'provider=group') {
  const response = await harness.app.inject({ url: `/api/sys/oidc/start?${query}` })
  expect(response.statusCode).toBe(302)
  const [cookie] = response.cookies as {
    name: string
    value: string
    httpOnly?: boolean
    sameSite?: string
  }[]
  return { location: response.headers.location!, cookie }
}

async function comeBack(address: URL, cookie: { name: string; value: string } | undefined) {
  const response = await harness.app.inject({
    url: address.pathname + address.search,
    cookies: cookie ? { [cookie.name]: cookie.value } : {},
  })
  expect(response.statusCode).toBe(302)
  return new URLSearchParams(response.headers.location!.replace('/#/user/login?', ''))
}

async function roundTrip(username: string, query?: string) {
  atProvider = username
  const { location, cookie } = await begin(query)
  return comeBack(await visitProvider(location), cookie)
}

const ticketOf = (landed: URLSearchParams) => ({
  token: landed.get('thirdToken')!,
  thirdType: landed.get('thirdType')!,
})

describe('the round trip', () => {
  it('ends in a session of the user whom the provider names, where they wanted to go', async () => {
    const landed = await roundTrip('a_worker', 'provider=group&redirect=%2FtaskCenter%3Fid%3D7')
    expect(landed.get('redirect')).toBe('/taskCenter?id=7')
    const { token, userInfo } = await harness.call(null, calls.thirdLoginUser, ticketOf(landed))
    expect(userInfo.username).toBe('a_worker')
    expect((await harness.call(token, sessionCalls.me, {})).username).toBe('a_worker')
    const { rows } = await harness.owner.query(`select third_type, subject from third_account`)
    expect(rows).toEqual([{ third_type: `oidc:${issuer}`, subject: 'subject of a_worker' }])
  })

  it('is bound to the browser by a cookie that scripts cannot read', async () => {
    const { location, cookie } = await begin()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/sys/oidc' })
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      redirect_uri: `${HERE}/api/sys/oidc/callback`,
      response_type: 'code',
    })
    const address = await visitProvider(location)
    expect((await comeBack(address, undefined)).get('fault')).toBe('登录已超时，请重试')
    const other = await begin()
    expect((await comeBack(address, other.cookie)).get('fault')).toBe('登录失败，请重试')
  })

  it('comes back once, and not after ten minutes', async () => {
    const { location, cookie } = await begin()
    const address = await visitProvider(location)
    expect((await comeBack(address, cookie)).get('thirdToken')).toBeTruthy()
    expect((await comeBack(address, cookie)).get('fault')).toBe('登录已超时，请重试')
    const slow = await begin()
    const late = await visitProvider(slow.location)
    harness.clock.advance(600_001)
    expect((await comeBack(late, slow.cookie)).get('fault')).toBe('登录已超时，请重试')
  })

  it.each(['redirect=/a%00b', 'redirect=/a&redirect=/b', 'redirect=%ff', 'state=%00'])(
    'begins cleanly with %s',
    async (query) => {
      const landed = await roundTrip('a_worker', `provider=group&${query}`)
      expect([landed.has('fault'), landed.has('redirect')]).toEqual([false, false])
    },
  )

  it.each(['\u0000', 'x'.repeat(300)])('refuses cleanly a subject with %j in it', async (strange) => {
    const landed = await roundTrip(`a_worker${strange}`)
    expect(landed.get('fault')).toMatch(/^(该用户不存在或未绑定账号，请联系管理员|登录失败，请重试)$/)
  })

  it('never leads to another site', async () => {
    const landed = await roundTrip('a_worker', 'provider=group&redirect=%2F%2Fevil.example')
    expect(landed.has('redirect')).toBe(false)
  })

  it.each([
    ['provider=unknown', '未配置该登录方式'],
    ['', '未配置该登录方式'],
    ['provider=silent', '登录服务暂不可用，请稍后再试'],
  ])('%s is refused', async (query, fault) => {
    const response = await harness.app.inject({ url: `/api/sys/oidc/start?${query}` })
    expect(new URLSearchParams(response.headers.location!.split('?')[1]).get('fault')).toBe(fault)
  })

  it.each(['b_worker', 'nobody'])('opens nothing for %s', async (username) => {
    const landed = await roundTrip(username)
    expect(landed.get('fault')).toBe('该用户不存在或未绑定账号，请联系管理员')
    expect(landed.has('thirdToken')).toBe(false)
  })
})

it('does not begin without the public address that the way back leads to', () => {
  const OIDC_PROVIDERS = JSON.stringify([{ ...configured, id: 'group', issuer }])
  expect(() => readEnv({ OIDC_PROVIDERS })).toThrow('PUBLIC_URL: needed by OIDC_PROVIDERS')
  expect(readEnv({ OIDC_PROVIDERS, PUBLIC_URL: HERE }).OIDC_PROVIDERS).toHaveLength(1)
})

it('takes a public address with or without a slash at its end', () => {
  for (const PUBLIC_URL of ['https://om.example.com', 'https://om.example.com/']) {
    expect(readEnv({ PUBLIC_URL }).PUBLIC_URL).toBe('https://om.example.com')
  }
})

it.each(['%00/group', 'x/%00', '%ed%a0%80/group', `${'x'.repeat(190)}/group`])(
  'a ticket’s path %s is a clean refusal',
  async (path) => {
    const { status } = await harness.request('GET', `/sys/thirdLogin/getLoginUser/${path}`)
    expect(status).toBeLessThan(500)
  },
)

describe('a ticket', () => {
  it('is redeemed once, of many tries at once, and by its own type only', async () => {
    const { token, thirdType } = ticketOf(await roundTrip('a_worker'))
    expect(await harness.refused(null, calls.thirdLogin, { token, type: 'silent' })).toMatchObject({
      code: 'bad_token',
    })
    const tries = await Promise.all(
      Array.from({ length: 10 }, () =>
        harness.request('GET', `/sys/thirdLogin/getLoginUser/${token}/${thirdType}`),
      ),
    )
    expect(tries.filter(({ body }) => body.success === true)).toHaveLength(1)
  })

  it('is redeemed by post with its token and type too', async () => {
    const { token, thirdType } = ticketOf(await roundTrip('a_worker'))
    const { userInfo } = await harness.call(null, calls.thirdLogin, { token, type: thirdType })
    expect(userInfo.username).toBe('a_worker')
    expect(await harness.refused(null, calls.thirdLogin, { token, type: thirdType })).toMatchObject({
      code: 'bad_token',
    })
  })

  it('is worth nothing after a minute, nor for somebody who was frozen meanwhile', async () => {
    const late = ticketOf(await roundTrip('a_worker'))
    harness.clock.advance(60_001)
    expect(await harness.refused(null, calls.thirdLoginUser, late)).toMatchObject({ code: 'bad_token' })
    const frozen = ticketOf(await roundTrip('a_safety'))
    await harness.owner.query(`update app_user set status = '2' where username = 'a_safety'`)
    expect(await harness.refused(null, calls.thirdLoginUser, frozen)).toMatchObject({ code: 'bad_token' })
  })
})
