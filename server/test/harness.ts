import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { captchaCalls } from '@heliodesk/contract/captcha.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../src/app.ts'
import { newToken } from '../src/kernel/token.ts'
import { encryptPoint } from '../src/modules/captcha/index.ts'
import { takeStorage } from '../src/modules/files/index.ts'
import { readEnv, type Env } from '../src/env.ts'
import { openPool } from '../src/platform/postgres.ts'
import { openOwnerPool } from './owner-pool.ts'
import { createTestDatabase } from './test-database.ts'
import { TEST_SECRETS_KEY } from './secrets-key.ts'
import type { TestTenant } from './test-tenant.ts'

export type Answer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }

export type Harness = {
  app: FastifyInstance
  /** The application's connections. */
  pool: pg.Pool
  env: Env
  /** The owner's connections, without row-level security. */
  owner: pg.Pool
  /** The owner's address. */
  url: string
  /** The application's address. */
  login: string
  tenant: TestTenant
  otherTenant: TestTenant
  clock: { now(): Date; set(text: string): void; advance(ms: number): void }
  /** Returns a new session token of a test user. */
  signIn(username: string): Promise<string>
  /** Sends a raw request. */
  request(method: Call['method'], path: string, options?: RequestOptions): Promise<Answer>
  /** Sends a call and returns its data; throws if it fails. */
  call<C extends Call>(token: string | null, call: C, input: Sent<C>): Promise<Received<C>>
  /** Sends a call that must fail; returns status, message and code. */
  refused<C extends Call>(token: string | null, call: C, input: unknown): Promise<Refused>
}

export type RequestOptions = { token?: string | null; body?: unknown; headers?: Record<string, string> }
export type Refused = { status: number; message: string; code: string }

/** Gives a test file its own database, files, application and two tenants; all are removed afterwards. */
export function useHarness(settings: Partial<Env> = {}): Harness {
  const harness = {} as Harness
  let drop = async () => {}
  beforeAll(async () => {
    const { url, login, tenant, otherTenant, drop: dropDatabase } = await createTestDatabase()
    const pool = openPool(login, { max: 20 })
    const owner = openOwnerPool(url)
    const clock = movableClock()
    const FILES_DIR = await mkdtemp(join(tmpdir(), 'heliodesk-files-'))
    const env = {
      ...readEnv({
        LOG_LEVEL: 'silent',
        RATE_LIMIT: '0',
        FILES_DIR,
        SECRETS_KEY: TEST_SECRETS_KEY,
      }),
      ...settings,
    }
    const app = await buildApp({ pool, env, clock, strictOutput: true })
    await takeStorage(pool, env)
    Object.assign(
      harness,
      { app, pool, owner, url, login, env, clock, tenant, otherTenant },
      talk(app, pool, [tenant, otherTenant], clock),
    )
    drop = async () => {
      await app.close()
      await pool.end()
      await owner.end()
      await dropDatabase()
      await rm(FILES_DIR, { recursive: true, force: true })
    }
  }, 120_000)
  afterAll(() => drop())
  return harness
}

function talk(app: FastifyInstance, pool: pg.Pool, tenants: TestTenant[], clock: Harness['clock']) {
  const request: Harness['request'] = async (method, path, { token, body, headers } = {}) => {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(token ? { 'x-access-token': token } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: response.statusCode, body: safeJson(response.body), headers: response.headers }
  }
  const answerOf = (token: string | null, call: Call, input: unknown) => {
    const { path, rest } = fillPath(call.path, input)
    if (call.method === 'POST' || call.method === 'PUT')
      return request(call.method, path, { token, body: rest })
    const given = Object.entries(rest as object).map(
      ([key, value]) => [key, String(value)] as [string, string],
    )
    return request(call.method, `${path}?${new URLSearchParams(given).toString()}`, { token })
  }
  return {
    request,
    async signIn(username: string) {
      const tenant = tenants.find((each) => username in each.users)
      if (!tenant) throw new Error(`no test user ${username}`)
      const { token, hash } = newToken(tenant.tenantId)
      const client = await pool.connect()
      await client.query(`begin; select set_config('app.tenant', '${tenant.tenantId}', true)`)
      await client.query(
        `insert into user_session (token_hash, user_id, signed_in_at, created_at, last_used_at, expires_at)
         values ($1, $2, $3, $3, $3, $4)`,
        [hash, tenant.users[username]!.id, clock.now(), new Date(clock.now().getTime() + 604_800_000)],
      )
      await client.query('commit')
      client.release()
      return token
    },
    async call<C extends Call>(token: string | null, call: C, input: Sent<C>) {
      const { status, body } = await answerOf(token, call, input)
      const succeeded = status === 200 && (body.result_code === '1' || body.success === true)
      if (!succeeded) throw new Error(`${call.path} answered ${status} ${JSON.stringify(body)}`)
      return (
        call.envelope === 'erp' ? body.result_data : call.envelope === 'sys' ? body.result : body.repData
      ) as Received<C>
    },
    async refused(token: string | null, call: Call, input: unknown) {
      const { status, body } = await answerOf(token, call, input)
      const succeeded = status === 200 && (body.result_code === '1' || body.success === true)
      if (succeeded) throw new Error(`${call.path} should have refused, but answered ${JSON.stringify(body)}`)
      const message = body.result_msg ?? body.message ?? body.repMsg
      return { status, message: String(message), code: String(body.repCode ?? body.error_code ?? body.code) }
    },
  }
}

function fillPath(path: string, input: unknown) {
  if (typeof input !== 'object' || input === null)
    return { path: path.replaceAll(/:(\w+)/g, '1'), rest: input ?? {} }
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  return { path: filled, rest: Array.isArray(input) ? input : rest }
}

/** Runs with real time until a test sets it. From then on it stands still, so a slow machine changes no result. */
function movableClock(): Harness['clock'] {
  let shift = 0
  let stoppedAt: number | undefined
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + shift),
    set(text) {
      stoppedAt = new Date(text).getTime()
      shift = 0
    },
    advance(ms) {
      shift += ms
    },
  }
}

function safeJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { text }
  }
}

/** A solved captcha; the solution is read from the database as the owner. */
export async function solveCaptcha(harness: Harness) {
  const picture = await harness.call(null, captchaCalls.get, { captchaType: 'blockPuzzle' })
  const { rows } = await harness.owner.query('select answer from captcha where token = $1', [picture.token])
  const point = JSON.stringify({ x: (rows[0] as { answer: { x: number } }).answer.x, y: 5 })
  return {
    captchaType: 'blockPuzzle' as const,
    token: picture.token,
    pointJson: encryptPoint(point, picture.secretKey ?? ''),
  }
}

/** Signs in through HTTP. */
export async function signInByPassword(harness: Harness, username: string, password: string) {
  return harness.call(null, sessionCalls.login, {
    username,
    password,
    captchaVO: await solveCaptcha(harness),
  })
}
