import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Call } from '@heliodesk/contract/call.ts'
import { exportKind, isArchive } from '@heliodesk/contract/exports.ts'
import { isOperatorsCode, permissionTitles } from '@heliodesk/contract/permissions.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseInput } from '../src/kernel/errors.ts'
import { archiveKindOf, exportKindOf } from '../src/kernel/export-kind.ts'
import { hashOf } from '../src/kernel/token.ts'
import { modules } from '../src/modules.ts'
import { isAnsweredTo, permissionTable } from '../src/openapi/permission-table.ts'
import type { RoleCode } from '../src/standard-roles.ts'
import { answersForEach } from './plan-records.ts'
import { useHarness } from './harness.ts'
import { addOperator, type Operator } from './operator.ts'
import { openSession, signInAdministrator } from './hire.ts'
import { fieldsOf, withValue, type Fields } from './samples.ts'
import { fieldsWithSecrets, keepable, secretFields, type Answered } from './secrets.ts'
import type { TestTenant } from './test-tenant.ts'
import { wholeDatabase } from './whole-database.ts'
import { arrived, fitsPath, hasBody, inputOf, messageIn, requestOf } from './wire.ts'

const harness = useHarness()

const calls: Call[] = modules.flatMap((module) => Object.values(module.calls))
const named = calls.map((call) => [`${call.method} ${call.path}`, call] as const)
const ofSignedIn = named.filter(([, call]) => call.access !== 'public')
const withRight = named.flatMap(([name, call]) =>
  typeof call.access === 'object' ? [[name, call, call.access.perm] as const] : [],
)
const withBody = named.filter(([, call]) => hasBody(call))

/** Clients of the captcha family read only the envelope, which always comes with 200. */
const statusOf = (call: Call, status: number) => (call.envelope === 'captcha' ? 200 : status)

const CHINESE = /[\u4e00-\u9fff]/

/** All answers in this file, to search them for values that must never appear. */
const answers: Answered[] = []

async function send(call: Call, token: string | null, input: Fields, payload?: string) {
  const { headers, ...request } = requestOf(call, input, payload)
  const response = await harness.app.inject({
    ...request,
    headers: { ...headers, ...(token ? { 'x-access-token': token } : {}) },
  })
  answers.push({ path: call.path, text: response.body, kept: response.headers['cache-control'] })
  return { status: response.statusCode, message: messageIn(response.body) }
}

/** Sends as somebody whose session is opened again after a call has ended it. */
function sender(open: () => Promise<string>) {
  let token: string | undefined
  return async (call: Call, input: Fields) => {
    token ??= await open()
    const answer = await send(call, token, input)
    if (answer.status !== 401) return answer
    token = await open()
    return send(call, token, input)
  }
}

let operator: Operator
beforeAll(async () => {
  operator = await addOperator(harness.pool)
})

const isOperators = ({ access }: Call) => typeof access === 'object' && isOperatorsCode(access.perm)

/** Calls of the platform's operator are sent by one. */
const administratorFor = (call: Call) => (isOperators(call) ? operator.token : administrator())

/** A session of the other tenant's administrator; a new one per call, since some calls end it. */
const administrator = () => signInAdministrator(harness, harness.otherTenant)

describe('the list of modules', () => {
  it.each(exportKind.options)('has a module that offers the export of %s', (name) => {
    expect(isArchive(name) ? archiveKindOf(name) : exportKindOf(name).columns[0]).toBeTruthy()
  })

  it('has a handler for every call and no other', () => {
    for (const module of modules) {
      expect(Object.keys(module.handlers).toSorted()).toEqual(Object.keys(module.calls).toSorted())
    }
  })

  it('has every method and path once', () => {
    const names = named.map(([name]) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('says for every command which queries show its effect, except for those that no query shows', () => {
    const of = (kind: Call['kind']) => calls.filter((call) => call.kind === kind)
    const shown = new Set(of('query').flatMap(({ entities }) => entities))
    expect(of('command').flatMap(({ entities }) => entities.filter((entity) => !shown.has(entity)))).toEqual(
      [],
    )
    // Proofs, keys and codes of people who sign in, the key of a device, and bytes that no record holds yet.
    const without = of('command').filter(({ entities }) => entities.length === 0)
    expect(without.map(({ path }) => path).toSorted()).toEqual([
      '/captcha/check',
      '/captcha/get',
      '/field/device',
      '/field/photo/put',
      '/sys/getEncryptedString',
      '/sys/jwt',
      '/sys/login',
      '/sys/logout',
      '/sys/oss/file/upload',
      '/sys/phoneLogin',
      '/sys/phoneVerification',
      '/sys/secondFactor/signIn',
      '/sys/selectDepart',
      '/sys/sms',
      '/sys/thirdLogin',
      '/sys/thirdLogin/getLoginUser/:token/:thirdType',
      '/sys/ticket/exchange',
      '/sys/ticket/issue',
      '/sys/user/firstChangePassword',
      '/sys/user/passwordChange',
      '/sys/user/phoneVerification',
      '/sys/user/sms',
      '/system/v2/resourcePlan/readFile',
    ])
  })
})

describe('access', () => {
  let nobody: string
  let unusable: Record<'expired' | 'ended' | 'anotherTenants', string>

  beforeAll(async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into app_user (tenant_id, username, realname, password_hash, department_id, has_all_data)
       values ($1, 'nobody.at.all', '无角色', 'none', $2, true) returning id`,
      [harness.tenant.tenantId, harness.tenant.departments['A01']],
    )
    nobody = await openSession(harness, rows[0]!.id)
    const [expired, ended] = [await administrator(), await administrator()]
    await harness.owner.query(
      `update user_session set expires_at = now() - interval '1 second' where token_hash = $1`,
      [hashOf(expired)],
    )
    await harness.call(ended, sessionCalls.logout, {})
    const [, secret] = (await administrator()).split('.')
    unusable = { expired, ended, anotherTenants: `${harness.tenant.tenantId.toString(36)}.${secret}` }
  })

  it.each(ofSignedIn)('%s answers 401 without a session that stands', async (_name, call) => {
    for (const token of [null, 'forged', `1.${'x'.repeat(43)}`, ...Object.values(unusable)]) {
      expect(await send(call, token, inputOf(call))).toEqual({
        status: 401,
        message: 'Token失效，请重新登录!',
      })
    }
  })

  it.each(withRight)('%s answers 403 without the right', async (_name, call, perm) => {
    expect(await send(call, nobody, inputOf(call))).toEqual({
      status: 403,
      message: `拒绝访问：需要“${permissionTitles[perm]}”权限（${perm}）`,
    })
  })
})

describe('a download', () => {
  it.each(named.filter(([, call]) => call.download))(
    'by %s never fails with HTTP 200',
    async (_name, call) => {
      const { status, message } = await send(call, await administrator(), inputOf(call))
      expect([400, 404, 410]).toContain(status)
      expect(message).toMatch(CHINESE)
    },
  )
})

describe('a first password', () => {
  let newcomer: string

  beforeAll(async () => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `insert into app_user (tenant_id, username, realname, password_hash, department_id, has_all_data, must_change_password)
       values ($1, 'newcomer', '新人', 'none', $2, true, true) returning id`,
      [harness.tenant.tenantId, harness.tenant.departments['A01']],
    )
    newcomer = rows[0]!.id
    await harness.owner.query(
      `insert into user_role (tenant_id, user_id, role_id)
       select tenant_id, $2, id from role where tenant_id = $1 and role_code = 'admin'`,
      [harness.tenant.tenantId, newcomer],
    )
  })

  it('lets its holder change it, leave, and see what the way there shows of himself', () => {
    expect(calls.filter((call) => call.withFirstPassword).map(({ path }) => path)).toEqual([
      '/sys/user/getUserInfo',
      '/sys/permission/getUserPermissionByToken',
      '/sys/user/firstChangePassword',
      '/sys/user/shell',
      '/login/mark/novice/guide',
    ])
  })

  it.each(ofSignedIn)('%s is answered only when it is declared so', async (_name, call) => {
    const { status, message } = await send(call, await openSession(harness, newcomer), inputOf(call))
    expect(status === 403 && message === '请先修改初始密码').toBe(!call.withFirstPassword)
  })
})

const strangeValues = [
  null,
  true,
  -1,
  1e300,
  '',
  '\u0000',
  '\ud800',
  "1' or '1'='1",
  '💥',
  '9'.repeat(400),
  '长'.repeat(5000),
  [],
  [[null]],
  { a: { b: [{ c: null }] } },
]

type Judged = { input: Fields; fault: string | null }

const judged = new Map<Call, Judged[][]>()

/**
 * Inputs that no real client sends: a valid one with each strange value in each field, by field, and garbage. Each with
 * its error, null if it is valid; judged once for both tests that need it.
 */
function strangeInputs(call: Call): Judged[][] {
  const known = judged.get(call)
  if (known) return known
  const valid = inputOf(call)
  const spoilt = fieldsOf(call.input).map((field) =>
    strangeValues
      .filter((value) => !call.path.includes(`:${field.name}`) || fitsPath(value))
      .map((value) => withValue(valid, field.path, value)),
  )
  const inputs = [[{}, { nested: { rubbish: [{ of: null }] } }], ...spoilt].map((each) =>
    each.map((input) => ({ input, fault: faultOf(call, input) })),
  )
  judged.set(call, inputs)
  return inputs
}

/** The error of an input; null if it is valid. */
function faultOf(call: Call, input: Fields): string | null {
  try {
    parseInput(call.input, arrived(call, input))
    return null
  } catch (error) {
    return String(error)
  }
}

const tooLarge = ({ bodyKb }: Call) =>
  `请求内容过大，超过 ${bodyKb < 1024 ? `${bodyKb} KB` : `${bodyKb / 1024} MB`} 上限`

const shortly = (input: unknown) => JSON.stringify(input).slice(0, 200)

describe('bad input', () => {
  let before: Record<string, string>

  beforeAll(async () => {
    before = await wholeDatabase(harness)
  })

  it.each(named)('%s answers 400 in Chinese', async (_name, call) => {
    const token = await administratorFor(call)
    for (const inputs of strangeInputs(call)) {
      const refused = inputs.filter(({ fault }) => fault !== null)
      expect(refused.filter(({ fault }) => !CHINESE.test(fault ?? ''))).toEqual([])
      for (const { input } of refused.slice(0, 3)) {
        const { status, message } = await send(call, token, input)
        expect([shortly(input), status]).toEqual([shortly(input), statusOf(call, 400)])
        expect(message).toMatch(CHINESE)
      }
    }
  })

  it.each(withBody)('%s refuses a body that is no object', async (_name, call) => {
    const token = await administratorFor(call)
    for (const payload of ['[]', '"text"', '12', 'true', '[{}]']) {
      const { status, message } = await send(call, token, {}, payload)
      expect([payload, status]).toEqual([payload, statusOf(call, 400)])
      expect(message).toMatch(CHINESE)
    }
  })

  it.each(withBody)('%s refuses broken JSON and too much of it', async (_name, call) => {
    const token = await administratorFor(call)
    expect(await send(call, token, {}, '{"a":')).toEqual({
      status: statusOf(call, 400),
      message: '请求体不是有效的 JSON',
    })
    expect(await send(call, token, {}, JSON.stringify({ a: 'x'.repeat(call.bodyKb * 1024) }))).toEqual({
      status: statusOf(call, 413),
      message: tooLarge(call),
    })
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    expect(await send(call, token, {}, deep)).toEqual({
      status: statusOf(call, 400),
      message: '参数有误：请求体：嵌套过深，或内容过多',
    })
  })

  it.each([
    ['an over-long segment', `/api/ops/order/${'9'.repeat(400)}/assign`],
    ['an over-long file name', `/api/${'9'.repeat(5000)}`],
    ['a broken escape', '/api/sys/dict/getDictItems/%E9%'],
    ['no call', '/api/sys/nothing'],
  ])('is answered 4xx in Chinese when the address is %s', async (_name, url) => {
    for (const method of ['GET', 'POST'] as const) {
      const response = await harness.app.inject({ method, url })
      expect([method, Math.floor(response.statusCode / 100)]).toEqual([method, 4])
      expect(messageIn(response.body)).toMatch(CHINESE)
    }
  })

  it('writes nothing', async () => {
    expect(await wholeDatabase(harness)).toEqual(before)
  })
})

describe('strange input that a schema takes', () => {
  it.each(named)('does not break %s', async (_name, call) => {
    const taken = strangeInputs(call).flatMap((inputs) =>
      inputs.flatMap(({ input, fault }) => (fault === null ? [input] : [])),
    )
    const sendAsAdministrator = sender(async () => administratorFor(call))
    for (const input of [inputOf(call), ...taken]) {
      const { status } = await sendAsAdministrator(call, input)
      expect([shortly(input), status < 500]).toEqual([shortly(input), true])
    }
  })
})

describe('the table of permissions', () => {
  it('says in docs/permissions.md what the contract says', async () => {
    const told = await readFile(resolve(import.meta.dirname, '../../docs/permissions.md'), 'utf8')
    expect(told, 'run: npm run -s permissions > docs/permissions.md').toBe(permissionTable(modules))
  })

  let people: (TestTenant['users'][string] & { send: ReturnType<typeof sender> })[]

  beforeAll(() => {
    people = Object.values(harness.otherTenant.users).map((user) => ({
      ...user,
      send: sender(() => openSession(harness, user.id, harness.otherTenant)),
    }))
  })

  // Of all other calls tenancy.test.ts asks the same, with own ids, foreign and unknown ones.
  const askedHere = ofSignedIn.filter(([, { path }]) => answersForEach.has(path))

  it.each(askedHere)('%s is answered to the roles that it names', async (_name, call) => {
    const answered: string[] = []
    for (const { roleCode, send: sendAs } of people) {
      const { status, message } = await sendAs(call, inputOf(call))
      const isRefused =
        typeof call.access === 'object' && status === 403 && message.includes(`（${call.access.perm}）`)
      if (!isRefused) answered.push(roleCode)
    }
    const roles = people.map(({ roleCode }) => roleCode as RoleCode)
    expect(answered).toEqual(roles.filter((role) => isAnsweredTo(role, call) && !isOperators(call)))
  })
})

describe('no answer', () => {
  it('may be kept by a browser or a proxy', () => {
    expect(keepable(answers)).toEqual([])
  })

  it('has a field for a secret', () => {
    expect(answers.length).toBeGreaterThan(1000)
    expect(secretFields(answers)).toEqual([])
  })

  it('holds a password hash, a token’s hash, a captcha’s answer or a code that was sent', async () => {
    expect(await fieldsWithSecrets(harness, answers)).toEqual([])
  })
})
