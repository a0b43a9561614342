import { readAnswer } from '../answers.ts'
import { CallError, fetchCall, type Address } from '../call.ts'
import { useSession } from '../session.ts'
import type { Row } from './book.ts'
import { NoAnswer, Rest, type Line, type Outcome } from './sender.ts'

/** Longer than a command takes on the worst line that is worth sending on. */
const PATIENCE_MS = 60_000

/**
 * Sends rows of a person as the calls that screens make, one at a time, each with its own key: the server has nothing
 * to know of outboxes. `addressOf` finds the call of a kind; `hear` is told what the server answered.
 */
export const sendByCalls =
  (
    userId: string,
    addressOf: (kind: string) => Address | undefined,
    hear: (row: Row, answer: unknown) => void = () => {},
  ): Line['send'] =>
  async (row) => {
    const { key, kind, body } = row
    const address = addressOf(kind)
    if (!address) throw new Rest('tooOld')
    const { token, user } = useSession.getState()
    // Nobody sends what another person did.
    if (!token || user?.id !== userId) throw new Rest('signedOut')
    const options = { idempotencyKey: key, signal: AbortSignal.timeout(PATIENCE_MS) }
    const answer = await fetchCall(address, JSON.parse(body), options)
      .then(async (response) => ({ response, text: await response.text() }))
      .catch(() => {
        throw new NoAnswer()
      })
    const outcome = outcomeOf(address, answer.response, answer.text)
    if (outcome.is === 'done') hear(row, outcome.answer)
    return outcome
  }

/** What an answer says of a command. The page of a hotel's network, which answers everything, says nothing. */
export function outcomeOf(
  { path, envelope }: Address,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): Outcome {
  const requestId = headers.get('x-request-id')
  if (requestId === null || !headers.get('content-type')?.startsWith('application/json')) throw new NoAnswer()
  if (status === 401) throw new Rest('signedOut')
  if (status === 426) throw new Rest('tooOld')
  if (status === 429 || status === 503) throw new Rest('busy', Number(headers.get('retry-after') ?? 1))
  if (status >= 500) return { is: 'failed' }
  try {
    return { is: 'done', answer: readAnswer({ path, envelope, status, requestId }, text) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { code, message, data } = error
    return { is: 'refused', refusal: { code, message, data } }
  }
}
