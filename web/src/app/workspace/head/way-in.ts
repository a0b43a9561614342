import { singleSignOnCalls, type TicketTarget } from '@heliodesk/contract/single-sign-on.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { CallError, send } from '../../../lib/call.ts'
import { reportCallError } from '../../../lib/call-errors.ts'
import { currentToken } from '../../../lib/session.ts'

/** Where another system lies, and what lets this person in there: a ticket of one use, in the place of a token. */
export type WayIn = { url: string; tenantId: string; token: string }

/** Asks for a way into another system; throws CallError. Good for a minute only, so it is asked for when it is used. */
export async function askWayIn(target: TicketTarget): Promise<WayIn> {
  const { url, tenantId, ticket } = await send(singleSignOnCalls.issueTicket, { target })
  // The operator named the system as one that cannot exchange tickets.
  return { url, tenantId, token: ticket ?? currentToken() ?? '' }
}

type Asked = { way: WayIn | null; error: CallError | null }

/**
 * The way into a system that opens with the component; asked again by `retry`. One that was used stays as it is, so
 * that a frame does not start anew.
 */
export function useWayIn(target: TicketTarget | null): Asked & { retry: () => void } {
  const [asked, setAsked] = useState<Asked>({ way: null, error: null })
  const [tries, setTries] = useState(0)
  const onAnswer = useEffectEvent(setAsked)
  useEffect(() => {
    if (target === null) return undefined
    let left = false
    askWayIn(target).then(
      (way) => !left && onAnswer({ way, error: null }),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        if (left) return
        if (error.status === 401) reportCallError(error)
        onAnswer({ way: null, error })
      },
    )
    return () => {
      left = true
    }
  }, [target, tries])
  const retry = () => {
    setAsked({ way: null, error: null })
    setTries(tries + 1)
  }
  return { ...asked, retry }
}
