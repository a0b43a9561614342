import { captchaCalls } from '@heliodesk/contract/captcha.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { solveCaptcha, useHarness } from './harness.ts'
import { endServer, settingsOf, startServer, type ServerProcess } from './server-process.ts'

const harness = useHarness()
let server: ServerProcess

beforeAll(async () => {
  server = await startServer({ ...settingsOf(harness), LOG_LEVEL: 'trace' })
}, 120_000)

afterAll(() => endServer(server, 'SIGTERM'))

const send = (path: string, headers: Record<string, string>, body?: object) =>
  fetch(`${server.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

it('the log at its most talkative holds no token, password, captcha answer or code', async () => {
  const { password } = harness.tenant
  const captchaVO = await solveCaptcha(harness)
  const login = await send('/api/sys/login', {}, { username: 'a_worker', password, captchaVO })
  const { token } = ((await login.json()) as { result: { token: string } }).result

  // A token refresh; then failures: a used picture, a wrong password, a forged token, a broken body, an unknown page.
  await harness.owner.query(`update user_session set expires_at = now() + interval '1 day'`)
  const refreshed = await send('/api/sys/user/getUserInfo', { 'x-access-token': token })
  const fresh = refreshed.headers.get('x-access-token')!
  const forged = `${harness.tenant.tenantId.toString(36)}.${'f'.repeat(43)}`
  const wrong = 'Mistyped#2026'
  await send('/api/sys/login', {}, { username: 'a_worker', password, captchaVO })
  await send(
    '/api/sys/login',
    {},
    { username: wrong, password: wrong, captchaVO: await solveCaptcha(harness) },
  )
  await send('/api/sys/user/getUserInfo', { authorization: `Bearer ${forged}`, token: forged })
  await send(`/api/sys/user/getUserInfo?token=${fresh}`, {})
  await send(`/?token=${fresh}&tenant_id=1`, {})
  await send(`/api/sys/thirdLogin/getLoginUser/${fresh}/oidc`, {})
  await send(
    '/api/sys/user/passwordChange',
    { 'x-access-token': fresh },
    { username: 'a_worker', password: wrong },
  )
  await send('/api/sys/phoneLogin', {}, { mobile: '13900001111', code: '842917' })
  await send(`/api${captchaCalls.check.path}`, {}, captchaVO)
  await send(`/api/sys/nothing/%E9?token=${fresh}`, {})
  await endServer(server, 'SIGTERM')

  const log = server.output()
  expect(log).toContain('/api/sys/login')
  expect(log).toContain('request completed')
  for (const secret of [token, fresh, forged, password, wrong, '842917', captchaVO.pointJson]) {
    expect(secret.length).toBeGreaterThan(5)
    expect(log.includes(secret.slice(-20))).toBe(false)
  }
  expect(log).not.toMatch(/argon2/)
}, 60_000)
