import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryClient } from '../../lib/queries.ts'

/** A read that may begin before it is needed; see `queryOf`. */
export type Ahead = {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown>
}

/** A pointer that only passes over a row reads nothing. */
const REST_MS = 80

/**
 * Reads ahead what a row opens, one row at a time. `near` begins after a short rest; `left`, and another row, give up
 * what has not arrived, unless something on screen waits for it meanwhile. A fresh answer is not read again.
 */
export function useAhead() {
  const current = useRef<{ key: string; timer: number; ahead: Ahead | null } | null>(null)
  const left = () => {
    if (!current.current) return
    const { ahead, timer } = current.current
    current.current = null
    window.clearTimeout(timer)
    if (!ahead) return
    const query = queryClient.getQueryCache().find({ queryKey: ahead.queryKey, exact: true })
    if (query?.getObserversCount() === 0 && query.state.fetchStatus === 'fetching')
      void queryClient.cancelQueries({ queryKey: ahead.queryKey, exact: true })
  }
  const near = (key: string, aheadOf: () => Ahead) => {
    if (current.current?.key === key) return
    left()
    const timer = window.setTimeout(() => {
      const ahead = aheadOf()
      current.current = { key, timer, ahead }
      void queryClient.prefetchQuery(ahead)
    }, REST_MS)
    current.current = { key, timer, ahead: null }
  }
  const leave = useRef(left)
  useEffect(() => {
    const give = leave.current
    return give
  }, [])
  return { near, left }
}
