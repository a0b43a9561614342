import { quotas } from '@heliodesk/contract/companies.ts'
import { own } from '@heliodesk/contract/own.ts'
import { z } from 'zod'
import { asSchemaTakes } from './as-sent.ts'
import type { FastifyRequest } from 'fastify'
import { DomainError } from './context.ts'
import { countFailure } from './failures.ts'
import { TokenBarred } from './token-bars.ts'

/** How an error is answered. `unexpected` errors are logged with their cause; the answer does not describe them. */
export type Answer = {
  status: number
  code: string
  message: string
  unexpected?: boolean
  /** A code of the captcha family, where it has one for this error. */
  repCode?: string
  /** Data that the refused client needs to continue. */
  data?: object | null
}

export class SignedOut extends Error {}

type Person = { tenantId: number; userId: string }

export class MissingRight extends Error {
  readonly perm: string
  /** The caller, for the log. */
  readonly who: Person
  constructor(perm: string, { tenantId, userId }: Person) {
    super(`missing right ${perm}`)
    this.perm = perm
    this.who = { tenantId, userId }
  }
}

/** A field command of a client that is too old: the phone keeps it until it is updated. */
export class ClientTooOld extends Error {}

/** The file is larger than allowed; the rest of it is not read. */
export class FileTooLarge extends Error {}

/** The initial password must be changed before any other call. */
export class PasswordChangeDue extends Error {}

const STATEMENT_TIMEOUT = '57014'
const LOCK_TIMEOUT = '55P03'
const DISK_FULL = '53100'
/** A quota of the company, of migration 0194. */
const BEYOND_QUOTA = 'HQ001'
/** pg-pool's message, which has no code, when no connection became free in time. */
const NO_CONNECTION_FREE = 'timeout exceeded when trying to connect'

/** `bodyLimit` is the route's limit in bytes, for the message about a body that is too large. */
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
  if (error instanceof TokenBarred) return { status: 403, code: 'token_barred', message: error.message }
  if (error instanceof PasswordChangeDue)
    return { status: 403, code: 'password_change_due', message: '请先修改初始密码' }
  if (error instanceof ClientTooOld)
    return {
      status: 426,
      code: 'client_too_old',
      message: '手机上的版本过旧，请更新后再发送，已填写的内容仍保留在手机上',
    }
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
    case BEYOND_QUOTA:
      return { status: 200, code: 'quota', message: quotaWords(error) }
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

const GB = 1024 ** 3

/** Which quota the database's detail names, and its limit. */
function quotaWords(error: unknown): string {
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : ''
  const [name = '', most = ''] = detail.split(' ')
  const { title, unit } = own(quotas, name === 'fileBytes' ? 'fileGb' : name) ?? { title: name, unit: '' }
  const limit = name === 'fileBytes' ? Math.round(Number(most) / GB) : most
  return `${title}已达本公司配额（上限 ${limit} ${unit}），请联系平台运营方`
}

/** HTTP status of a refused download, by code; any other violated rule is 400. */
const DOWNLOAD_STATUS = new Map([
  ['not_found', 404],
  ['manual.none', 404],
  ['file.gone', 410],
])

/**
 * The answer of a failed download. Programs take a body with HTTP 200 for the file, so a failed download never has that
 * status (other calls send violated rules with 200).
 */
export const forDownload = <F extends Pick<Answer, 'code' | 'status'>>(failed: F): F =>
  failed.status === 200 ? { ...failed, status: DOWNLOAD_STATUS.get(failed.code) ?? 400 } : failed

/** The message names the call's limit. */
function bodyTooLarge(limit: number | undefined): string {
  if (limit === undefined) return '请求内容过大'
  const kb = limit / 1024
  return `请求内容过大，超过 ${kb % 1024 === 0 ? `${kb / 1024} MB` : `${kb} KB`} 上限`
}

/**
 * Logs unexpected errors with their cause, and callers that were refused for a missing permission or too many requests;
 * never the input.
 */
export function noteFailure(
  error: unknown,
  { status, code, unexpected }: Answer,
  request: FastifyRequest,
): void {
  if (unexpected) {
    countFailure()
    return request.log.error(error)
  }
  if (status !== 403 && status !== 429) return
  const asked = { method: request.method, path: request.routeOptions.url, address: request.ip }
  const missing = error instanceof MissingRight ? { right: error.perm, ...error.who } : {}
  request.log.info({ ...asked, ...missing, code }, 'refused')
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** SQLSTATE classes 08 and 57P, and the driver's messages without a code for a broken connection. */
export const isConnectionLoss = (error: unknown): boolean =>
  /^(08|57P)|^ECONN/.test(codeOf(error)) ||
  (error instanceof Error && error.message.startsWith('Connection terminated'))

export class InvalidInput extends Error {
  /** 0011: a parameter is missing; 0016: a parameter is malformed (protocols.md §1.1). */
  readonly repCode: '0011' | '0016'
  constructor(message: string, { blank = false, cause }: { blank?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.repCode = blank ? '0011' : '0016'
  }
}

/** A password was sealed with a deleted key; the client fetches the current key and repeats the call. */
export class StaleSeal extends InvalidInput {}

/** Parses an input. Throws one Chinese sentence that names every invalid field by its path and its title. */
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

/** A field named by title and path, for people and for programs. */
function fieldAt(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const name = path.map(String).join('.') || '请求体'
  const title = titleAt(schema, path)
  return title ? `${title}（${name}）` : name
}

/** Whether PostgreSQL can store a text: it refuses NUL, and unpaired surrogates in JSON. */
export const canBeKept = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()

/** The path of a text that PostgreSQL cannot store, or null. `path` is the path of `value`. */
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

/** Messages written in the contract are Chinese; zod's default messages are English. */
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
