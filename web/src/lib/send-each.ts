import { useQueryClient } from '@tanstack/react-query'
import type { Call, Sent } from '@heliodesk/contract/call.ts'
import { useEffect, useRef, useState } from 'react'
import { CallError } from './call.ts'
import { callErrorOf, reportCallError } from './call-errors.ts'
import { refreshWhatShows, sendPatiently } from './queries.ts'

/** How many are on their way at once: an answer of each is soon there, and the server has other callers. */
const AT_ONCE = 3

/** What became of one input: null, or why it was refused. */
export type Result = CallError | null

/**
 * Sends a command for each of several inputs, a few at a time: each has an effect, or is refused, by itself. Lists are
 * read again when all have been answered.
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

  async function sendEach<C extends Call<'command'>>(call: C, inputs: readonly Sent<C>[]): Promise<Result[]> {
    const results: Result[] = inputs.map(() => null)
    const waiting = [...inputs.keys()]
    let done = 0
    setProgress({ done, total: inputs.length })
    const work = async () => {
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
        results[at] = await resultOf(sendPatiently(call, inputs[at]!))
        done += 1
        if (isShown.current) setProgress({ done, total: inputs.length })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setProgress(null)
    await refreshWhatShows(client, call.entities)
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
