import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceId, useSession } from '../../lib/session.ts'
import { redeem } from './redeem.ts'
import { faultText } from './single-sign-on.ts'
import { refused, right, serve, signedInAs } from './server.fixture.ts'

const session = { kind: 'session', token: 'B.x', tenantId: null, deviceId: null } as const

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ token: 'A', user: null })
})
afterEach(() => vi.unstubAllGlobals())

test('a token is asked for its person, in its own name and not in that of whoever is signed in here', async () => {
  serve({ '/sys/user/getUserInfo': [right(signedInAs.userInfo)] })
  await expect(redeem({ ...session, tenantId: '1' })).resolves.toEqual({
    opened: { token: 'B.x', userInfo: signedInAs.userInfo },
    device: null,
    isFresh: false,
  })
  expect(vi.mocked(fetch).mock.calls[0]![1]).toMatchObject({
    headers: { 'X-Access-Token': 'B.x', token: 'B.x' },
  })
  expect(useSession.getState().token).toBe('A')
})

test.each([
  ['that opens nothing', null, () => Response.json({ success: false, code: 401 }, { status: 401 })],
  ['of another tenant', '2', () => Response.json(right(signedInAs.userInfo))],
])('a token %s is refused with the catalogue’s text', async (_which, tenantId, answer) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  await expect(redeem({ ...session, tenantId, deviceId: 'D' })).rejects.toMatchObject({
    status: 401,
    message: 'Token失效，请重新登录!',
  })
  expect(deviceId()).not.toBe('D')
})

test.each([
  ['D-1', 'D-1'],
  ['D 1<script>', null],
])('the device id %j of a good token becomes %j, and nothing is kept of it yet', async (given, kept) => {
  serve({ '/sys/user/getUserInfo': [right(signedInAs.userInfo)] })
  const before = deviceId()
  expect((await redeem({ ...session, deviceId: given })).device).toBe(kept)
  expect(deviceId()).toBe(before)
})

test('a token that an issuer signed signs in with it', async () => {
  const calls = serve({
    '/sys/jwt': [right(signedInAs), right(signedInAs), refused('Token失效，请重新登录!', 'bad_token')],
    '/sys/logout': [right(null)],
  })
  const ticket = { ...session, token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1LTE3In0.c2ln-_0' }
  await expect(redeem({ ...ticket, tenantId: '1' })).resolves.toMatchObject({
    opened: signedInAs,
    isFresh: true,
  })
  expect(calls[0]!.body).toEqual({ token: ticket.token })
  await expect(redeem({ ...ticket, tenantId: '2' })).rejects.toMatchObject({ code: 'other_tenant' })
  expect(calls.at(-1)!.path).toBe('/sys/logout')
  await expect(redeem(ticket)).rejects.toMatchObject({ message: 'Token失效，请重新登录!' })
})

test('a ticket of another system is exchanged in the name of this one, and for its company only', async () => {
  const calls = serve({
    '/sys/ticket/exchange': [right(signedInAs), refused('Token失效，请重新登录!', 'bad_token')],
  })
  const ticket = { ...session, token: 'x'.repeat(43), tenantId: '1' }
  await expect(redeem(ticket)).resolves.toMatchObject({ opened: signedInAs, isFresh: true })
  expect(calls[0]!.body).toEqual({ ticket: ticket.token, tenantId: '1', target: location.origin })
  await expect(redeem(ticket)).rejects.toMatchObject({ code: 'bad_token' })
  await expect(redeem({ ...ticket, tenantId: null })).rejects.toMatchObject({ status: 401 })
  expect(calls).toHaveLength(2)
})

test('a round trip’s ticket is redeemed by its token and type', async () => {
  const path = '/sys/thirdLogin/getLoginUser/X%2FY/azure'
  serve({ [path]: [right(signedInAs), refused('Token失效，请重新登录!', 'bad_token')] })
  const ticket = { kind: 'third', token: 'X/Y', type: 'azure' } as const
  await expect(redeem(ticket)).resolves.toMatchObject({ opened: signedInAs })
  await expect(redeem(ticket)).rejects.toMatchObject({ message: 'Token失效，请重新登录!' })
})

test('an address cannot put words of its own into the page', () => {
  expect(faultText('登录已超时，请重试')).toBe('登录已超时，请重试')
  expect(faultText('请致电 400-000-0000 解锁账号')).toBe('登录失败，请重试')
})
