import { paths } from '@heliodesk/contract/paths.ts'
import { positionCalls } from '@heliodesk/contract/positions.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { userTitles } from '@heliodesk/contract/user-query.ts'
import {
  ArrowRightLeft,
  CircleCheck,
  CircleOff,
  Eye,
  FileArchive,
  KeyRound,
  MonitorSmartphone,
  Pencil,
  ScanEye,
  ShieldOff,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { useDepartmentName } from '../../domain/use-department-name.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import type { ListAction } from '../../kit/page-table/RowActions.tsx'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { useCan } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { IssuedPassword, type Issued } from '../../domain/IssuedPassword.tsx'
import { HandoverDrawer } from './HandoverDrawer.tsx'
import { PhoneDialog } from './PhoneDialog.tsx'
import { refusalsFor, type User } from './user.ts'
import { userColumns, userFilters } from './user-list.tsx'
import { UserCard } from './UserCard.tsx'
import { ExportPersonalData } from './ExportPersonalData.tsx'
import { FreezeUser, ResetPassword, ResetSecondFactor } from './UserDialogs.tsx'
import { AddUser, EditUser } from './UserForm.tsx'
import { UserSessions } from './UserSessions.tsx'

/** 用户: the people whose department is in the user's data scope. */
export function UserListPage() {
  const page = useSysList(userCalls.list, useFilters())
  const ownId = useSession(({ user }) => user?.id)
  const [issued, setIssued] = useState<Issued | null>(null)
  const { show, shown, subject } = useOverlays({
    add: (overlay) => <AddUser {...overlay} onIssued={setIssued} />,
    edit: (overlay, user: User) => <EditUser {...overlay} user={user} />,
    handOver: (overlay, user: User) => (
      <HandoverDrawer {...overlay} user={user} refusal={refusalsFor(user, ownId).handOver} />
    ),
  })
  const seesPhones = useCan('user:personal')
  const inspects = useCan('role:manage')
  const navigate = useNavigate()
  const edit = (user: User) => show('edit', user)
  const actionsFor = (user: User): ListAction[] => {
    const refusals = refusalsFor(user, ownId)
    const frozen = user.status === '2'
    return [
      { key: 'edit', title: '编辑', icon: Pencil, refusal: refusals.edit, run: () => edit(user) },
      ...(inspects
        ? [
            {
              key: 'sight',
              title: '能看到什么',
              icon: ScanEye,
              run: () => void navigate(paths.roles.to({ view: 'sees', user: user.id })),
            },
            {
              key: 'audience',
              title: '谁能看到',
              icon: ScanEye,
              run: () => void navigate(paths.roles.to({ view: 'sees', person: user.id })),
            },
          ]
        : []),
      ...(seesPhones && user.phone
        ? [
            {
              key: 'phone',
              title: '显示号码',
              icon: Eye,
              confirm: (dialog: OverlayProps) => <PhoneDialog {...dialog} user={user} />,
            },
          ]
        : []),
      {
        key: 'password',
        title: '重置密码',
        icon: KeyRound,
        refusal: refusals.resetPassword,
        confirm: (dialog) => <ResetPassword {...dialog} user={user} onIssued={setIssued} />,
      },
      {
        key: 'secondFactor',
        title: '重置两步验证',
        icon: ShieldOff,
        refusal: refusals.resetSecondFactor,
        confirm: (dialog) => <ResetSecondFactor {...dialog} user={user} />,
      },
      {
        key: 'sessions',
        title: '登录设备',
        icon: MonitorSmartphone,
        refusal: refusals.sessions,
        confirm: (dialog) => <UserSessions {...dialog} user={user} />,
      },
      ...(seesPhones
        ? [
            {
              key: 'personalData',
              title: '导出个人数据',
              icon: FileArchive,
              confirm: (dialog: OverlayProps) => <ExportPersonalData {...dialog} user={user} />,
            },
          ]
        : []),
      { key: 'handOver', title: '离职交接', icon: ArrowRightLeft, run: () => show('handOver', user) },
      {
        key: 'freeze',
        title: frozen ? '启用' : '停用',
        icon: frozen ? CircleCheck : CircleOff,
        refusal: refusals.freeze,
        danger: !frozen,
        confirm: (dialog) => (
          <FreezeUser
            {...dialog}
            user={user}
            onHandOver={() => {
              dialog.onClose()
              show('handOver', user)
            }}
          />
        ),
      },
      removeAction({
        call: userCalls.remove,
        input: { id: user.id },
        title: `删除用户${user.realname}（${user.username}）？`,
        text: '删除后不能登录，也不再出现在名单中，历史记录保留姓名；从未登录过的，账号和手机号可重新使用。还有未交接的工作时不能删除。',
        done: ['用户已删除', `${user.realname}（${user.username}）`],
        refusal: refusals.remove,
      }),
    ]
  }

  return (
    <ListPage
      unit="人"
      add={{ text: '新建用户', run: () => show('add') }}
      actions={
        <ExportButton
          wanted={{ kind: 'users', query: page.list.narrowing }}
          columns={userTitles}
          name="用户"
          unit="人"
          conditions={page.list.text}
          total={page.source.total}
        />
      }
      code="users"
      name="用户"
      columns={userColumns}
      {...page}
      onOpen={edit}
      currentKey={subject?.id}
      rowActions={actionsFor}
      renderCard={(user, actions) => <UserCard user={user} onOpen={() => edit(user)} actions={actions} />}
      empty={{ title: '还没有用户', text: '数据范围内的用户会出现在这里' }}
    >
      {shown}
      <IssuedPassword issued={issued} onClose={() => setIssued(null)} />
    </ListPage>
  )
}

/** The filters with their choices; until these are loaded, the values in the address are offered. */
function useFilters() {
  const { query } = useUrlQuery()
  const roles = useCall(roleCalls.all, {})
  const positions = useCall(positionCalls.list, { pageNo: 1, pageSize: 500 })
  const inAddress = (name: string) => query.getAll(name).map((code) => ({ value: code, label: code }))
  return userFilters(
    roles.data?.map(({ roleCode, roleName }) => ({ value: roleCode, label: roleName })) ??
      inAddress('roleCode'),
    positions.data?.records.map(({ code, name }) => ({ value: code, label: name })) ?? inAddress('post'),
    useDepartmentName(),
  )
}
