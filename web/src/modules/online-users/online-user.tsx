import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { ACTIVE_MINUTES, type onlineUserCalls } from '@heliodesk/contract/online-users.ts'
import { signInMethods } from '@heliodesk/contract/sign-in-methods.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { codeColumn, personColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'

export type OnlineUser = Received<typeof onlineUserCalls.list>['records'][number]

export const onlineFilters: readonly Filter<Sent<typeof onlineUserCalls.list>>[] = [
  { name: 'keyword', label: '关键词', kind: 'input', placeholder: '账号、姓名、地址' },
  {
    name: 'active',
    label: '状态',
    kind: 'select',
    choices: { 1: `${ACTIVE_MINUTES} 分钟内用过` },
    single: true,
  },
]

export const Activity = ({ user }: { user: OnlineUser }) => (
  <OnOff on={user.isActive} text={user.current ? '本次登录' : user.isActive ? '使用中' : '空闲'} />
)

export const onlineColumns: readonly Column<OnlineUser>[] = [
  personColumn('realname', '姓名', 110, { lock: true }),
  codeColumn('username', '账号', 120),
  textColumn('depName', '部门', 170, { grow: true, fold: 1 }),
  { key: 'isActive', title: '状态', width: 110, cell: (user) => <Activity user={user} /> },
  textColumn('lastUsedTime', '最近使用', 178),
  textColumn('signInTime', '登录时间', 178, { fold: 2 }),
  textColumn('method', '方式', 110, { fold: 3, titles: signInMethods }),
  codeColumn('clientAddress', '地址', 150, { fold: 4 }),
  textColumn('device', '设备', 200, { grow: true }),
  codeColumn('id', '会话编号', 180, { hidden: true }),
]
