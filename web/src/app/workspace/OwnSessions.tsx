import { SessionsDialog } from '../../domain/SessionsDialog.tsx'
import { useOwnSessions } from '../../domain/use-own-sessions.ts'

/** The user's own sessions. */
export function OwnSessions({ onClose }: { onClose: () => void }) {
  return (
    <SessionsDialog {...useOwnSessions()} open title="登录设备" endAll="退出其他设备" onClose={onClose} />
  )
}
