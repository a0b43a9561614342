import http from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export type Request = { path: string; body: unknown; headers?: Record<string, string> }
export type Sample = { requests: number; seconds: number; cpuMs: number; latencies: number[] }

/**
 * Sends requests over `connections` keep-alive connections until the time is up and `atLeast` were answered, or `next`
 * has no more: each connection one after the other, or with `everyMs` one each time that it is over, however long the
 * one before takes. Reports CPU time per request, read from the system: the given process and all processes under the
 * postmaster.
 */
export async function load(
  port: number,
  connections: number,
  seconds: number,
  processes: { server: number; postmaster: number },
  next: () => Request | null,
  { everyMs = 0, atLeast = 0 } = {},
): Promise<Sample> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  const end = performance.now() + seconds * 1000
  const cpuBefore = cpuOf(processes)
  const start = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async (_, place) => {
      const isOver = () => performance.now() >= end && latencies.length >= atLeast
      for (let turn = place / connections; !isOver(); turn++) {
        const due = start + turn * everyMs
        if (due > performance.now()) await delay(due - performance.now())
        const request = next()
        if (!request) return
        const sent = everyMs > 0 ? due : performance.now()
        await send(agent, port, request)
        latencies.push(performance.now() - sent)
      }
    }),
  )
  const elapsed = (performance.now() - start) / 1000
  const cpuMs = cpuOf(processes) - cpuBefore
  agent.destroy()
  return { requests: latencies.length, seconds: elapsed, cpuMs: cpuMs / latencies.length, latencies }
}

/** Sends one request and throws unless the server's envelope reports success. */
export function send(agent: http.Agent, port: number, { path, body, headers }: Request): Promise<unknown> {
  const payload = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        agent,
        port,
        path,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const text = Buffer.concat(parts).toString()
          const answer = JSON.parse(text) as { result_code?: string; success?: boolean }
          const failed =
            response.statusCode !== 200 || answer.success === false || (answer.result_code ?? '1') !== '1'
          if (failed) reject(new Error(`${path} answered ${response.statusCode} ${text.slice(0, 300)}`))
          else resolve(answer)
        })
      },
    )
    request.on('error', reject)
    request.end(payload)
  })
}

const TICK_MS = 10

/** User and system time of a process and of its ended children, in milliseconds. */
function timesOf(pid: number): { own: number; ended: number; parent: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    const ticks = (at: number) => Number(fields[at]) * TICK_MS
    return { own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14), parent: Number(fields[1]) }
  } catch {
    return null
  }
}

function cpuOf({ server, postmaster }: { server: number; postmaster: number }): number {
  let total = timesOf(server)?.own ?? 0
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null
    if (times && (Number(name) === postmaster || times.parent === postmaster)) total += times.own
  }
  return total + (timesOf(postmaster)?.ended ?? 0)
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const quantile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN
