import { queryClient } from '../../lib/queries.ts'
import type { Ahead } from './table-props.ts'

/** A pointer that only passes over a row reads nothing. */
const REST_MS = 80

/** The row that is near to being opened: one of the window. */
let current: { key: string; timer: number; ahead: Ahead | null } | null = null

/** Begins to read what a row opens, after a short rest on it. A fresh answer is not read again. */
export function near(key: string, aheadOf: () => Ahead): void {
  if (current?.key === key) return
  left()
  const timer = window.setTimeout(() => {
    const ahead = aheadOf()
    current = { key, timer, ahead }
    void queryClient.prefetchQuery(ahead)
  }, REST_MS)
  current = { key, timer, ahead: null }
}

/** Gives up what has not arrived, unless something on screen waits for it meanwhile. */
export function left(): void {
  if (!current) return
  const { ahead, timer } = current
  current = null
  window.clearTimeout(timer)
  if (!ahead) return
  const query = queryClient.getQueryCache().find({ queryKey: ahead.queryKey, exact: true })
  if (query?.getObserversCount() === 0 && query.state.fetchStatus === 'fetching')
    void queryClient.cancelQueries({ queryKey: ahead.queryKey, exact: true })
}
