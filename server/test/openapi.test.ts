import type { Call } from '@heliodesk/contract/call.ts'
import { permissionTitles } from '@heliodesk/contract/permissions.ts'
import { registerSchema, validate, type SchemaObject } from '@hyperjump/json-schema/openapi-3-1'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { modules } from '../src/modules.ts'
import { useHarness } from './harness.ts'
import { openSession, signInAdministrator } from './hire.ts'
import { hasBody, inputOf, requestOf } from './wire.ts'

const harness = useHarness()

const calls = modules.flatMap((module) => Object.values(module.calls))
const named = calls.map((call) => [`${call.method} ${call.path}`, call] as const)

const ADDRESS = 'https://heliodesk.example/api/openapi.json'
const DIALECT = 'https://spec.openapis.org/oas/3.1/schema-base'

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
})

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  'x-kind': z.enum(['query', 'command']),
  'x-envelope': z.enum(['erp', 'sys', 'captcha']),
  'x-permission': z.string().optional(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), z.unknown()),
})

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

let document: z.output<typeof openApi>
let raw: SchemaObject
let nobody: string

beforeAll(async () => {
  const { status, body, headers } = await harness.request('GET', '/openapi.json')
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  raw = body as SchemaObject
  document = openApi.parse(body)
  registerSchema(raw, ADDRESS, DIALECT)
  const { rows } = await harness.owner.query<{ id: string }>(
    `insert into app_user (tenant_id, username, realname, password_hash, department_id, has_all_data)
     values ($1, 'nobody.at.all', '无角色', 'none', $2, true) returning id`,
    [harness.tenant.tenantId, harness.tenant.departments['A01']],
  )
  nobody = await openSession(harness, rows[0]!.id)
})

const pathOf = (call: Call) => call.path.replaceAll(/:(\w+)/g, '{$1}')
const operationOf = (call: Call) => document.paths[pathOf(call)]![call.method.toLowerCase()]!

/** Requires that an answer matches the document's schema for the call and the status. */
async function expectDocumented(call: Call, response: { statusCode: number; body: string }) {
  const steps = ['paths', pathOf(call), call.method.toLowerCase(), 'responses', String(response.statusCode)]
  expect(Object.keys(operationOf(call).responses)).toContain(String(response.statusCode))
  const pointer = [...steps, 'content', 'application/json', 'schema']
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const output = await validate(`${ADDRESS}#/${pointer}`, JSON.parse(response.body), 'BASIC')
  expect([response.body.slice(0, 300), output]).toEqual([response.body.slice(0, 300), { valid: true }])
}

function send(call: Call, token: string | null, input = inputOf(call), payload?: string) {
  const { headers, ...request } = requestOf(call, input, payload)
  return harness.app.inject({
    ...request,
    headers: { ...headers, ...(token ? { 'x-access-token': token } : {}) },
  })
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(await validate(DIALECT, raw, 'BASIC')).toEqual({ valid: true })
    expect(await validate(DIALECT, { ...raw, paths: { nowhere: {} } })).toMatchObject({ valid: false })
  })

  it('has every call of the modules once and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const wanted = calls.map((call) => `${call.method} ${pathOf(call)}`)
    expect(described.toSorted()).toEqual(wanted.toSorted())
    const ids = calls.map((call) => operationOf(call).operationId)
    expect(new Set(ids).size).toBe(calls.length)
  })
})

/** Also those that exclude each other, of which a sample has one. */
function fieldsOfInput({ input }: Call): string[] {
  return input instanceof z.ZodObject ? Object.keys(input.shape) : Object.keys(inputOf({ input } as Call))
}

/** The fields of each shape of an input that is a choice of shapes with common fields; null for every other input. */
function choicesOf(input: z.ZodType): string[][] | null {
  if (!(input instanceof z.ZodIntersection)) return null
  const { left, right } = input.def
  if (!(left instanceof z.ZodObject && right instanceof z.ZodUnion)) return null
  return right.options.map((each) => [
    ...Object.keys(left.shape),
    ...Object.keys((each as z.ZodObject).shape),
  ])
}

describe('the description', () => {
  it.each(named)('of %s tells what it does, who may call it and what it answers', (_name, call) => {
    const described = operationOf(call)
    expect(described).toMatchObject({ summary: call.title, 'x-kind': call.kind, 'x-envelope': call.envelope })
    expect(described.summary).toMatch(/[\u4e00-\u9fff]/)
    const perm = typeof call.access === 'object' ? call.access.perm : undefined
    expect(described['x-permission']).toBe(perm)
    for (const name of [...call.callersOwn, ...call.stockNames.map(([theirs]) => theirs)])
      expect(described.description).toContain(`\`${name}\``)
    expect(described.description.includes('缺省为调用者自己的')).toBe(call.callersOwn.length > 0)
    if (perm) expect(described.description).toContain(`“${permissionTitles[perm]}”权限（\`${perm}\`）`)
    expect(described.security).toEqual(call.access === 'public' ? [] : undefined)
    expect('401' in described.responses).toBe(call.access !== 'public')
    expect('403' in described.responses).toBe(perm !== undefined)
    const key = { $ref: '#/components/parameters/IdempotencyKey' }
    expect(described.parameters.some((each) => '$ref' in each && each.$ref === key.$ref)).toBe(
      call.kind === 'command' && call.access !== 'public' && !call.secret,
    )
  })

  it.each(named)('of %s has every field where it travels', (_name, call) => {
    const { parameters, requestBody } = operationOf(call)
    const shape = z.object({ properties: z.record(z.string(), z.unknown()) })
    const inBody = z
      .object({ schema: z.union([shape, z.object({ oneOf: z.array(shape) })]) })
      .optional()
      .parse(requestBody?.content['application/json'])
    // A union of shapes is described shape by shape.
    const shapes =
      inBody === undefined ? [] : 'oneOf' in inBody.schema ? inBody.schema.oneOf : [inBody.schema]
    const outside = parameters.flatMap((each) => ('name' in each ? [each] : []))
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(outside.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(inPath)
    const choices = choicesOf(call.input)
    for (const [at, { properties }] of (shapes.length > 0 ? shapes : [{ properties: {} }]).entries()) {
      const fields = [...outside.map(({ name }) => name), ...Object.keys(properties)]
      const wanted = choices === null ? fieldsOfInput(call) : choices[at]!
      expect(fields.toSorted()).toEqual(wanted.toSorted())
    }
    if (!hasBody(call)) expect(inBody).toBeUndefined()
    expect(requestBody?.content['multipart/form-data'] !== undefined).toBe(call.upload)
  })

  it('names fields in Chinese', () => {
    const [field] = operationOf(calls.find((call) => call.path === '/sys/user/queryUserRole')!).parameters
    expect(field).toMatchObject({ name: 'userid', in: 'query', required: true, description: '用户' })
  })
})

describe('the server answers as described', () => {
  it.each(named)('%s', async (_name, call) => {
    const token = await signInAdministrator(harness, harness.otherTenant)
    await expectDocumented(call, await send(call, token, {}))
    await expectDocumented(call, await send(call, token))
    if (hasBody(call)) {
      await expectDocumented(call, await send(call, token, {}, '{"a":'))
      await expectDocumented(call, await send(call, token, {}, JSON.stringify({ a: 'x'.repeat(2_000_000) })))
    }
    if (call.access !== 'public') await expectDocumented(call, await send(call, null))
    if (typeof call.access === 'object') {
      const refused = await send(call, nobody)
      expect(refused.statusCode).toBe(403)
      await expectDocumented(call, refused)
    }
  })
})
