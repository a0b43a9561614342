import { contextSigns, isOfForm, type Call, type Envelope } from '@heliodesk/contract/call.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { z } from 'zod'
import { successShape } from '../kernel/envelopes.ts'
import { componentReference, toJsonSchema, type Components, type JsonSchema } from './json-schema.ts'

export const failureNames: Record<Envelope, string> = {
  erp: 'ErpFailure',
  sys: 'SysFailure',
  captcha: 'CaptchaFailure',
}

export const PLAIN_FAILURE = 'PlainFailure'

/** `/ops/order/:reformType/assign` in OpenAPI's syntax. */
export const pathOf = (call: Call): string => call.path.replaceAll(/:(\w+)/g, '{$1}')

/** One call as an operation of the document. */
export function describeCall(call: Call, components: Components): JsonSchema {
  const schema = toJsonSchema(call.input, 'input', components)
  // A discriminated union is described as one body.
  const choice = 'oneOf' in schema ? schema : null
  const input = choice ? [] : fieldsOf(schema)
  const inPath = new Set(call.path.match(/(?<=:)\w+/g))
  const inQuery = call.upload || call.method === 'GET' || call.method === 'DELETE'
  const outside = input.filter(({ name }) => inQuery || inPath.has(name))
  const inBody = input.filter((field) => !outside.includes(field))
  const parameters = [
    ...outside.map((field) => describeParameter(field, inPath.has(field.name) ? 'path' : 'query')),
    ...(takesKey(call) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  const body = call.upload ? FILE_BODY : bodyOf(choice, inBody)
  return {
    operationId: nameOf(call.path),
    tags: [familyOf(call)],
    summary: call.title,
    description: sentencesOf(call).join('\n\n'),
    'x-kind': call.kind,
    'x-envelope': call.envelope,
    ...(hasBody(call) ? { 'x-body-kb': call.bodyKb } : {}),
    ...(typeof call.access === 'object' ? { 'x-permission': call.access.perm } : {}),
    ...(isForPeople(call) ? { 'x-session-only': true } : {}),
    ...(call.access === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: describeResponses(call, components),
  }
}

/** Never answered to the token of a program (kernel/token-bars.ts). */
const isForPeople = ({ sessionOnly, secret, kind, access }: Call): boolean =>
  access !== 'public' && (sessionOnly || secret || (kind === 'command' && access === 'signedIn'))

const hasBody = ({ upload, method }: Call): boolean => upload || method === 'POST' || method === 'PUT'

/** Commands of signed-in people run once per idempotency key (kernel/idempotency.ts). */
const takesKey = (call: Call): boolean => call.kind === 'command' && call.access !== 'public' && !call.secret

/** `/sys/dict/getDictItems/:code` is `sysDictGetDictItemsCode`. */
const nameOf = (path: string): string =>
  path.slice(1).replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_match, letter: string) => letter.toUpperCase())

/** `sys/dict`, `ops/order`, `power-station`: the first path segments, by which calls are grouped. */
export function familyOf({ path }: Call): string {
  const [first = '', second, third] = path.slice(1).split('/')
  return third !== undefined && ['sys', 'ops'].includes(first) ? `${first}/${second}` : first
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join('、')

function sentencesOf(call: Call): string[] {
  const access =
    call.access === 'public'
      ? '无需登录。'
      : call.access === 'signedIn'
        ? `登录即可调用${call.withFirstPassword ? '，初始密码未修改时也可调用' : ''}。`
        : `需要“${titleOfPermission(call.access.perm)}”权限（\`${call.access.perm}\`）。`
  const kind =
    call.kind === 'query'
      ? '只读，可以放心重试。'
      : takesKey(call)
        ? '写操作：要么全部生效，要么全不生效；同一 `Idempotency-Key` 的重复提交只生效一次。'
        : '写操作：要么全部生效，要么全不生效。'
  return [
    access + kind + (isForPeople(call) ? '只能在登录后调用，不接受令牌。' : ''),
    ...(call.callersOwn.length > 0 ? [`${quoted(call.callersOwn)}缺省为调用者自己的。`] : []),
    ...(call.stockNames.length > 0
      ? [
          `也接受 ${call.stockNames.map(([theirs, ours]) => `\`${theirs}\`（即 \`${ours}\`）`).join('、')}${call.stockNames.every(([theirs]) => isOfForm(call, theirs)) ? '' : `，除非请求中带有 ${quoted(contextSigns)} 之一`}。`,
        ]
      : []),
    ...(call.upload
      ? ['文件放在表单字段 `file` 中，其余字段放在地址的查询串里，或放在表单中文件之前。']
      : []),
  ]
}

type Field = { name: string; schema: JsonSchema; required: boolean }

const objectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z.array(z.string()).default([]),
})

function fieldsOf(input: JsonSchema): Field[] {
  const { properties, required } = objectSchema.parse(input)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }))
}

const describeParameter = ({ name, schema, required }: Field, place: 'path' | 'query'): JsonSchema => ({
  name,
  in: place,
  required: place === 'path' || required,
  ...(schema.title === undefined ? {} : { description: schema.title }),
  schema,
})

const bodyOf = (choice: JsonSchema | null, fields: Field[]): JsonSchema | null => {
  if (choice) return { required: true, content: { 'application/json': { schema: choice } } }
  return fields.length > 0 ? jsonBody(fields) : null
}

const jsonBody = (fields: Field[]): JsonSchema => {
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
          ...(required.length > 0 ? { required } : {}),
        },
      },
    },
  }
}

const BINARY: JsonSchema = { type: 'string', format: 'binary' }

const FILE_BODY: JsonSchema = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { title: '文件', ...BINARY } },
        required: ['file'],
      },
    },
  },
}

/** Violated rules have HTTP 200 and the failing envelope, except for downloads; other statuses are as usual. */
function describeResponses(call: Call, components: Components): JsonSchema {
  const failure = componentReference(failureNames[call.envelope])
  // Clients of this family read only the envelope.
  if (call.envelope === 'captcha') return { 200: describeSuccess(call, failure, components) }
  const plain = componentReference(PLAIN_FAILURE)
  return {
    200: describeSuccess(call, failure, components),
    400: response(call.download ? '参数有误，或不符合业务规则' : '参数有误，提示指出字段', {
      anyOf: [failure, plain],
    }),
    ...(call.download
      ? { 404: response('数据不存在或无权查看', failure), 410: response('文件已不存在', failure) }
      : {}),
    ...(call.access === 'public' ? {} : { 401: response('没有登录，或登录已失效', failure) }),
    ...(typeof call.access === 'object' ? { 403: response('没有所需的权限', failure) } : {}),
    ...(hasBody(call)
      ? {
          413: response('请求内容或文件过大', { anyOf: [failure, plain] }),
          415: response('请求格式不受支持', plain),
        }
      : {}),
    500: response('系统异常', failure),
    504: response('超时', failure),
  }
}

/** A file is sent as itself, whatever its type; if the call can also answer in an envelope, in a successful one. */
function describeSuccess(call: Call, failure: JsonSchema, components: Components): JsonSchema {
  const answer = toJsonSchema(successShape(call, call.output), 'output', components)
  if (call.download)
    return {
      description: '文件内容',
      content: {
        '*/*': { schema: BINARY },
        ...(call.output instanceof z.ZodUnknown ? {} : { 'application/json': { schema: answer } }),
      },
    }
  return response('成功；不符合业务规则时是失败的信封，提示说明原因', { oneOf: [answer, failure] })
}

const response = (description: string, schema: JsonSchema): JsonSchema => ({
  description,
  content: { 'application/json': { schema } },
})
