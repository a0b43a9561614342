import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, send } from '../lib/call.ts'
import { reportCallError } from '../lib/call-errors.ts'
import { notify } from '../lib/notices.ts'

type SeenOptions<T> = {
  /** Reads it by its own call, as it is by now. */
  readAgain: (seen: T) => Promise<T>
  /** Of `useSaving`. */
  saving: { reset: () => void }
  /** Takes over what is new, as `form.rebase` does. */
  onFresh?: (fresh: T, seen: T) => void
  /** Said when it is no longer found, and what stood open closes; else the server's words are, and it stays open. */
  gone?: string
  onClose?: () => void
}

/** What is saved is bound to what was seen of it; `look` looks again, and what was typed stays. */
export function useSeen<T>(
  opened: T,
  { readAgain, saving, onFresh, gone, onClose }: SeenOptions<T>,
): {
  seen: T
  look: () => void
  /** What came of saving is seen too. */
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

/** Reads a call as it is now, for everything that shows it; `views` show it too, or that it is gone. */
export function useReadAgain<C extends Call<'query'>>(
  call: C,
  views: readonly Call<'query'>[] = [],
): (input: Sent<C>) => Promise<Received<C>> {
  const client = useQueryClient()
  return (input) =>
    client
      .fetchQuery({
        queryKey: [call.path, input],
        queryFn: ({ signal }) => send(call, input, { signal }),
        staleTime: 0,
      })
      .finally(() => {
        for (const { path } of views) void client.invalidateQueries({ queryKey: [path] })
      })
}
