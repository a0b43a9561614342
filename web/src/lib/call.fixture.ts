import { callsOf } from '@heliodesk/contract/call.ts'
import { nothing } from '@heliodesk/contract/fields.ts'
import { vi } from 'vitest'
import { z } from 'zod'

const { command, query } = callsOf()

const base = { title: '试', access: 'signedIn', output: z.unknown() } as const
const input = z.object({ a: z.string().optional(), b: z.string().optional(), orgCode: z.string().optional() })
export const calls = {
  get: query({ ...base, path: 'GET /erp/read', input }),
  getSys: query({ ...base, path: 'GET /sys/read', input }),
  post: command({ ...base, path: '/erp/write', input }),
  postSys: command({ ...base, path: '/sys/write', input }),
  put: command({ ...base, path: 'PUT /sys/change', input }),
  remove: command({ ...base, path: 'DELETE /sys/remove', input }),
  file: query({ ...base, path: 'GET /sys/file', download: true, input: nothing }),
}

export type Answer = { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }

export function serve({
  status = 200,
  body = { result_code: '1', result_data: null },
  text,
  headers,
}: Answer = {}) {
  const fetch = vi.fn((_url: string, _request: RequestInit) =>
    Promise.resolve(
      new Response(text ?? JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      }),
    ),
  )
  vi.stubGlobal('fetch', fetch)
  return () => {
    const [url, request] = fetch.mock.calls.at(-1)!
    const address = new URL(url, 'http://localhost')
    return {
      path: address.pathname,
      query: Object.fromEntries(address.searchParams),
      method: request.method,
      headers: request.headers as Record<string, string>,
      body: typeof request.body === 'string' ? (JSON.parse(request.body) as Record<string, unknown>) : null,
    }
  }
}

export const sys = (result: unknown) => ({ success: true, code: 200, result })
