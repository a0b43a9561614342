import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { isCancelledError, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../lib/call.ts'
import { callErrorOf, reportCallError } from '../lib/call-errors.ts'
import { notify } from '../lib/notices.ts'
import { useOthersChanges } from '../lib/others.ts'
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
      if (isCancelledError(error)) return
      const failed = callErrorOf(error)
      if (!failed) return
      if (gone === undefined || !failed.isNotFound) return reportCallError(failed)
      notify({ kind: 'warning', title: gone })
      onClose?.()
    }
  }
  return { seen, look: () => void look(), saw: setSeen }
}

/** What was made of the record elsewhere since it was read, and whether by others; null as long as nobody has. */
export function useNewer<T extends { version: number }>(
  call: Call<'query'>,
  seen: T | undefined,
  read: (seen: T) => Promise<T>,
): { record: T; byOthers: boolean } | null {
  const [newest, setNewest] = useState<{ record: T; byOthers: boolean } | null>(null)
  useOthersChanges(call, (byOthers) => {
    // A record that is gone, and a lost connection, are found when the form is sent.
    const took = (record: T) =>
      setNewest((before) => ({ record, byOthers: byOthers || (before?.byOthers ?? false) }))
    if (seen) read(seen).then(took, () => undefined)
  })
  return seen && newest && newest.record.version > seen.version ? newest : null
}

/** What a form shows then, with the button that takes the changes; sending it would be refused with the same code. */
export const changedElsewhere = (noun: string, { byOthers }: { byOthers: boolean }): CallError =>
  new CallError(
    `${noun}刚刚${byOthers ? '由他人' : '在别处'}更新；刷新取到最新内容，已填写的不会丢失`,
    200,
    'record.stale',
    null,
  )

/** Returns a function that reads a call, unless it was read within `staleTime` milliseconds. */
export function useReadAgain<C extends Call<'query'>>(
  call: C,
  staleTime = 0,
): (input: Sent<C>) => Promise<Received<C>> {
  const client = useQueryClient()
  return async (input) => {
    const query = { ...queryOf(call, input), staleTime }
    try {
      return await client.fetchQuery(query)
    } catch (error) {
      // This read had joined one that was begun ahead of it, and given up when the pointer left the row.
      if (isCancelledError(error)) return client.fetchQuery(query)
      throw error
    }
  }
}
