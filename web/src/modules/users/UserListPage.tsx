import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { CircleCheck, CircleOff, KeyRound, MonitorSmartphone, Pencil, Plus, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { flattenDepartments } from '../../kit/department-tree.ts'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { SearchedTable } from '../../kit/page-table/SearchedTable.tsx'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { useSysPage } from '../../kit/page-table/use-sys-page.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useCall } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { IssuedPassword, type Issued } from './IssuedPassword.tsx'
import { refusalsFor, type User } from './user.ts'
import { userColumns, userFilters } from './user-list.tsx'
import { UserCard } from './UserCard.tsx'
import { FreezeUser, ResetPassword, ResetSecondFactor } from './UserDialogs.tsx'
import { AddUser, EditUser } from './UserForm.tsx'
import { UserSessions } from './UserSessions.tsx'
import './users.css'

const TABLE = 'users'

type Request =
  | { kind: 'add' }
  | { kind: 'edit' | 'freeze' | 'password' | 'secondFactor' | 'sessions'; user: User }

/** 用户: the people whose department is in the user's data scope. */
export function UserListPage() {
  const address = useUrlQuery()
  const list = listQuery(useFilters(address.query), address)
  const source = useSysPage(userCalls.list, list.narrowing, list.paging)
  const ownId = useSession(({ user }) => user?.id)
  const [request, setRequest] = useState<Request | null>(null)
  const overlay = useOverlay(request)
  const [issued, setIssued] = useState<Issued | null>(null)
  const actionsFor = (user: User): RowAction[] => {
    const refusals = refusalsFor(user, ownId)
    const frozen = user.status === '2'
    return [
      {
        key: 'edit',
        title: '编辑',
        icon: Pencil,
        refusal: refusals.edit,
        run: () => setRequest({ kind: 'edit', user }),
      },
      {
        key: 'password',
        title: '重置密码',
        icon: KeyRound,
        refusal: refusals.resetPassword,
        run: () => setRequest({ kind: 'password', user }),
      },
      {
        key: 'secondFactor',
        title: '重置两步验证',
        icon: ShieldOff,
        refusal: refusals.resetSecondFactor,
        run: () => setRequest({ kind: 'secondFactor', user }),
      },
      {
        key: 'sessions',
        title: '登录设备',
        icon: MonitorSmartphone,
        refusal: refusals.sessions,
        run: () => setRequest({ kind: 'sessions', user }),
      },
      {
        key: 'freeze',
        title: frozen ? '启用' : '停用',
        icon: frozen ? CircleCheck : CircleOff,
        refusal: refusals.freeze,
        danger: !frozen,
        run: () => setRequest({ kind: 'freeze', user }),
      },
    ]
  }
  const add = () => setRequest({ kind: 'add' })

  return (
    <div className="list-page users">
      <PageHead
        title="用户"
        facts={source.total !== null && `${formatNumber(source.total)} 人`}
        actions={
          <Button kind="pri" icon={Plus} onClick={add}>
            新建用户
          </Button>
        }
      />
      <SearchedTable
        code={TABLE}
        name="用户"
        columns={userColumns}
        rowKey={({ id }) => id}
        source={source}
        list={list}
        onOpen={(user) => setRequest({ kind: 'edit', user })}
        currentKey={overlay.open && overlay.value && 'user' in overlay.value ? overlay.value.user.id : null}
        rowActions={actionsFor}
        renderCard={(user) => (
          <UserCard
            user={user}
            onOpen={() => setRequest({ kind: 'edit', user })}
            actions={actionsFor(user)}
          />
        )}
        empty={{
          title: '还没有用户',
          text: '数据范围内的用户会出现在这里',
          action: <Button onClick={add}>新建用户</Button>,
        }}
      />
      {overlay.value && (
        <Overlay
          key={overlay.key}
          request={overlay.value}
          open={overlay.open}
          onClose={() => setRequest(null)}
          onIssued={setIssued}
        />
      )}
      <IssuedPassword issued={issued} onClose={() => setIssued(null)} />
    </div>
  )
}

type OverlayProps = {
  request: Request
  open: boolean
  onClose: () => void
  onIssued: (issued: Issued) => void
}

function Overlay({ request, ...rest }: OverlayProps) {
  if (request.kind === 'add') return <AddUser {...rest} />
  if (request.kind === 'edit') return <EditUser {...rest} user={request.user} />
  if (request.kind === 'freeze') return <FreezeUser {...rest} user={request.user} />
  if (request.kind === 'secondFactor') return <ResetSecondFactor {...rest} user={request.user} />
  if (request.kind === 'sessions') return <UserSessions {...rest} user={request.user} />
  return <ResetPassword {...rest} user={request.user} />
}

/** The filters with what there is to choose from; until that is known, what the address says counts. */
function useFilters(query: URLSearchParams) {
  const roles = useCall(roleCalls.all, {})
  const tree = useCall(departmentCalls.tree, {})
  const choices =
    roles.data?.map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName })) ??
    query.getAll('roleCode').map((code) => ({ value: code, label: code }))
  const nameOf = (depCode: string) =>
    flattenDepartments(tree.data ?? []).find(({ node }) => node.orgCode === depCode)?.node.departName ??
    depCode
  return userFilters(choices, nameOf)
}
