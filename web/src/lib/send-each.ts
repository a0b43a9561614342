import { useQueryClient } from '@tanstack/react-query'
import type { Call, Sent } from '@heliodesk/contract/call.ts'
import { useEffect, useRef, useState } from 'react'
import { CallError } from './call.ts'
import { callErrorOf, reportCallError } from './call-errors.ts'
import { refreshWhatShows, sendPatiently } from './queries.ts'

/** How many are on their way at once: an answer of each is soon there, and the server has other callers. */
const AT_ONCE = 3

/** One command with its input. */
export type Request = { call: Call<'command'>; input: unknown }

export const requestOf = <C extends Call<'command'>>(call: C, input: Sent<C>): Request => ({ call, input })

/** What became of one request: null, or why it was refused. */
export type Result = CallError | null

/**
 * Sends several commands, a few at a time: each has an effect, or is refused, by itself. Lists are read again when all
 * have been answered.
 */
export function useSendEach() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function sendEach(requests: readonly Request[]): Promise<Result[]> {
    const results: Result[] = requests.map(() => null)
    const waiting = [...requests.keys()]
    let done = 0
    setProgress({ done, total: requests.length })
    const work = async () => {
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
        const { call, input } = requests[at]!
        results[at] = await resultOf(sendPatiently(call, input as Sent<typeof call>))
        done += 1
        if (isShown.current) setProgress({ done, total: requests.length })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setProgress(null)
    await refreshWhatShows(client, [...new Set(requests.flatMap(({ call }) => call.entities))])
    return results
  }
  return { progress, sendEach }
}

async function resultOf(sent: Promise<unknown>): Promise<Result> {
  try {
    await sent
    return null
  } catch (error) {
    const failure = callErrorOf(error)
    if (failure?.status === 401) reportCallError(failure)
    return failure ?? new CallError('操作没有完成，请重试', 0, 'unexpected', null)
  }
}
