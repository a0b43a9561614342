import { paths } from '@heliodesk/contract/paths.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { useState } from 'react'
import type { Ending } from '../../domain/SessionList.tsx'
import { SessionsDialog } from '../../domain/SessionsDialog.tsx'
import { notify } from '../../lib/notices.ts'
import { Has } from '../../lib/permission.tsx'
import { useCall, useCommand } from '../../lib/queries.ts'
import { ABOVE, type User } from './user.ts'

type UserSessionsProps = { user: User; open: boolean; onClose: () => void }

/** A person's sessions, for administrators of users. */
export function UserSessions({ user, open, onClose }: UserSessionsProps) {
  const { id: personId, realname, username, manageable } = user
  const sessions = useCall(userCalls.sessions, { personId }, { refetchOnMount: 'always' })
  const [asked, setAsked] = useState<Ending | null>(null)
  const command = useCommand(userCalls.endSessions, {
    errors: 'own',
    onSuccess: () => {
      setAsked(null)
      notify({ kind: 'success', title: '设备已退出登录', text: `${realname}（${username}）` })
    },
  })
  const ask = (ending: Ending | null) => {
    command.reset()
    setAsked(ending)
  }
  return (
    <SessionsDialog
      open={open}
      title={`${realname}的登录设备`}
      sessions={sessions}
      whose={realname}
      endAll="全部退出"
      refusal={manageable ? null : ABOVE}
      asked={asked}
      onAsk={ask}
      busy={command.isPending}
      error={command.error}
      onEnd={(ending) =>
        command.mutate({ personId, ...(ending === 'all' ? {} : { sessionId: ending.sessionId }) })
      }
      note={
        <>
          <Has action="log:view">
            <a className="link" href={paths.signInLog.href({ keyword: username })} onClick={onClose}>
              登录日志
            </a>
          </Has>
          <Has action="audit:view">
            <a
              className="link"
              href={paths.auditLog.href({ object: 'app_user', record: personId })}
              onClick={onClose}
            >
              变更记录
            </a>
          </Has>
        </>
      }
      onClose={onClose}
    />
  )
}
