import { own } from '@heliodesk/contract/own.ts'

/** The parts of an OpenAPI document that the page shows. */
type Schema = {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  default?: unknown
  maxLength?: number
  minimum?: number
  maximum?: number
}

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-kind': 'command' | 'query'
  'x-envelope': 'captcha' | 'erp' | 'sys'
  'x-permission'?: string
  'x-session-only'?: boolean
  security?: unknown[]
  parameters?: { name?: string; in?: string; required?: boolean; schema?: Schema; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type ApiCall = {
  key: string
  method: string
  path: string
  group: string
  operation: Operation
}

/** What groups of calls are called; others have the beginning of their path. */
const groupTitles: Record<string, string> = {
  'ops/order': '工单',
  'ops/taskType': '任务类型',
  'power-station': '电站',
  device: '设备',
  ticket: '两票',
  earth: '接地线',
  workflow: '流程',
  order: '审批与清洗',
  'sys/user': '用户与账号',
  'sys/role': '角色',
  'sys/permission': '权限',
  'sys/dict': '字典',
  'sys/dictItem': '字典项',
  'sys/sysDepart': '部门',
  'sys/webhook': '推送',
  'sys/apiToken': '令牌',
  'sys/apiMachine': '机器账号',
  'sys/savedView': '列表视图',
  'sys/setting': '配置',
  captcha: '验证码',
  field: '手机端',
  system: '系统',
  personal: '个人',
  syncAll: '同步',
}

export const titleOfGroup = (group: string): string => own(groupTitles, group) ?? group

export const callsIn = ({ paths }: Document): ApiCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      group: operation.tags[0] ?? '',
      operation,
    })),
  )

/** Calls by their group. */
export function groupsOf(calls: readonly ApiCall[]): [group: string, calls: ApiCall[]][] {
  const groups = new Map<string, ApiCall[]>()
  for (const call of calls) groups.set(call.group, [...(groups.get(call.group) ?? []), call])
  return [...groups]
}

/** Calls whose title or path has every word. */
export function matching(calls: readonly ApiCall[], keyword: string): ApiCall[] {
  const words = keyword.toLowerCase().match(/\S+/g) ?? []
  return calls.filter(({ path, operation: { summary, 'x-permission': right = '' } }) => {
    const text = `${summary} ${path} ${right}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export type FieldLine = { name: string; title: string; type: string; required: boolean; depth: number }

const DEEPEST = 3

/** A schema as lines, its parts indented. */
function linesOf(
  document: Document,
  schema: Schema | undefined,
  depth = 0,
  seen: readonly string[] = [],
): FieldLine[] {
  const [found, names] = resolved(document, schema, seen)
  if (!found || depth > DEEPEST) return []
  const parts = found.anyOf ?? found.oneOf ?? found.allOf
  if (parts) return parts.flatMap((part) => linesOf(document, part, depth, names))
  if (found.items) return linesOf(document, found.items, depth, names)
  return Object.entries(found.properties ?? {}).flatMap(([name, field]) => {
    const [inner, below] = resolved(document, field, names)
    return [
      {
        name,
        title: field.title ?? inner?.title ?? '',
        type: typeOf(document, field),
        required: found.required?.includes(name) ?? false,
        depth,
      },
      ...linesOf(document, field, depth + 1, below),
    ]
  })
}

function resolved(document: Document, schema: Schema | undefined, seen: readonly string[]) {
  const name = schema?.$ref?.split('/').at(-1)
  if (!name) return [schema, seen] as const
  return seen.includes(name)
    ? ([undefined, seen] as const)
    : ([own(document.components.schemas, name), [...seen, name]] as const)
}

function typeOf(document: Document, schema: Schema): string {
  const [found] = resolved(document, schema, [])
  if (!found) return '对象'
  const parts = found.anyOf ?? found.oneOf
  if (parts) return [...new Set(parts.map((part) => typeOf(document, part)))].join(' | ')
  if (found.enum) return found.enum.slice(0, 8).map(String).join(' | ') + (found.enum.length > 8 ? ' …' : '')
  if (found.const !== undefined) return JSON.stringify(found.const)
  if (found.type === 'array') return `${found.items ? typeOf(document, found.items) : ''}[]`
  const names: Record<string, string> = {
    string: '文字',
    integer: '整数',
    number: '数字',
    boolean: '是否',
    object: '对象',
    null: '空',
  }
  return [found.type ?? 'object']
    .flat()
    .map((type) => own(names, type) ?? type)
    .join(' | ')
}

/** What is sent: path and query parameters, then the body's fields. */
export function inputLines(document: Document, { operation }: ApiCall): FieldLine[] {
  const named = (operation.parameters ?? []).flatMap(({ name, required = false, schema = {} }) =>
    name ? [{ name, title: schema.title ?? '', type: typeOf(document, schema), required, depth: 0 }] : [],
  )
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return [...named, ...linesOf(document, body)]
}

export const outputLines = (document: Document, { operation }: ApiCall): FieldLine[] =>
  linesOf(document, Object.values(operation.responses['200']?.content ?? {})[0]?.schema)

/** An example for a shell, with a place for the token. */
export function exampleOf({ method, path, operation }: ApiCall, base: string): string {
  const query = (operation.parameters ?? []).filter(
    ({ in: place, required }) => place === 'query' && required,
  )
  const search = query.map(({ name }) => `${name}=…`).join('&')
  const isPublic = operation.security?.length === 0
  const required = Object.values(operation.requestBody?.content ?? {})[0]?.schema.required ?? []
  const body = method === 'POST' || method === 'PUT'
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${base}${path}${search && `?${search}`}'`,
    ...(isPublic ? [] : [`-H 'Authorization: Bearer hd_…'`]),
    ...(body
      ? [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(Object.fromEntries(required.map((name) => [name, '…'])))}'`,
        ]
      : []),
  ].join(' \\\n  ')
}
