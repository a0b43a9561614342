import { own } from '@heliodesk/contract/own.ts'
import { z } from 'zod'
import { asSchemaTakes } from './as-sent.ts'
import type { FastifyRequest } from 'fastify'
import { DomainError } from './context.ts'

/** What an error becomes on the wire. `unexpected` ones are logged with their cause and never described. */
export type Answer = {
  status: number
  code: string
  message: string
  unexpected?: boolean
  /** Of the captcha family, where that has a code of its own. */
  repCode?: string
  /** What the refused one goes on with. */
  data?: object | null
}

export class SignedOut extends Error {}

type Person = { tenantId: number; userId: string }

export class MissingRight extends Error {
  readonly perm: string
  /** Who asked, for the log. */
  readonly who: Person
  constructor(perm: string, { tenantId, userId }: Person) {
    super(`missing right ${perm}`)
    this.perm = perm
    this.who = { tenantId, userId }
  }
}

/** More bytes than may be sent here; the rest of them is left unread. */
export class FileTooLarge extends Error {}

/** The first password has to be changed before anything else may be done. */
export class PasswordChangeDue extends Error {}

const STATEMENT_TIMEOUT = '57014'
const LOCK_TIMEOUT = '55P03'
const DISK_FULL = '53100'
/** What pg-pool says, without a code, to a call that waited too long for a connection. */
const NO_CONNECTION_FREE = 'timeout exceeded when trying to connect'

/** `bodyLimit` is what the route takes, in bytes, for those who sent more. */
export function answerFor(error: unknown, nameOfRight: (perm: string) => string, bodyLimit?: number): Answer {
  if (error instanceof DomainError) return { status: 200, code: error.code, message: error.message }
  if (error instanceof SignedOut)
    return { status: 401, code: 'signed_out', message: 'Token失效，请重新登录!' }
  if (error instanceof MissingRight) {
    return {
      status: 403,
      code: 'missing_right',
      message: `拒绝访问：需要“${nameOfRight(error.perm)}”权限（${error.perm}）`,
    }
  }
  if (error instanceof PasswordChangeDue)
    return { status: 403, code: 'password_change_due', message: '请先修改初始密码' }
  if (error instanceof FileTooLarge) return { status: 413, code: 'file.too_large', message: error.message }
  if (error instanceof StaleSeal) return { status: 400, code: 'stale_seal', message: error.message }
  if (error instanceof InvalidInput)
    return { status: 400, code: 'invalid_input', message: error.message, repCode: error.repCode }
  if (error instanceof Error && error.message === NO_CONNECTION_FREE)
    return { status: 503, code: 'busy', message: '系统繁忙，请稍后重试', unexpected: true }
  switch (codeOf(error)) {
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return { status: 400, code: 'bad_url', message: '请求地址不正确' }
    case 'RATE_LIMIT':
      return { status: 429, code: 'rate_limit', message: '操作过于频繁，请稍后再试' }
    case STATEMENT_TIMEOUT:
    case LOCK_TIMEOUT:
      return { status: 504, code: 'timeout', message: '网络超时', unexpected: true }
    case DISK_FULL:
    case 'ENOSPC':
    case 'EDQUOT':
      return { status: 500, code: 'disk_full', message: '服务器存储空间不足，请联系管理员', unexpected: true }
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { status: 413, code: 'too_large', message: bodyTooLarge(bodyLimit) }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { status: 415, code: 'media_type', message: '请求格式不受支持，请使用 application/json' }
  }
  // Fastify's own parsing errors: broken JSON, an empty body declared as JSON, a broken content length.
  if (error instanceof SyntaxError || codeOf(error).startsWith('FST_ERR_CTP_')) {
    return { status: 400, code: 'invalid_json', message: '请求体不是有效的 JSON' }
  }
  return { status: 500, code: 'unexpected', message: '系统异常', unexpected: true }
}

/** What a download's refusals say by HTTP, whoever answers one; any other broken rule is 400. */
const DOWNLOAD_STATUS = new Map([
  ['not_found', 404],
  ['manual.none', 404],
  ['file.gone', 410],
])

/**
 * The answer of a download that failed: programs take what comes with HTTP 200 for the file, so no failure does
 * (elsewhere broken rules travel with 200).
 */
export const forDownload = <F extends Pick<Answer, 'code' | 'status'>>(failed: F): F =>
  failed.status === 200 ? { ...failed, status: DOWNLOAD_STATUS.get(failed.code) ?? 400 } : failed

/** Names the limit of the call. */
function bodyTooLarge(limit: number | undefined): string {
  if (limit === undefined) return '请求内容过大'
  const kb = limit / 1024
  return `请求内容过大，超过 ${kb % 1024 === 0 ? `${kb / 1024} MB` : `${kb} KB`} 上限`
}

/**
 * Whoever reads the server's log finds unexpected errors with their cause, and who was refused for a missing right or
 * for asking too often; never what was sent.
 */
export function noteFailure(
  error: unknown,
  { status, code, unexpected }: Answer,
  request: FastifyRequest,
): void {
  if (unexpected) return request.log.error(error)
  if (status !== 403 && status !== 429) return
  const asked = { method: request.method, path: request.routeOptions.url, address: request.ip }
  const missing = error instanceof MissingRight ? { right: error.perm, ...error.who } : {}
  request.log.info({ ...asked, ...missing, code }, 'refused')
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

export class InvalidInput extends Error {
  /** 0011 is a parameter left blank, 0016 one of a wrong form (protocols.md §1.1). */
  readonly repCode: '0011' | '0016'
  constructor(message: string, { blank = false, cause }: { blank?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.repCode = blank ? '0011' : '0016'
  }
}

/** A password came sealed with a key that is no longer kept; the client fetches the current one and repeats. */
export class StaleSeal extends InvalidInput {}

/** Throws one Chinese sentence that names every field at fault, by its path and its title in the schema. */
export function parseInput(schema: z.ZodType, sent: unknown): unknown {
  const value = asSchemaTakes(schema, sent)
  const unkept = findUnkept(value, [])
  if (unkept) throw new InvalidInput(`参数有误：${fieldAt(schema, unkept)}：含有不允许的字符`)
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${fieldAt(schema, issue.path)}：${describe(issue)}`)
  const blank = parsed.error.issues.some(({ input }) => input === undefined || input === null || input === '')
  throw new InvalidInput(`参数有误：${sentences.join('；')}`, { blank })
}

/** A field by its title and its path, as people and programs know it. */
function fieldAt(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const name = path.map(String).join('.') || '请求体'
  const title = titleAt(schema, path)
  return title ? `${title}（${name}）` : name
}

/** Whether PostgreSQL can store a text: neither NUL nor halves of characters, which its JSON refuses. */
export const canBeKept = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** Where a text stands that PostgreSQL cannot store. `path` is where `value` stands. */
function findUnkept(value: unknown, path: string[]): string[] | null {
  if (typeof value === 'string') return canBeKept(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, child] of Object.entries(value)) {
    path.push(key)
    if (findUnkept(child, path)) return path
    path.pop()
  }
  return null
}

const chinese = z.locales.zhCN().localeError

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return '此项为必填项'
  if (issue.code === 'invalid_type' && Number.isNaN(issue.input)) return '应为数字'
  if (hasOwnMessage(issue)) return issue.message
  const translated = chinese(issue as z.core.$ZodRawIssue)
  return (typeof translated === 'string' ? translated : translated?.message) ?? issue.message
}

/** Schemas of the contract write their own messages in Chinese; zod's defaults are English. */
const hasOwnMessage = (issue: z.core.$ZodIssue) => /[\u4e00-\u9fff]/.test(issue.message)

function titleAt(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let current: unknown = schema
  for (const key of path) current = childOf(unwrap(current), key)
  return current instanceof z.ZodType ? titleOf(current) : undefined
}

function titleOf(schema: z.ZodType): string | undefined {
  const inner = unwrap(schema)
  return schema.meta()?.title ?? (inner instanceof z.ZodType ? inner.meta()?.title : undefined)
}

function unwrap(schema: unknown): unknown {
  let current = schema
  while (
    current instanceof z.ZodOptional ||
    current instanceof z.ZodNullable ||
    current instanceof z.ZodDefault
  ) {
    if (current.meta()?.title) return current
    current = current.unwrap()
  }
  return current
}

function childOf(schema: unknown, key: PropertyKey): unknown {
  let current = schema
  while (
    current instanceof z.ZodOptional ||
    current instanceof z.ZodNullable ||
    current instanceof z.ZodDefault
  ) {
    current = current.unwrap()
  }
  if (current instanceof z.ZodObject) return own(current.shape, String(key))
  if (current instanceof z.ZodArray) return current.element
  return undefined
}
