import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
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

type Listed = { id: string }
type ListCall<Row extends Listed> = Call<'query', z.ZodType, z.ZodType<{ records: Row[]; total: number }>>

const MOST_PER_PAGE = 500

/**
 * One row of a `/sys` list as it is by now, whatever it is called by now; null when it is gone. `narrow` is for what
 * never changes of it.
 */
export async function findListed<Row extends Listed>(
  call: ListCall<Row>,
  id: string,
  narrow: object = {},
): Promise<Row | null> {
  for (let pageNo = 1; ; pageNo++) {
    const { records, total } = await send(call, { ...narrow, pageNo, pageSize: MOST_PER_PAGE })
    const found = records.find((row) => row.id === id)
    if (found) return found
    if (records.length === 0 || pageNo * MOST_PER_PAGE >= total) return null
  }
}
