import type { Call } from '@heliodesk/contract/call.ts'

/** Pending requests by the client that sent them (spec 1 §7.1). */
const pending = { erp: new Set<AbortController>(), second: new Set<AbortController>() }

type ClientName = keyof typeof pending

const clientOf = ({ envelope }: Pick<Call, 'envelope'>): ClientName => (envelope === 'sys' ? 'second' : 'erp')

/** Tracks a request until it is `done`; `signal` aborts it on behalf of its caller or of `cancelPending`. */
export function track(call: Pick<Call, 'envelope'>, wanted?: AbortSignal) {
  const requests = pending[clientOf(call)]
  const controller = new AbortController()
  const abort = () => controller.abort(wanted?.reason)
  requests.add(controller)
  // Some supported browsers do not have `AbortSignal.any`.
  if (wanted?.aborted) abort()
  else wanted?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    done: () => {
      wanted?.removeEventListener('abort', abort)
      requests.delete(controller)
    },
  }
}

/** Aborts the requests of one client, or of both. */
export function cancelPending(...clients: ClientName[]): void {
  for (const client of clients) {
    for (const controller of pending[client]) controller.abort()
    pending[client].clear()
  }
}
