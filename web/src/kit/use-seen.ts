import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../lib/call.ts'
import { reportCallError } from '../lib/call-errors.ts'
import { notify } from '../lib/notices.ts'
import { queryOf } from '../lib/queries.ts'

type SeenOptions<T> = {
  /** Reads the current record with its own call. */
  readAgain: (seen: T) => Promise<T>
  /** The result of `useSaving`. */
  saving: { reset: () => void }
  /** Takes over the new values, as `form.rebase` does. */
  onFresh?: (fresh: T, seen: T) => void
  /**
   * The notice when the record no longer exists; the overlay then closes. Without it, the server's message shows and
   * the overlay stays open.
   */
  gone?: string
  onClose?: () => void
}

/** The version of a record that a save is bound to. `look` reads it again; typed values are kept. */
export function useSeen<T>(
  opened: T,
  { readAgain, saving, onFresh, gone, onClose }: SeenOptions<T>,
): {
  seen: T
  look: () => void
  /** Stores the record that a save returned. */
  saw: (fresh: T) => void
} {
  const [seen, setSeen] = useState(opened)
  const look = async () => {
    try {
      const fresh = await readAgain(seen)
      saving.reset()
      onFresh?.(fresh, seen)
      setSeen(fresh)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (gone === undefined || !error.isNotFound) return reportCallError(error)
      notify({ kind: 'warning', title: gone })
      onClose?.()
    }
  }
  return { seen, look: () => void look(), saw: setSeen }
}

/** Returns a function that reads a call past the cache. */
export function useReadAgain<C extends Call<'query'>>(call: C): (input: Sent<C>) => Promise<Received<C>> {
  const client = useQueryClient()
  return (input) => client.fetchQuery({ ...queryOf(call, input), staleTime: 0 })
}
