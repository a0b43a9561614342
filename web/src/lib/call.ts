import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { baseFor, requestHeaders } from './request-context.ts'
import { currentToken, tokenReplaced, useSession } from './session.ts'

/** A call that failed, with the server's sentence for people and the request number for support. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  constructor(message: string, status: number, code: string, requestId: string | null) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.requestId = requestId
  }
  /** Nothing answered: the request may or may not have arrived. */
  get isOffline(): boolean {
    return this.status === 0
  }
}

export type SendOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Another session than the one kept here, to ask whose it is. */
  token?: string
}

/** All of a call that sending needs; its schemas stay with those who check input. */
export type Address = Pick<Call, 'method' | 'path' | 'envelope'>

/** Sends one call and answers its data; throws CallError otherwise. */
export const send = <C extends Call>(call: C, input: Sent<C>, options?: SendOptions): Promise<Received<C>> =>
  sendTo<C>(call, input, options)

/** `send` for those who know a call by its address alone. */
export async function sendTo<C extends Call>(
  call: Address,
  input: Sent<C>,
  options: SendOptions = {},
): Promise<Received<C>> {
  const { url, body } = addressOf(call, (input ?? {}) as Record<string, unknown>)
  const session = options.token ? { token: options.token, user: null } : useSession.getState()
  let response: Response
  try {
    response = await fetch(url, {
      method: call.method,
      headers: {
        ...requestHeaders(call, session),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      body,
      signal: options.signal,
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new CallError('网络连接失败，请检查网络后重试', 0, 'offline', null)
  }
  keepToken(session.token, response.headers.get('x-access-token'))
  return readAnswer(
    response.status,
    await response.text(),
    response.headers.get('x-request-id'),
  ) as Received<C>
}

/** Sends a call that carries a file; `onProgress` gets 0 to 1. */
export function sendFile<C extends Call>(
  call: C,
  input: Sent<C>,
  file: File,
  { onProgress, signal }: { onProgress?: (part: number) => void; signal?: AbortSignal } = {},
): Promise<Received<C>> {
  const form = new FormData()
  form.append('file', file)
  const token = currentToken()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(call.method, `${baseFor(call)}${call.path}?${queryString(input as Record<string, unknown>)}`)
    for (const [name, value] of Object.entries(requestHeaders(call))) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => onProgress?.(event.loaded / event.total))
    request.addEventListener('load', () => {
      keepToken(token, request.getResponseHeader('x-access-token'))
      try {
        resolve(
          readAnswer(
            request.status,
            request.responseText,
            request.getResponseHeader('x-request-id'),
          ) as Received<C>,
        )
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(new CallError('文件上传失败，请重试', 0, 'offline', null)))
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function keepToken(sent: string | null, replaced: string | null): void {
  if (sent && replaced) tokenReplaced(sent, replaced)
}

function addressOf(call: Address, input: Record<string, unknown>) {
  const rest = { ...input }
  const path = call.path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const base = `${baseFor(call)}${path}`
  if (call.method === 'POST' || call.method === 'PUT') return { url: base, body: JSON.stringify(rest) }
  // GET requests carry the time in seconds, but for dictionary item look-ups (spec 1 §7.1).
  const stamp =
    call.method === 'GET' && !path.includes('/getDictItems/') ? { _t: Math.floor(Date.now() / 1000) } : {}
  const search = queryString({ ...rest, ...stamp })
  return { url: search ? `${base}?${search}` : base, body: undefined }
}

function queryString(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

type AnyAnswer = {
  success?: boolean
  code?: number | string
  message?: string
  msg?: string
  result?: unknown
  result_code?: string | number
  result_msg?: string
  result_data?: unknown
  repCode?: string
  repMsg?: string | null
  repData?: unknown
  error_code?: string
}

/** Success rule of spec 1 §7.1: `result_code` 1 or 2, or `success`, or `repCode` 0000, or `code` 0. */
function readAnswer(status: number, text: string, requestId: string | null): unknown {
  const answer = parse(text)
  const succeeded =
    status === 200 &&
    answer !== null &&
    (['1', '2'].includes(String(answer.result_code)) ||
      answer.success === true ||
      answer.repCode === '0000' ||
      answer.code === 0)
  if (succeeded)
    return 'result_data' in answer ? answer.result_data : 'repData' in answer ? answer.repData : answer.result
  throw new CallError(messageOf(status, answer), status, codeOf(answer), requestId)
}

function parse(text: string): AnyAnswer | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

const codeOf = (answer: AnyAnswer | null) =>
  answer?.repCode ?? answer?.error_code ?? String(answer?.code ?? '')

const TEXT_BY_STATUS: Record<number, string> = {
  401: 'Token失效，请重新登录!',
  403: '拒绝访问',
  404: '很抱歉，资源未找到!',
  504: '网络超时',
}

function messageOf(status: number, answer: AnyAnswer | null): string {
  return (
    answer?.message ??
    answer?.result_msg ??
    answer?.repMsg ??
    answer?.msg ??
    TEXT_BY_STATUS[status] ??
    '系统异常'
  )
}
