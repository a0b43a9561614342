import { fieldPhotoCalls as calls } from '@heliodesk/contract/field-photos.ts'
import { readAnswer } from '../answers.ts'
import { fetchCall, fetchWithFile, type Address } from '../call.ts'
import { useSession } from '../session.ts'
import type { Photo, Refusal } from './book.ts'
import { outcomeOf } from './line.ts'
import { NoAnswer, NotNow, Rest, Unwanted, type Line } from './sender.ts'

/** Longer than a piece takes on a line that is worth sending on: 3 KB a second. */
const PATIENCE_MS = 180_000
/** When what the server refused for now is tried again, in seconds. */
const LATER = 60

/**
 * Carries the photos of a person, one piece at a time. `refused` is told what the server said of a photo: it is tried
 * again later, except after `photo.refused`, which is the server's last word and stands on the order.
 */
export const carryByCalls = (
  userId: string,
  refused: (photo: Photo, refusal: Refusal) => void,
): Pick<Line, 'received' | 'put'> => {
  const ask = async (photo: Photo, address: Address, send: (signal: AbortSignal) => Promise<Response>) => {
    const { token, user } = useSession.getState()
    // Nobody sends what another person did.
    if (!token || user?.id !== userId) throw new Rest('signedOut')
    const { response, text } = await send(AbortSignal.timeout(PATIENCE_MS))
      .then(async (answer) => ({ response: answer, text: await answer.text() }))
      .catch(() => {
        throw new NoAnswer()
      })
    const outcome = outcomeOf(address, response, text)
    if (outcome.is === 'failed') throw new NoAnswer()
    if (outcome.is === 'done') {
      const { path, envelope } = address
      return bytesIn(readAnswer({ path, envelope, status: response.status, requestId: null }, text))
    }
    const { refusal } = outcome
    // It begins again where the server says.
    if (refusal.code === 'photo.checksum') return bytesIn(refusal.data)
    refused(photo, refusal)
    throw refusal.code === 'photo.refused' ? new Unwanted() : new NotNow(LATER)
  }
  return {
    received: (photo) =>
      ask(photo, calls.received, (signal) => fetchCall(calls.received, { photoId: photo.id }, { signal })),
    put: (photo, at, bytes) =>
      ask(photo, calls.put, (signal) =>
        fetchWithFile(calls.put, { photoId: photo.id, at }, new Blob([bytes]), { signal }),
      ),
  }
}

const bytesIn = (data: unknown): number => (data as { bytes: number }).bytes
