import type { Sent } from '@heliodesk/contract/call.ts'
import type { userCalls } from '@heliodesk/contract/users.ts'
import { formatMinute } from '../../kit/format.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import type { Choice, Filter } from '../../kit/search-bar/filters.ts'
import { RoleNames } from './RoleNames.tsx'
import { maskPhone, scopeOf, type User } from './user.ts'

type Query = Sent<typeof userCalls.list>

export const userFilters = (
  roles: readonly Choice[],
  nameOf: (depCode: string) => string,
): readonly Filter<Query>[] => [
  { name: 'keyword', label: '关键词', kind: 'input', placeholder: '账号、姓名、手机' },
  { name: 'depCode', label: '部门', kind: 'department', nameOf },
  { name: 'roleCode', label: '角色', kind: 'select', choices: roles, single: true },
  { name: 'status', label: '状态', kind: 'select', choices: { 1: '正常', 2: '停用' }, single: true },
]

export const UserStatus = ({ user }: { user: Pick<User, 'status' | 'mustChangePassword'> }) => (
  <>
    <OnOff on={user.status === '1'} text={user.status === '1' ? '正常' : '停用'} />
    {user.status === '1' && user.mustChangePassword && <span className="t3 s12"> · 待改密</span>}
  </>
)

export const userColumns: Column<User>[] = [
  { key: 'username', title: '账号', width: 150, lock: true, cell: ({ username }) => username },
  { key: 'realname', title: '姓名', width: 110, cell: ({ realname }) => <b>{realname}</b> },
  { key: 'phone', title: '手机', width: 130, cell: ({ phone }) => maskPhone(phone) },
  { key: 'workNo', title: '工号', width: 110, hidden: true, cell: ({ workNo }) => workNo },
  { key: 'depName', title: '部门', width: 170, grow: true, cell: ({ depName }) => depName },
  { key: 'roles', title: '角色', width: 190, grow: true, cell: ({ roles }) => <RoleNames roles={roles} /> },
  { key: 'scope', title: '数据范围', width: 140, cell: scopeOf },
  { key: 'status', title: '状态', width: 130, cell: (user) => <UserStatus user={user} /> },
  {
    key: 'createTime',
    title: '创建时间',
    width: 150,
    hidden: true,
    cell: ({ createTime }) => formatMinute(createTime),
  },
]
