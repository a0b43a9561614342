import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, send } from '../lib/call.ts'
import { reportCallError } from '../lib/call-errors.ts'
import { notify } from '../lib/notices.ts'

type SeenOptions<T> = {
  /** As it is by now; null when it is gone. */
  readAgain: (seen: T) => Promise<T | null>
  /** Of `useSaving`. */
  saving: { reset: () => void }
  /** Takes over what is new, as `form.rebase` does. */
  onFresh?: (fresh: T, seen: T) => void
  /** Said when somebody else removed it meanwhile, and what stood open closes; needless where reading it fails then. */
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
      if (fresh === null) {
        if (gone) notify({ kind: 'warning', title: gone })
        onClose?.()
      } else {
        onFresh?.(fresh, seen)
        setSeen(fresh)
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      reportCallError(error)
    }
  }
  return { seen, look: () => void look(), saw: setSeen }
}

/** Reads a call as it is now, for everything that shows it. */
export function useReadAgain<C extends Call<'query'>>(call: C): (input: Sent<C>) => Promise<Received<C>> {
  const client = useQueryClient()
  return (input) =>
    client.fetchQuery({
      queryKey: [call.path, input],
      queryFn: ({ signal }) => send(call, input, { signal }),
      staleTime: 0,
    })
}

/** A record as it is by now; null when it is gone. */
export async function readOne<C extends Call<'query'>>(call: C, input: Sent<C>): Promise<Received<C> | null> {
  try {
    return await send(call, input)
  } catch (error) {
    if (error instanceof CallError && error.isNotFound) return null
    throw error
  }
}
