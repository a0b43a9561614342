import { captchaCalls } from '@heliodesk/contract/captcha.ts'
import { contextNames, type Call, type ContextName } from '@heliodesk/contract/call.ts'
import { isJoined } from '@heliodesk/contract/fields.ts'
import { singleSignOnCalls } from '@heliodesk/contract/single-sign-on.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from '../src/kernel/errors.ts'
import { modules } from '../src/modules.ts'
import { useHarness } from './harness.ts'
import { administratorOf, FIRST_PASSWORD, signInAdministrator } from './hire.ts'
import { partsOf, unwrap, withValue, type Fields } from './samples.ts'
import { hasBody, inputOf, requestOf } from './wire.ts'

const harness = useHarness()

const calls: Call[] = modules.flatMap((module) => Object.values(module.calls))
const named = calls.map((call) => [`${call.method} ${call.path}`, call] as const)
const fieldNames = (call: Call) => [
  ...new Set(partsOf(call.input).flatMap(({ path }) => (path.length === 1 ? path : []))),
]

/** The fields that the administrator's client merges into every request, with a work number and department. */
const contextOf = (token: string) => ({
  dataRoles: [],
  userId: administratorOf(harness.tenant).id,
  userAccount: 'a_admin',
  workNo: 'ADM-1',
  orgCode: 'A01',
  needHandover: '0',
  handover: '0',
  hasAllData: '1',
  sysTenantId: String(harness.tenant.tenantId),
  lang: 'zh_CN',
  token,
  _t: 1_790_000_000,
})

async function answerTo(call: Call, token: string, input: Fields, more: object = {}) {
  const { headers, ...request } = requestOf(call, input)
  const response = await harness.app.inject({
    ...request,
    ...more,
    headers: { ...headers, 'x-access-token': token, ...('headers' in more ? (more.headers as object) : {}) },
  })
  // Values that depend on the time of the answer.
  const body: unknown = JSON.parse(
    response.body.replaceAll(
      /"(at|time|idleSeconds|entryTime|predictRecoverTimeLimit)":("[^"]*"|\d+)/g,
      '"$1":0',
    ),
  )
  return { status: response.statusCode, body: { ...(body as object), timestamp: null } }
}

describe('the context that clients merge into every request', () => {
  it.each(named.filter(([, call]) => call.access !== 'public'))(
    '%s has no field of its own under one of its names',
    (_name, call) => {
      const taken = fieldNames(call).filter((name) => contextNames.some((each) => each === name))
      expect(taken).toEqual(call.callersOwn)
    },
  )

  it('is nobody’s before sign-in, where a token is what the call takes and a session’s is none', async () => {
    const token = await signInAdministrator(harness, harness.tenant)
    const taken = calls
      .filter(({ access }) => access === 'public')
      .flatMap((call) => fieldNames(call).map((name) => [call, name] as const))
      .filter(([, name]) => contextNames.some((each) => each === name))
    expect(taken.map(([call, name]) => [call.path, name])).toEqual(
      [
        captchaCalls.check,
        singleSignOnCalls.jwt,
        singleSignOnCalls.thirdLoginUser,
        singleSignOnCalls.thirdLogin,
      ].map(({ path }) => [path, 'token']),
    )
    for (const [call] of taken) {
      const { body } = await answerTo(call, token, { ...inputOf(call), token })
      expect(body).toMatchObject({ success: false })
    }
  })

  it.each(named.filter(([, call]) => call.kind === 'query' && call.access !== 'public' && !call.download))(
    '%s answers with it as without it',
    async (_name, call) => {
      const token = await signInAdministrator(harness, harness.tenant)
      const input = inputOf(call)
      for (const name of call.callersOwn) delete input[name]
      expect(await answerTo(call, token, { ...contextOf(token), ...input })).toEqual(
        await answerTo(call, token, input),
      )
    },
  )

  const person = (username: string) => ({
    username,
    password: FIRST_PASSWORD,
    realname: username,
    depId: harness.tenant.departments['A01A01']!,
  })
  const add = async (input: object) => {
    const token = await signInAdministrator(harness, harness.tenant)
    const { body } = await harness.request('POST', userCalls.add.path, {
      token,
      body: { ...input, ...('lang' in input ? { token } : {}) },
    })
    return userCalls.add.output.parse(body.result)
  }

  it('makes nobody new an owner of all data or of somebody else’s work number', async () => {
    const added = await add({ ...contextOf(''), ...person('merged.one') })
    expect(added).toMatchObject({ hasAllData: '0', workNo: null })
    const own = { ...contextOf(''), ...person('merged.two'), jobNo: 'W-2', allData: true }
    expect(await add(own)).toMatchObject({ hasAllData: '1', workNo: 'W-2' })
  })

  /** Names that a form may send for its record as well. */
  const formNames = new Set<ContextName>(['dataRoles', 'workNo', 'orgCode', 'needHandover', 'hasAllData'])

  it.each(contextNames.filter((name) => !formNames.has(name)))('is known by %s alone', async (name) => {
    const token = await signInAdministrator(harness, harness.tenant)
    const body = {
      ...person(`by.${name.toLowerCase()}`),
      workNo: 'ADM-1',
      hasAllData: '1',
      [name]: contextOf(token)[name],
    }
    const { body: answered } = await harness.request('POST', userCalls.add.path, { token, body })
    expect(answered.result).toMatchObject({ hasAllData: '0', workNo: null })
  })

  it('leaves a person as he is, whichever way an edit came', async () => {
    const before = await add({ ...person('merged.three'), jobNo: 'W-3', allData: '1' })
    const token = await signInAdministrator(harness, harness.tenant)
    const edit = { ...person('merged.three'), id: before.id, version: before.version, realname: '改名' }
    const merged = { ...contextOf(token), workNo: 'ADM-1', hasAllData: '0', ...edit }
    const { body } = await harness.request('PUT', userCalls.edit.path, { token, body: merged })
    expect(body.result).toMatchObject({ realname: '改名', hasAllData: '1', workNo: 'W-3' })
  })

  it('does not stand in a form that sends a record’s own fields, which are read', async () => {
    const stock = {
      ...person('stock.one'),
      workNo: 'W-4',
      hasAllData: '1',
      orgCode: 'A01',
      needHandover: '0',
    }
    const added = await add(stock)
    expect(added).toMatchObject({ hasAllData: '1', workNo: 'W-4' })
    expect(await add({ ...stock, username: 'stock.two', jobNo: 'W-5' })).toMatchObject({ workNo: 'W-5' })
  })
})

/** The input without the value at a path; elements of lists are kept. */
function without(input: unknown, [key, ...rest]: string[]): unknown {
  if (typeof input !== 'object' || input === null || key === undefined) return input
  if (Array.isArray(input)) return input.map((each) => without(each, rest))
  const { [key]: found, ...others } = input as Fields
  return rest.length === 0 ? others : { ...others, [key]: without(found, rest) }
}

const isOptional = (schema: z.ZodType) => schema.safeParse(undefined).success

const takesNull = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodNullable ||
  ((schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) &&
    takesNull(schema.unwrap() as z.ZodType))

const optionals = calls.flatMap((call) =>
  partsOf(call.input)
    .filter(
      ({ path, schema, inPatch }) => !inPatch && path.length > 0 && path.at(-1) !== '0' && isOptional(schema),
    )
    .map((part) => ({ call, ...part })),
)

describe('an optional field', () => {
  it('is absent as null and as an empty text, wherever they say nothing themselves', () => {
    expect(optionals.length).toBeGreaterThan(350)
    const read = (call: Call, input: Fields) => {
      try {
        return parseInput(call.input, input)
      } catch (error) {
        return String(error)
      }
    }
    const wrong = optionals.flatMap(({ call, path, schema }) => {
      const input = inputOf(call)
      const absent = read(call, without(input, path) as Fields)
      const meant = new Set([
        ...(takesNull(schema) ? [null] : []),
        ...(unwrap(schema).safeParse('').success && !(unwrap(schema) instanceof z.ZodNumber) ? [''] : []),
      ])
      return [null, ''].flatMap((empty) => {
        const given = read(call, withValue(input, path, empty))
        const same = JSON.stringify(given) === JSON.stringify(absent)
        return same || (meant.has(empty) && typeof given !== 'string')
          ? []
          : [[call.path, path, empty, given]]
      })
    })
    expect(wrong).toEqual([])
  })

  it.each(named.filter(([, call]) => call.kind === 'query' && call.access !== 'public' && !call.download))(
    'of %s does not narrow when it is empty',
    async (_name, call) => {
      const token = await signInAdministrator(harness, harness.tenant)
      const own = optionals.filter((each) => each.call === call && each.path.length === 1)
      let bare: Fields = inputOf(call)
      for (const { path } of own) bare = without(bare, path) as Fields
      const absent = await answerTo(call, token, bare)
      for (const { path, schema } of own) {
        const empties = ['', ...(hasBody(call) && !takesNull(schema) ? [null] : [])]
        for (const empty of empties) {
          expect([path, empty, await answerTo(call, token, { ...bare, [path[0]!]: empty })]).toEqual([
            path,
            empty,
            absent,
          ])
        }
      }
    },
  )
})

describe('a number', () => {
  it('is not what is empty, which would be 0: no field of numbers takes that for one', () => {
    const isCoerced = (schema: z.ZodType): boolean =>
      schema instanceof z.ZodPipe
        ? isCoerced(schema.def.in as z.ZodType)
        : schema instanceof z.ZodNumber && Boolean(schema.def.coerce)
    const numbers = calls.flatMap((call) =>
      partsOf(call.input)
        .filter(({ schema, inPatch }) => isCoerced(unwrap(schema)) && (inPatch || !isOptional(schema)))
        .map(({ path, schema }) => ({ call, path, schema })),
    )
    expect(numbers.length).toBeGreaterThan(20)
    for (const { call, path, schema } of numbers)
      for (const empty of ['', ' ', [], ...(takesNull(schema) ? [] : [null])])
        expect(() => parseInput(call.input, withValue(inputOf(call), path, empty)), path.join('.')).toThrow(
          /参数有误：.*应为数字/,
        )
  })
})

describe('yes and no, and lists', () => {
  const parts = calls.flatMap((call) => partsOf(call.input).map((part) => ({ call, ...part })))
  const read = ({ call, path }: (typeof parts)[number], value: unknown) =>
    parseInput(call.input, withValue(inputOf(call), path, value))

  it('yes is true, 1, "1" or "true", and no the contrary, in every field that is either', () => {
    const booleans = parts.filter(({ schema }) => unwrap(schema) instanceof z.ZodBoolean)
    expect(booleans.length).toBeGreaterThan(30)
    for (const part of booleans) {
      for (const yes of [1, '1', 'true'])
        expect([part.path, read(part, yes)]).toEqual([part.path, read(part, true)])
      for (const no of [0, '0', 'false'])
        expect([part.path, read(part, no)]).toEqual([part.path, read(part, false)])
      expect(() => read(part, 'yes')).toThrow(/参数有误/)
    }
  })

  it('and so in every flag that is kept as "1" or "0"', () => {
    const flags = parts.filter(
      ({ schema }) =>
        unwrap(schema).safeParse('0').success &&
        unwrap(schema).safeParse('1').success &&
        ['2', 'x', ''].every((other) => !unwrap(schema).safeParse(other).success),
    )
    expect(flags.length).toBeGreaterThan(50)
    for (const part of flags) {
      for (const yes of [1, true, 'true'])
        expect([part.path, read(part, yes)]).toEqual([part.path, read(part, '1')])
      for (const no of [0, false, 'false'])
        expect([part.path, read(part, no)]).toEqual([part.path, read(part, '0')])
    }
  })

  it('a list of single values is an array or a text with commas', () => {
    const lists = parts.filter(({ schema }) => unwrap(schema) instanceof z.ZodArray)
    const ofSingle = lists.filter((part) => Array.isArray(sampleAt(part)) && !isObject(sampleAt(part)[0]))
    expect(ofSingle.length).toBeGreaterThan(25)
    for (const part of ofSingle) {
      const list = sampleAt(part)
      expect([part.path, read(part, list.join(','))]).toEqual([part.path, read(part, list)])
    }
  })

  it('and so is what is kept as a text', () => {
    const texts = parts.filter(({ schema }) => {
      const inner = unwrap(schema)
      return isJoined(inner instanceof z.ZodPipe ? (inner.def.in as z.ZodType) : inner)
    })
    expect(texts.length).toBeGreaterThan(20)
    for (const part of texts) {
      const text = ['1,2', 'A01,A02', '1', '1-taskType'].find(
        (each) => unwrap(part.schema).safeParse(each).success,
      )!
      expect([part.path, read(part, text.split(','))]).toEqual([part.path, read(part, text)])
    }
  })

  it.each([
    ...new Set(
      parts
        .filter(({ call, path, schema }) => {
          const inner = unwrap(schema)
          const isList = inner instanceof z.ZodArray || isJoined(inner)
          return isList && path.length === 1 && call.method === 'GET' && call.access !== 'public'
        })
        .map((part) => [`${part.call.path} ${part.path[0]}`, part] as const),
    ),
  ])('and in the address name[] for each of its values: %s', async (_name, part) => {
    const token = await signInAdministrator(harness, harness.tenant)
    const { call, path } = part
    const [name] = path as [string]
    const values = ['1', '2']
    const bare = without(inputOf(call), path) as Fields
    const byCommas = await answerTo(call, token, { ...bare, [name]: values.join(',') })
    expect(await answerTo(call, token, { ...bare, [`${name}[]`]: values })).toEqual(byCommas)
    expect(await answerTo(call, token, { ...bare, [`${name}[]`]: values.slice(0, 1) })).toEqual(
      await answerTo(call, token, { ...bare, [name]: values[0] }),
    )
  })

  it('and so a list in the address is what it says', async () => {
    const token = await signInAdministrator(harness, harness.tenant)
    const { body } = await harness.request('GET', '/sys/dict/loadDictItem/flowSts?key[]=1&key[]=5', { token })
    expect(body.result).toEqual(['待指派', '已终止'])
  })

  const isObject = (value: unknown) => typeof value === 'object' && value !== null
  const sampleAt = ({ call, path }: (typeof parts)[number]): unknown[] => {
    let value: unknown = inputOf(call)
    for (const key of path) value = (value as Fields)[key]
    return value as unknown[]
  }
})
