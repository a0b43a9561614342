import type { TicketTarget } from '@heliodesk/contract/single-sign-on.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { send, type CallError } from '../../../lib/call.ts'
import { currentToken } from '../../../lib/session.ts'

/** The address of another system and the credentials for it: a single-use ticket in place of a token. */
export type WayIn = { url: string; tenantId: string; token: string }

/** Requests a ticket for another system; throws CallError. It is valid for a minute, so request it right before use. */
export async function askWayIn(target: TicketTarget): Promise<WayIn> {
  // Most people stay in the product: the contract of these calls is loaded with the first way out of it.
  const { singleSignOnCalls } = await import('@heliodesk/contract/single-sign-on.ts')
  const { url, tenantId, ticket } = await send(singleSignOnCalls.issueTicket, { target })
  // The operator configured the system as one that cannot exchange tickets.
  return { url, tenantId, token: ticket ?? currentToken() ?? '' }
}

/**
 * The address and ticket of a system that opens with the component; null until they are known. A used ticket is kept
 * while the component stays, also while its tab is hidden, so that the frame does not reload; no other component gets
 * it.
 */
export function useWayIn(target: TicketTarget | null) {
  const [used, setUsed] = useState<WayIn | null>(null)
  const { data, error, refetch } = useQuery<WayIn, CallError>({
    queryKey: ['way in', target, useId()],
    queryFn: () => askWayIn(target!),
    enabled: target !== null && used === null,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (data && !used) setUsed(data)
  return { way: used, error: used ? null : error, retry: () => void refetch() }
}
