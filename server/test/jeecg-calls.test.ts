import { beforeAll, describe, expect, it } from 'vitest'
import { solveCaptcha, useHarness } from './harness.ts'
import { id, known, type Fields } from './jeecg-lines.ts'
import { linesAboutPeople } from './jeecg-people.ts'
import { linesAboutRights } from './jeecg-rights.ts'
import { StockClient, type Read } from './stock-client.ts'

/*
 * Every call that the client of the Jeecg family's 3.4 line makes about people, rights, departments and dictionaries: what
 * its form sends, and the fields that it reads of the answer.
 */

const ORIGIN = 'https://stock.example.com'
const harness = useHarness({ CORS_ORIGINS: [ORIGIN] })

let client: StockClient

beforeAll(async () => {
  client = new StockClient(harness)
  const answer = await client.post('/sys/login', {
    username: 'a_admin',
    password: harness.tenant.password,
    captchaType: 1,
    captchaVO: await solveCaptcha(harness),
    checkKey: 1_763_000_000_000,
    remember_me: true,
  })
  expect(answer).toMatchObject({
    success: true,
    code: '200',
    result: {
      token: id,
      multi_depart: 1,
      departs: [{ orgCode: 'A01' }],
      userInfo: { username: 'a_admin' },
      sysAllDictItems: expect.any(Object),
    },
  })
  client.keep(answer.result)
})

const split = (call: string): ['GET' | 'POST' | 'PUT' | 'DELETE', string] => {
  const [method, path] = call.trim().split(' ') as ['GET', string]
  return [method, path.replace('{menu}', known.menu ?? '').replace('{role}', known.role ?? '')]
}

function send(call: string, fields: Fields): Promise<Read> {
  const [method, path] = split(call)
  if (method === 'GET') return client.get(path, fields)
  if (method === 'DELETE') return client.delete(path, fields)
  return method === 'PUT' ? client.put(path, fields) : client.post(path, fields)
}

const lines = [...linesAboutRights, ...linesAboutPeople]

describe('the client of the Jeecg family reads what it needs of', () => {
  it.each(lines)('%s', async (call, sends, reads, keep) => {
    const { status, ...answer } = await send(call, sends(harness))
    expect({ call, status, ...answer }).toMatchObject({
      status: 200,
      success: true,
      code: 200,
      message: expect.any(String),
      timestamp: expect.any(Number),
    })
    if (reads !== null) expect(answer.result).toEqual(like(reads))
    keep?.(answer.result as never)
  })

  it.each([...new Set(lines.map(([call]) => call.trim()))])(
    '%s from a page of another origin',
    async (call) => {
      const [method, path] = split(call)
      const { headers } = await harness.app.inject({
        method: 'OPTIONS',
        url: `/api${path}`,
        headers: {
          origin: ORIGIN,
          'access-control-request-method': method,
          'access-control-request-headers': 'x-access-token,tenant-id,content-type',
        },
      })
      expect(headers['access-control-allow-origin']).toBe(ORIGIN)
      expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method)
      expect(String(headers['access-control-allow-headers'])).toContain('x-access-token')
    },
  )
})

/** A plain object is what an answer must have at least. */
const like = (reads: unknown): unknown =>
  typeof reads === 'object' && reads !== null && Object.getPrototypeOf(reads) === Object.prototype
    ? expect.objectContaining(
        Object.fromEntries(Object.entries(reads).map(([name, value]) => [name, like(value)])),
      )
    : Array.isArray(reads)
      ? reads.map(like)
      : reads
