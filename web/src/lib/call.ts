import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { BUILD_HEADER, FIELD_BUILD } from '@heliodesk/contract/field-build.ts'
import { WINDOW_HEADER } from '@heliodesk/contract/window-header.ts'
import { own } from '@heliodesk/contract/own.ts'
import { CallError, readAnswer, readBlobFailure } from './answers.ts'
import { noteLine } from './line.ts'
import { track } from './pending.ts'
import { noteServerTime } from './server-clock.ts'
import { baseFor, bodyContext, queryContext, requestHeaders } from './request-context.ts'
import { currentToken, windowId, tokenReplaced, useSession, type Session } from './session.ts'

export { CallError } from './answers.ts'

export type SendOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** The token of another session than the stored one, to find out whose it is. */
  token?: string
}

/** The part of a call that sending needs. Its schemas stay with the code that validates input. */
export type Address = Pick<Call, 'method' | 'path' | 'envelope'>

/** Sends a call and returns its data; throws CallError otherwise. */
export const send = <C extends Call>(call: C, input: Sent<C>, options?: SendOptions): Promise<Received<C>> =>
  sendTo<C>(call, input, options)

/** `send` for callers that have only the address of a call. */
export async function sendTo<C extends Call>(
  call: Address,
  input: Sent<C>,
  options: SendOptions = {},
): Promise<Received<C>> {
  const response = await fetchCall(call, input, options)
  return readAnswer(receivedOf(call, response), await response.text()) as Received<C>
}

export type Download = {
  blob: Blob
  /** The file name from the server; null when the server does not send one. */
  name: string | null
}

/**
 * Sends a call that returns a file (spec 1 §7: GET as blob); a failure is read like that of any other call.
 * `onProgress` receives the bytes received and the total.
 */
export async function download<C extends Call>(
  call: C,
  input: Sent<C>,
  options: SendOptions & { onProgress?: (got: number, total: number) => void } = {},
): Promise<Download> {
  const response = await fetchCall(call, input, options)
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (response.status !== 200 || isEnvelope)
    throw readBlobFailure(receivedOf(call, response), await response.text())
  const named = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '')
  const blob = await blobOf(response, options.onProgress).catch((error: unknown) => {
    throw isAbort(error) ? error : lineBroke(call.path)
  })
  return { blob, name: named ? decodeURIComponent(named[1]!) : null }
}

async function blobOf(response: Response, onProgress?: (got: number, total: number) => void): Promise<Blob> {
  const total = Number(response.headers.get('content-length'))
  if (!onProgress || !response.body || !total) return response.blob()
  const reader = response.body.getReader()
  const parts: BlobPart[] = []
  for (let got = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
    parts.push(value)
    got += value.byteLength
    onProgress(got, total)
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

const lineBroke = (path: string) => new CallError('网络连接失败，请检查网络后重试', 0, 'offline', null, path)

const commandHeaders = (idempotencyKey: string): Record<string, string> => ({
  'idempotency-key': idempotencyKey,
  [WINDOW_HEADER]: windowId,
  [BUILD_HEADER]: String(FIELD_BUILD),
})

/** The answer once its headers have arrived; `signal` ends the wait for these only. */
export function fetchCall(call: Address, input: unknown, options: SendOptions): Promise<Response> {
  const session = options.token ? { token: options.token, user: null } : useSession.getState()
  const { url, body } = addressOf(call, (input ?? {}) as Record<string, unknown>, session)
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return fetchFrom(call, { url, body, type, session }, options)
}

/** The same of a call that carries a file; its other fields are in the query. */
export function fetchWithFile(
  call: Address,
  input: Record<string, unknown>,
  file: Blob,
  options: SendOptions,
): Promise<Response> {
  const form = new FormData()
  form.append('file', file)
  return fetchFrom(
    call,
    { url: urlWithFile(call, input), body: form, session: useSession.getState() },
    options,
  )
}

type Request = {
  url: string
  body: BodyInit | undefined
  type?: { 'content-type'?: string }
  session: Session
}

async function fetchFrom(
  call: Address,
  { url, body, type, session }: Request,
  { idempotencyKey, signal }: SendOptions,
): Promise<Response> {
  const request = track(call, signal)
  const sentAt = Date.now()
  try {
    const response = await fetch(url, {
      method: call.method,
      headers: {
        ...requestHeaders(call, session),
        ...type,
        ...(idempotencyKey ? commandHeaders(idempotencyKey) : {}),
      },
      body,
      signal: request.signal,
    })
    noteServerTime(response.headers.get('date'), sentAt)
    keepToken(session.token, response.headers.get('x-access-token'))
    noteLine(true)
    return response
  } catch (error) {
    if (isAbort(error)) throw error
    noteLine(false)
    throw lineBroke(call.path)
  } finally {
    request.done()
  }
}

const receivedOf = ({ path, envelope }: Address, { status, headers }: Response) => ({
  path,
  envelope,
  status,
  requestId: headers.get('x-request-id'),
})

type SendFileOptions = {
  /** Receives the progress, 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
  idempotencyKey?: string
  /** Smaller parts of the form by name, sent before the file. */
  beside?: Record<string, Blob>
}

/** Sends a call that carries a file; its other fields are in the query. */
export function sendFile<C extends Call>(
  call: C,
  input: Sent<C>,
  file: File,
  { onProgress, signal, idempotencyKey, beside = {} }: SendFileOptions = {},
): Promise<Received<C>> {
  const form = new FormData()
  for (const [name, part] of Object.entries(beside)) form.append(name, part)
  form.append('file', file)
  const token = currentToken()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(call.method, urlWithFile(call, input as Record<string, unknown>))
    for (const [name, value] of Object.entries(requestHeaders(call))) request.setRequestHeader(name, value)
    for (const [name, value] of Object.entries(idempotencyKey ? commandHeaders(idempotencyKey) : {}))
      request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => onProgress?.(event.loaded / event.total))
    request.addEventListener('load', () => {
      keepToken(token, request.getResponseHeader('x-access-token'))
      const received = {
        path: call.path,
        envelope: call.envelope,
        status: request.status,
        requestId: request.getResponseHeader('x-request-id'),
      }
      try {
        resolve(readAnswer(received, request.responseText) as Received<C>)
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () =>
      reject(new CallError('文件上传失败，请重试', 0, 'offline', null, call.path)),
    )
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

const urlWithFile = (call: Address, input: Record<string, unknown>) =>
  `${baseFor(call)}${call.path}?${queryString(input)}`

function keepToken(sent: string | null, replaced: string | null): void {
  if (sent && replaced) tokenReplaced(sent, replaced)
}

/** A call's own fields override those of the user context. */
function addressOf(call: Address, input: Record<string, unknown>, session: Session) {
  const inPath = new Set<string>()
  const path = call.path.replace(/:(\w+)/g, (_match, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(own(input, name)))
  })
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)))
  const base = `${baseFor(call)}${path}`
  if (call.method === 'POST' || call.method === 'PUT')
    return { url: base, body: JSON.stringify({ ...bodyContext(call, session), ...rest }) }
  const context = call.method === 'GET' ? queryContext(call, session) : {}
  const search = queryString({ ...context, ...rest })
  return { url: search ? `${base}?${search}` : base, body: undefined }
}

function queryString(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}
