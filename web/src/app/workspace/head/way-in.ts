import { singleSignOnCalls, type TicketTarget } from '@heliodesk/contract/single-sign-on.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { send, type CallError } from '../../../lib/call.ts'
import { currentToken } from '../../../lib/session.ts'

/** Where another system lies, and what lets this person in there: a ticket of one use, in the place of a token. */
export type WayIn = { url: string; tenantId: string; token: string }

/** Asks for a way into another system; throws CallError. Good for a minute only, so it is asked for when it is used. */
export async function askWayIn(target: TicketTarget): Promise<WayIn> {
  const { url, tenantId, ticket } = await send(singleSignOnCalls.issueTicket, { target })
  // The operator named the system as one that cannot exchange tickets.
  return { url, tenantId, token: ticket ?? currentToken() ?? '' }
}

/**
 * The way into a system that opens with the component, or null while none is known. One that was used stays as it is,
 * also when its tab was hidden meanwhile, so that a frame does not start anew; nobody else gets it.
 */
export function useWayIn(target: TicketTarget | null) {
  const [used, setUsed] = useState<WayIn | null>(null)
  const { data, error, refetch } = useQuery<WayIn, CallError>({
    queryKey: [singleSignOnCalls.issueTicket.path, target, useId()],
    queryFn: () => askWayIn(target!),
    enabled: target !== null && used === null,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (data && !used) setUsed(data)
  return { way: used, error: used ? null : error, retry: () => void refetch() }
}
