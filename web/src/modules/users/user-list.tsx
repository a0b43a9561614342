import type { Sent } from '@heliodesk/contract/call.ts'
import { maskPhone } from '@heliodesk/contract/password-rules.ts'
import type { userCalls } from '@heliodesk/contract/users.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { minuteColumn, personColumn, textColumn } from '../../kit/page-table/presets.tsx'
import { ConflictTag } from '../../domain/DutyConflicts.tsx'
import { byDepartment } from '../../domain/record-filters.tsx'
import type { Choice, Filter } from '../../kit/search-bar/filters.ts'
import { RoleNames } from './RoleNames.tsx'
import { scopeOf, type User } from './user.ts'

type Query = Sent<typeof userCalls.list>

export const userFilters = (
  roles: readonly Choice[],
  positions: readonly Choice[],
  nameOf: (depCode: string) => string,
): readonly Filter<Query>[] => [
  { name: 'keyword', label: '关键词', kind: 'input', live: true, placeholder: '账号、姓名或拼音、手机' },
  { name: 'depCode', label: '部门', ...byDepartment(nameOf) },
  { name: 'roleCode', label: '角色', kind: 'select', choices: roles, single: true },
  { name: 'post', label: '岗位', kind: 'select', choices: positions, single: true },
  { name: 'status', label: '状态', kind: 'select', choices: { 1: '正常', 2: '停用' }, single: true },
]

export const UserStatus = ({ user }: { user: Pick<User, 'status' | 'mustChangePassword'> }) => (
  <>
    <OnOff on={user.status === '1'} text={user.status === '1' ? '正常' : '停用'} />
    {user.status === '1' && user.mustChangePassword && <span className="t3 s12"> · 待改密</span>}
  </>
)

export const userColumns: readonly Column<User>[] = [
  textColumn('username', '账号', 150, { lock: true }),
  personColumn('realname', '姓名', 110),
  { key: 'phone', title: '手机', width: 130, fold: 2, cell: ({ phone }) => phone && maskPhone(phone) },
  textColumn('workNo', '工号', 110, { hidden: true }),
  textColumn('depName', '部门', 170, { fold: 3, grow: true }),
  { key: 'roles', title: '角色', width: 190, grow: true, cell: ({ roles }) => <RoleNames roles={roles} /> },
  {
    key: 'post',
    title: '岗位',
    width: 150,
    hidden: true,
    fold: 1,
    cell: ({ positions }) => positions.map(({ name }) => name).join('、'),
  },
  { key: 'scope', title: '数据范围', width: 140, fold: 1, cell: scopeOf },
  {
    key: 'conflicts',
    title: '职责冲突',
    width: 110,
    hidden: true,
    fold: 1,
    cell: ({ conflicts }) => conflicts.length > 0 && <ConflictTag conflicts={conflicts} />,
  },
  { key: 'status', title: '状态', width: 130, cell: (user) => <UserStatus user={user} /> },
  minuteColumn('createTime', '创建时间', 150, { hidden: true }),
]
