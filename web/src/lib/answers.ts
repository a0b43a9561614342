import type { Envelope } from '@heliodesk/contract/call.ts'

/** A failed call, with the server's message for the user and the request number for support. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  /** The path of the call; '' where no code reads it. */
  readonly path: string
  /** Data from the server for the next step, such as the ticket for the second step of a sign-in. */
  readonly data: unknown
  constructor(
    message: string,
    status: number,
    code: string,
    requestId: string | null,
    path = '',
    data: unknown = null,
  ) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.path = path
    this.data = data
  }
  /** There was no answer: the request may or may not have arrived. */
  get isOffline(): boolean {
    return this.status === 0
  }
  /** The record no longer exists, or is not visible to this user. */
  get isNotFound(): boolean {
    return this.code === 'not_found'
  }
}

/** The code of a download that failed because the session has ended (spec 1 §8). */
export const EXPIRED_BLOB = 'expired_blob'

type Fields = {
  success?: unknown
  code?: string | number
  status?: unknown
  message?: string
  msg?: string
  result?: unknown
  result_code?: unknown
  result_msg?: string
  result_data?: unknown
  repCode?: string
  repMsg?: string | null
  repData?: unknown
  error_code?: string
}

export type Received = {
  path: string
  envelope: Envelope
  status: number
  requestId: string | null
}

/** The data of a successful answer; throws CallError otherwise. */
export function readAnswer(received: Received, text: string): unknown {
  const answer = parse(text)
  if (received.status === 200 && answer !== undefined && isSuccess(received.envelope, fieldsOf(answer)))
    return dataOf(answer)
  throw failureOf(received, fieldsOf(answer))
}

/** Why a download returned no file. */
export function readBlobFailure(received: Received, text: string): CallError {
  const answer = fieldsOf(parse(text))
  const failure = failureOf(received, answer)
  const isOver = received.status === 401 || (answer.status === 500 && /Token失效/.test(failure.message))
  return isOver
    ? new CallError(failure.message, received.status, EXPIRED_BLOB, received.requestId, received.path)
    : failure
}

/** Success rules of both clients (spec 1 §7.1); `/sys/login` says 200 in `code` or `repCode` (§7.2). */
function isSuccess(envelope: Envelope, answer: Fields): boolean {
  const { success, code, result_code: resultCode, repCode } = answer
  if (envelope === 'sys')
    return success === true || (success === undefined && (is200(code) || is200(repCode)))
  return (
    ['1', '2'].includes(String(resultCode)) ||
    success === true ||
    repCode === '0000' ||
    code === 0 ||
    (code === undefined && resultCode === undefined && success === undefined)
  )
}

const is200 = (code: string | number | undefined) => String(code) === '200'

/** The data, under any of the names that the envelopes use; a body without an envelope is the data. */
function dataOf(answer: unknown): unknown {
  const fields = fieldsOf(answer)
  for (const name of ['result_data', 'repData', 'result'] as const) if (name in fields) return fields[name]
  return answer
}

const failureOf = ({ path, status, requestId }: Received, answer: Fields) =>
  new CallError(messageOf(status, answer), status, codeOf(answer), requestId, path, dataOf(answer))

const codeOf = ({ repCode, error_code: errorCode, code }: Fields) =>
  String(repCode ?? errorCode ?? code ?? '')

const TEXT_BY_STATUS: Record<number, string> = {
  401: 'Token失效，请重新登录!',
  403: '拒绝访问',
  404: '很抱歉，资源未找到!',
  504: '网络超时',
}

const messageOf = (status: number, answer: Fields): string =>
  answer.message || answer.result_msg || answer.repMsg || answer.msg || TEXT_BY_STATUS[status] || '系统异常'

/** Returns undefined for text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const fieldsOf = (answer: unknown): Fields => (typeof answer === 'object' && answer !== null ? answer : {})
