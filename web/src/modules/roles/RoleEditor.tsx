import { ArrowLeft, Columns2, Copy, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../kit/Button.tsx'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import { formatNumber } from '../../kit/format.ts'
import { lazily } from '../../kit/lazily.tsx'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { RoleGrants } from './RoleGrants.tsx'
import type { Role } from './role.ts'
import type { Drafts } from './use-drafts.ts'
import rolesCss from './roles.module.css'

const RoleMembers = lazily(async () => (await import('./RoleMembers.tsx')).RoleMembers)
const RoleScope = lazily(async () => (await import('./RoleScope.tsx')).RoleScope)

const TABS = ['grants', 'scope', 'members'] as const
type Tab = (typeof TABS)[number]

type RoleEditorProps = {
  role: Role
  drafts: Drafts
  /** Goes back to the list on screens where only one of both fits. */
  onBack: (() => void) | null
  onEdit: () => void
  onCopy: () => void
  onCompare: () => void
  onRemove: () => void
}

/** A role: its permissions, what its members see, and who they are. */
export function RoleEditor({ role, drafts, ...acts }: RoleEditorProps) {
  const { query, change } = useUrlQuery()
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'grants'
  const choose = (next: Tab) => change({ tab: next === 'grants' ? null : next, keyword: null, page: null })
  const titles = { grants: '菜单与按钮', scope: '数据范围', members: `成员 ${formatNumber(role.userCount)}` }
  return (
    <section
      className={tab === 'grants' ? rolesCss.roleEditor : `${rolesCss.roleEditor} ${rolesCss.aboutPeople}`}
      aria-label={`角色 ${role.roleName}`}
    >
      <RoleHead role={role} {...acts}>
        <Segments label="角色的内容" choices={titles} value={tab} onChange={choose} />
      </RoleHead>
      {tab === 'grants' ? (
        <RoleGrants role={role} drafts={drafts} />
      ) : tab === 'scope' ? (
        <RoleScope role={role} onMembers={() => choose('members')} />
      ) : (
        <RoleMembers role={role} />
      )}
    </section>
  )
}

type RoleHeadProps = Omit<RoleEditorProps, 'drafts'> & {
  children: ReactNode
}

function RoleHead({ role, onBack, onEdit, onCopy, onCompare, onRemove, children }: RoleHeadProps) {
  const phone = usePhone()
  // Without the list beside it, the role's name is the page title.
  const Title = onBack ? 'h1' : 'h2'
  const actions: RowAction[] = [
    { key: 'edit', title: '编辑', icon: Pencil, refusal: role.refusal, run: onEdit },
    { key: 'copy', title: '复制', icon: Copy, run: onCopy },
    { key: 'compare', title: '比较', icon: Columns2, run: onCompare },
    {
      key: 'remove',
      title: '删除',
      icon: Trash2,
      refusal: role.refusal ?? (role.builtIn ? '内置角色不能删除，也不能修改编码' : null),
      danger: true,
      run: onRemove,
    },
  ]
  return (
    <header className="touch row">
      {onBack && <IconButton icon={ArrowLeft} label="返回角色列表" onClick={onBack} />}
      <Title>{role.roleName}</Title>
      <span className="tag ln">{role.roleCode}</span>
      {role.builtIn && <span className="tag">内置</span>}
      {role.description && (
        <span className={`t3 ell ${rolesCss.description}`} title={role.description}>
          {role.description}
        </span>
      )}
      <span className={rolesCss.tabs}>{children}</span>
      <span className={rolesCss.acts}>
        <ButtonGroup actions={actions} limit={phone ? 0 : 2} size={phone ? undefined : 'sm'} />
      </span>
    </header>
  )
}
