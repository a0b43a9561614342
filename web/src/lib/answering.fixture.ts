import { vi } from 'vitest'
import { CallError, send } from './call.ts'

type Input = Record<string, unknown>

/**
 * Answers the calls of these paths, for a test that spies on `call.ts`; every other call waits for ever. An answer may
 * depend on what was sent. Returns what was sent, the latest last.
 */
export function answering(answers: Record<string, unknown>): { path: string; input: Input }[] {
  const sent: { path: string; input: Input }[] = []
  vi.mocked(send).mockImplementation((call, input) => {
    sent.push({ path: call.path, input: input as Input })
    const answer = answers[call.path]
    if (answer === undefined) return new Promise(() => {})
    const said: unknown =
      typeof answer === 'function' ? (answer as (given: unknown) => unknown)(input) : answer
    return said instanceof Error ? Promise.reject(said) : Promise.resolve(said as never)
  })
  return sent
}

export const refusal = (message: string, status = 400) => new CallError(message, status, 'refused', '', '')
