import { describe, expect, it } from 'vitest'
import { buildApp } from '../src/app.ts'
import { useHarness } from './harness.ts'
import type { Env } from '../src/env.ts'

const harness = useHarness()

async function withApp<T>(
  settings: Partial<Env>,
  run: (app: Awaited<ReturnType<typeof buildApp>>) => Promise<T>,
) {
  const app = await buildApp({ pool: harness.pool, env: { ...harness.env, ...settings } })
  try {
    return await run(app)
  } finally {
    await app.close()
  }
}

const policyOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => {
        const [name, ...sources] = directive.trim().split(' ')
        return [name, sources.join(' ')]
      }),
  )

describe('every answer', () => {
  it.each(['/', '/config.js', '/healthz', '/api/captcha/get', '/api/nowhere'])(
    '%s forbids foreign scripts, frames and sniffing',
    async (url) => {
      const { headers } = await harness.app.inject({ url })
      expect(policyOf(headers)).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self'",
        'frame-src': "'none'",
        'frame-ancestors': "'self'",
        'base-uri': "'none'",
        'object-src': "'none'",
      })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin',
        'x-frame-options': 'SAMEORIGIN',
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).not.toHaveProperty('x-powered-by')
      // On plain HTTP in a LAN, browsers would warn about both.
      expect(headers).not.toHaveProperty('origin-agent-cluster')
      expect(headers).not.toHaveProperty('cross-origin-opener-policy')
    },
  )

  it('takes frame sources, elsewhere-served calls and transport security from the operator', async () => {
    const settings = {
      FRAME_SOURCES: ['https://assistant.example.com'],
      API_BASE: 'https://erp.example.com/api',
      HSTS_SECONDS: 31_536_000,
    }
    await withApp(settings, async (app) => {
      const { headers } = await app.inject({ url: '/' })
      expect(policyOf(headers)).toMatchObject({
        'frame-src': 'https://assistant.example.com',
        'connect-src': "'self' https://erp.example.com",
      })
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    })
  })
})

describe('other origins', () => {
  const preflight = {
    method: 'OPTIONS' as const,
    url: '/api/sys/login',
    headers: { origin: 'https://portal.example.com', 'access-control-request-method': 'POST' },
  }

  it('may not call unless they are named', async () => {
    const { headers } = await harness.app.inject(preflight)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'may %s with credentials and every header of a client when they are',
    async (method) => {
      const sent =
        'x-access-token,token,authorization,client-type,device-id,tenant-id,x-tenant-id,sys_code,user-info,idempotency-key,content-type'
      await withApp({ CORS_ORIGINS: ['https://portal.example.com'] }, async (app) => {
        const ask = (origin: string) =>
          app.inject({
            ...preflight,
            headers: {
              origin,
              'access-control-request-method': method,
              'access-control-request-headers': sent,
            },
          })
        const { headers } = await ask('https://portal.example.com')
        expect(headers['access-control-allow-credentials']).toBe('true')
        expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method)
        expect(String(headers['access-control-allow-headers']).split(/, ?/).toSorted()).toEqual(
          sent.split(',').toSorted(),
        )
        for (const origin of ['https://evil.example', 'https://portal.example.com.evil.example', 'null'])
          expect((await ask(origin)).headers).not.toHaveProperty('access-control-allow-origin')
      })
    },
  )

  it('may when they are, and read the refreshed token', async () => {
    await withApp({ CORS_ORIGINS: ['https://portal.example.com'] }, async (app) => {
      expect((await app.inject(preflight)).headers['access-control-allow-origin']).toBe(
        'https://portal.example.com',
      )
      const other = await app.inject({
        ...preflight,
        headers: { ...preflight.headers, origin: 'https://evil.example' },
      })
      expect(other.headers).not.toHaveProperty('access-control-allow-origin')
      const { headers } = await app.inject({
        url: '/healthz',
        headers: { origin: 'https://portal.example.com' },
      })
      expect(headers['access-control-expose-headers']).toContain('x-access-token')
    })
  })
})

describe('floods', () => {
  it('are held off by class and sender, with a Chinese sentence', async () => {
    await withApp({ RATE_LIMIT: 10 }, async (app) => {
      const ask = (headers: Record<string, string> = {}) =>
        app.inject({ method: 'GET', url: '/api/sys/user/getUserInfo', headers })
      const statuses = []
      for (let call = 0; call < 12; call++) statuses.push((await ask({ 'x-access-token': 'one' })).statusCode)
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
      const refused = await ask({ 'x-access-token': 'one' })
      expect(refused.json()).toMatchObject({ success: false, code: 429, message: '操作过于频繁，请稍后再试' })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await ask({ 'x-access-token': 'two' })).statusCode).toBe(401)
      const write = await app.inject({
        method: 'POST',
        url: '/api/sys/user/endOtherSessions',
        headers: { 'x-access-token': 'one' },
      })
      expect(write.statusCode).toBe(401)
    })
  })
})
