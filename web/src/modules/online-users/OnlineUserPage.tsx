import { onlineUserCalls } from '@heliodesk/contract/online-users.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { LogIn, LogOut } from 'lucide-react'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import type { ListAction } from '../../kit/page-table/RowActions.tsx'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import { useCan } from '../../lib/permission.tsx'
import { go } from '../../lib/location.ts'
import { OnlineUserCard } from './OnlineUserCard.tsx'
import { onlineColumns, onlineFilters, type OnlineUser } from './online-user.tsx'

const ABOVE = '该用户拥有您没有的权限'

/** 在线用户: who is signed in where, and the end of a session. */
export function OnlineUserPage() {
  const page = useSysList(onlineUserCalls.list, onlineFilters)
  const mayEnd = useCan('user:manage')
  const seesLog = useCan('log:view')
  const actionsOf = (user: OnlineUser): ListAction[] => [
    ...(seesLog
      ? [
          {
            key: 'log',
            title: '登录日志',
            icon: LogIn,
            run: () => go(paths.signInLog.to({ keyword: user.username })),
          },
        ]
      : []),
    ...(mayEnd
      ? [
          {
            key: 'end',
            title: '强制退出',
            icon: LogOut,
            danger: true,
            refusal: user.current ? '这是您本次的登录' : user.manageable ? null : ABOVE,
            confirm: (dialog: { open: boolean; onClose: () => void }) => (
              <RemoveDialog
                {...dialog}
                call={userCalls.endSessions}
                input={{ personId: user.personId, sessionId: user.id }}
                verb="强制退出"
                title={`让 ${user.realname} 退出登录？`}
                text={`${user.device}，${user.clientAddress ?? '地址未知'}。对方没有保存的内容会丢失，可以重新登录；要阻止登录，请停用账号。`}
                done={['已退出登录', `${user.realname}（${user.username}）`]}
              />
            ),
          },
        ]
      : []),
  ]
  return (
    <ListPage
      unit="个登录"
      code="online-users"
      name="在线用户"
      columns={onlineColumns}
      {...page}
      rowActions={actionsOf}
      renderCard={(user, actions) => <OnlineUserCard user={user} actions={actions} />}
      empty={{ title: '没有人在线', text: '您的部门及下级现在没有人登录' }}
    />
  )
}
