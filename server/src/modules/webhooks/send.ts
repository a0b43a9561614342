import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { codeOf } from '../../kernel/errors.ts'

const TIMEOUT_MS = 10_000
/** What is kept of an answer, and what is read of it. */
const KEPT_BYTES = 2048
const READ_BYTES = 65_536

export type Sent = {
  status: number | null
  /** Status line, headers and the beginning of the body. */
  response: string
  /** The beginning of the body alone. */
  body: string
  ms: number
  /** What went wrong before there was an answer. */
  fault: string | null
}

export type Message = { url: string; headers: Record<string, string>; body: string }

/** A message, or bytes. */
type Posted = Omit<Message, 'body'> & { body: string | Buffer }

type Limits = { timeoutMs?: number; signal?: AbortSignal }

/**
 * Posts a message to the address that was checked, whatever its name resolves to by now. Redirects are answers like
 * others. Throws only if it is cancelled; what goes wrong otherwise is part of the outcome.
 */
export async function send(
  message: Posted,
  address: string,
  { timeoutMs = TIMEOUT_MS, signal }: Limits = {},
): Promise<Sent> {
  const began = performance.now()
  const limit = AbortSignal.timeout(timeoutMs)
  const took = () => Math.round(performance.now() - began)
  try {
    const answer = await post(message, address, signal ? AbortSignal.any([limit, signal]) : limit)
    const body = await beginningOf(answer)
    const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`)
    const first = `HTTP/${answer.httpVersion} ${answer.statusCode ?? 0} ${answer.statusMessage ?? ''}`.trim()
    const response = [first, ...lines, '', body].join('\n').slice(0, KEPT_BYTES * 2)
    return { status: answer.statusCode ?? null, response, body, ms: took(), fault: null }
  } catch (error) {
    signal?.throwIfAborted()
    const fault = limit.aborted ? '超时' : faultOf(error)
    return { status: null, response: '', body: '', ms: took(), fault }
  }
}

function post({ url, headers, body }: Posted, address: string, signal: AbortSignal) {
  const request = new URL(url).protocol === 'https:' ? overHttps : overHttp
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        // A connection of its own, to this very address.
        agent: false,
        lookup: (_host, _options, found) => found(null, [{ address, family: isIP(address) }]),
        signal,
      },
      resolve,
    )
      .on('error', reject)
      .end(body)
  })
}

/** The first 2 KB; a longer answer is not read to its end. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size >= READ_BYTES) break
  }
  answer.destroy()
  const text = Buffer.concat(parts).subarray(0, KEPT_BYTES).toString()
  // PostgreSQL keeps no NUL.
  return text.replaceAll('\u0000', '').toWellFormed()
}

function faultOf(error: unknown): string {
  const code = codeOf(error)
  if (code === 'ECONNREFUSED') return '连接被拒绝'
  if (code === 'ECONNRESET' || code === 'EPIPE') return '连接中断'
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return '证书无效'
  return `连接失败${code && `（${code}）`}`
}
