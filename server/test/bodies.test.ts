import type { Call } from '@heliodesk/contract/call.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { modules } from '../src/modules.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator } from './hire.ts'
import { unwrap } from './samples.ts'
import { hasBody, inputOf, requestOf } from './wire.ts'

const harness = useHarness()

const named = modules
  .flatMap((module): Call[] => Object.values(module.calls))
  .map((call) => [`${call.method} ${call.path}`, call] as const)

describe('a body', () => {
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data',
    'x',
  ]

  it.each(named.filter(([, call]) => hasBody(call) && call.access !== 'public'))(
    'of %s that is empty is none, whatever its type',
    async (_name, call) => {
      const token = async () => signInAdministrator(harness, harness.otherTenant)
      const { statusCode, body } = await emptyBody(call, await token(), {})
      expect([statusCode, body]).not.toEqual([415, expect.anything()])
      for (const type of types) {
        const given = { 'content-type': type, 'content-length': '0' }
        const answered = await emptyBody(call, await token(), given)
        expect([type, answered.statusCode]).toEqual([type, statusCode])
      }
    },
  )

  it('that comes in pieces and turns out empty is none either', async () => {
    const token = await signInAdministrator(harness, harness.tenant)
    for (const type of ['application/json', 'text/plain', undefined]) {
      const response = await harness.app.inject({
        method: 'POST',
        url: '/api/notice/unreadNum',
        headers: {
          'x-access-token': token,
          'transfer-encoding': 'chunked',
          ...(type === undefined ? {} : { 'content-type': type }),
        },
        payload: Readable.from([]),
      })
      expect([type, response.statusCode]).toEqual([type, 200])
    }
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'of the type %s is refused where it is not empty',
    async (type) => {
      const response = await harness.app.inject({
        method: 'POST',
        url: '/api/notice/unreadNum',
        headers: {
          'x-access-token': await signInAdministrator(harness, harness.tenant),
          'content-type': type,
        },
        payload: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
      })
      expect(response.statusCode).toBe(415)
    },
  )

  it.each(['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'])(
    'that would change what objects are is refused: %s',
    async (payload) => {
      const response = await harness.app.inject({
        method: 'POST',
        url: '/api/notice/unreadNum',
        headers: { 'content-type': 'application/json' },
        payload,
      })
      expect(response.statusCode).toBe(400)
      expect(response.body).toContain('参数有误：请求体：含有不允许的字段名')
    },
  )

  const nest = `${'['.repeat(30)}${']'.repeat(30)}`
  it.each([
    ['is taken with brackets in a text', `{"a":"${nest}"}`, false],
    ['is taken with brackets behind a quote in a text', `{"a":"\\"${nest}"}`, false],
    ['is refused with brackets behind a text that ends in a backslash', `{"a":"\\\\","b":${nest}}`, true],
    ['is refused with brackets before a text', `{"b":${nest},"a":""}`, true],
  ])('%s', async (_what, payload, isRefused) => {
    expect(() => JSON.parse(payload) as unknown).not.toThrow()
    const { body } = await harness.app.inject({
      method: 'POST',
      url: '/api/notice/unreadNum',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(body.includes('嵌套过深，或内容过多')).toBe(isRefused)
  })

  it.each(named.filter(([, call]) => call.bodyKb > 128))(
    'of %s is refused before it is parsed when it has more than 50,000 values',
    async (_name, call) => {
      const token = await signInAdministrator(harness, harness.tenant)
      const { method, url } = requestOf(call, inputOf(call))
      const answerTo = async (values: number) => {
        const payload = `{"a":[${Array(values).fill('0').join(',')}]}`
        const headers = { 'content-type': 'application/json', 'x-access-token': token }
        return (await harness.app.inject({ method, url, headers, payload })).body
      }
      const refusal = '参数有误：请求体：嵌套过深，或内容过多'
      expect(await answerTo(49_000)).not.toContain(refusal)
      expect(await answerTo(50_001)).toContain(refusal)
    },
  )

  it.each(named.filter(([, call]) => hasBody(call)))(
    'of %s has room for all that its fields may hold',
    (_name, call) => {
      const bytes = largest(call.input) + (OPEN.get(call) ?? 0)
      expect(call.bodyKb * 1024).toBeGreaterThan(bytes)
      expect(call.bodyKb).toBeLessThanOrEqual(Math.max(64, (4 * bytes) / 1024))
    },
  )

  const emptyBody = (call: Call, token: string, headers: Record<string, string>) => {
    const { method, url } = requestOf(call, inputOf(call))
    return harness.app.inject({ method, url, headers: { 'x-access-token': token, ...headers } })
  }
})

const ID_BYTES = 22
const NUMBER_BYTES = 8
/** Bytes of what a schema leaves open: what a request holds, the company's forms say. */
const OPEN = new Map<Call, number>([
  [oaCalls.apply, 300 * 1024],
  [oaCalls.amend, 300 * 1024],
])

/** Approximate bytes of the longest body of single-byte letters that a schema accepts. */
function largest(schema: z.ZodType): number {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).reduce(
      (sum, [key, field]) => sum + key.length + 4 + largest(field as z.ZodType),
      2,
    )
  if (inner instanceof z.ZodArray) return 2 + maximumOf(inner) * (1 + largest(inner.element as z.ZodType))
  if (inner instanceof z.ZodUnion) return Math.max(...inner.options.map((each) => largest(each as z.ZodType)))
  if (inner instanceof z.ZodIntersection)
    return largest(inner.def.left as z.ZodType) + largest(inner.def.right as z.ZodType)
  if (inner instanceof z.ZodPipe) return largest(inner.def.in as z.ZodType)
  if (inner.def.type === 'string') return 2 + (maximumOf(inner) || ID_BYTES)
  return NUMBER_BYTES
}

const lengths = z.object({ maximum: z.number().optional(), length: z.number().optional() })

function maximumOf(schema: z.ZodType): number {
  const given = (schema.def.checks ?? []).map((check) => lengths.safeParse(check._zod.def).data ?? {})
  return Math.max(0, ...given.map(({ maximum, length }) => maximum ?? length ?? 0))
}
