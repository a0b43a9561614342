import { accessCalls } from '@heliodesk/contract/access.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { Network, ScanEye, Shield, Sun, UserMinus, UserPlus } from 'lucide-react'
import { ConflictTag } from '../../domain/DutyConflicts.tsx'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { numberColumn, personColumn, textColumn } from '../../kit/page-table/presets.tsx'
import { ActionMenu, type ListAction, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { Facts } from '../../kit/page-table/RowCard.tsx'
import { SearchedTable } from '../../kit/page-table/SearchedTable.tsx'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import type { Filter } from '../../kit/search-bar/filters.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCan } from '../../lib/permission.tsx'
import { scopeOf, type Member } from './access-words.ts'
import type { Role } from './role.ts'
import { PersonCard } from './PersonCard.tsx'
import css from './role-people.module.css'
import { lazily } from '../../kit/lazily.tsx'

const RemoveMember = lazily(async () => (await import('./RemoveMember.tsx')).RemoveMember)
const AddMembers = lazily(async () => (await import('./AddMembers.tsx')).AddMembers)

export const memberFilters: readonly Filter<Omit<Sent<typeof accessCalls.members>, 'roleId'>>[] = [
  { name: 'keyword', label: '成员', kind: 'input', placeholder: '姓名或拼音、账号、部门' },
]

const columns: readonly Column<Member>[] = [
  personColumn('realname', '姓名', 96, { lock: true }),
  textColumn('username', '账号', 120),
  textColumn('depName', '部门', 130, { grow: true }),
  { key: 'scope', title: '数据范围', width: 150, cell: scopeOf },
  numberColumn('stationCount', '电站', 76, { unit: '座' }),
  {
    key: 'conflicts',
    title: '职责冲突',
    width: 90,
    cell: ({ conflicts }) => conflicts.length > 0 && <ConflictTag conflicts={conflicts} />,
  },
  { key: 'otherRoles', title: '其他角色', width: 120, cell: ({ otherRoles }) => otherRoles.join('、') },
  { key: 'status', title: '状态', width: 76, cell: (member) => <MemberStatus member={member} /> },
]

const MemberStatus = ({ member: { status } }: { member: Member }) => (
  <OnOff on={status === '1'} text={status === '1' ? '正常' : '停用'} />
)

const BEYOND = '其权限或数据范围高于您，不能操作'

/** 成员: the people who have the role, and what each of them sees. */
export function RoleMembers({ role }: { role: Role }) {
  const page = useSysList(accessCalls.members, memberFilters, { beside: { roleId: role.id } })
  const mayManage = useCan('user:manage')
  const { show, shown } = useOverlays({ add: (overlay) => <AddMembers {...overlay} role={role} /> })
  const add = (
    <Button size="sm" icon={UserPlus} code="user:manage" onClick={() => show('add')}>
      添加成员
    </Button>
  )
  const actionsFor = (member: Member): ListAction[] => [
    {
      key: 'remove',
      title: '移出',
      icon: UserMinus,
      danger: true,
      refusal: mayManage ? (member.manageable ? null : BEYOND) : '需要“用户管理”权限',
      confirm: (dialog) => <RemoveMember {...dialog} role={role} member={member} />,
    },
  ]
  return (
    <div className={css.people}>
      <SearchedTable
        code="role-members"
        name="成员"
        columns={columns}
        {...page}
        between={
          <div className={css.bar}>
            <span className="t3 s12">列出您数据范围内的成员；电站数按每人的数据范围计算</span>
            {add}
          </div>
        }
        rowActions={actionsFor}
        renderCard={(member, actions) => <MemberCard member={member} actions={actions} />}
        empty={{
          title: '还没有成员',
          text: `添加后，他们从下一次操作起拥有“${role.roleName}”的权限`,
          action: add,
        }}
      />
      {shown}
    </div>
  )
}

function MemberCard({ member, actions }: { member: Member; actions: readonly RowAction[] }) {
  return (
    <PersonCard
      person={member}
      beside={
        <>
          <MemberStatus member={member} />
          <ActionMenu actions={actions} label={`对${member.realname}的更多操作`} />
        </>
      }
    >
      {member.conflicts.length > 0 && (
        <div className="line">
          <ConflictTag conflicts={member.conflicts} />
        </div>
      )}
      <Facts
        facts={[
          [Network, '部门', member.depName],
          [ScanEye, '数据范围', scopeOf(member)],
          [Sun, '能看到的电站', `${formatNumber(member.stationCount)} 座电站`],
          [Shield, '其他角色', member.otherRoles.join('、')],
        ]}
      />
    </PersonCard>
  )
}
