import { sessionCalls } from '@heliodesk/contract/session.ts'
import { useState } from 'react'
import { notify } from '../lib/notices.ts'
import { useCall, useCommand } from '../lib/queries.ts'
import type { Ending, SessionsProps } from './SessionList.tsx'

const LOOK_AGAIN_MS = 30_000

/** The user's own sessions, for SessionList. */
export function useOwnSessions(): SessionsProps {
  const sessions = useCall(
    sessionCalls.sessions,
    {},
    { refetchInterval: LOOK_AGAIN_MS, refetchOnMount: 'always' },
  )
  const [asked, setAsked] = useState<Ending | null>(null)
  const ended = {
    errors: 'own',
    onSuccess: () => {
      setAsked(null)
      notify({ kind: 'success', title: '设备已退出登录' })
    },
  } as const
  const one = useCommand(sessionCalls.endSession, ended)
  const others = useCommand(sessionCalls.endOtherSessions, ended)
  const ask = (ending: Ending | null) => {
    one.reset()
    others.reset()
    setAsked(ending)
  }
  return {
    sessions,
    whose: '您',
    asked,
    onAsk: ask,
    busy: one.isPending || others.isPending,
    error: one.error ?? others.error,
    onEnd: (ending) => (ending === 'all' ? others.mutate({}) : one.mutate({ sessionId: ending.sessionId })),
  }
}
