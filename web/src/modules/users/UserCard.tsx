import { maskPhone } from '@heliodesk/contract/password-rules.ts'
import { Network, Phone, ScanEye } from 'lucide-react'
import { ConflictTag } from '../../domain/DutyConflicts.tsx'
import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { Facts } from '../../kit/page-table/RowCard.tsx'
import { RoleNames } from './RoleNames.tsx'
import { scopeOf, type User } from './user.ts'
import { UserStatus } from './user-list.tsx'
import css from './users.module.css'

type UserCardProps = { user: User; onOpen: () => void; actions: readonly RowAction[] }

/** The card of a user, in the phone layout. */
export function UserCard({ user, onOpen, actions }: UserCardProps) {
  return (
    <article className={`touch row-card ${css.userCard}`}>
      <header>
        <button type="button" className={`row grow ${css.name}`} onClick={onOpen}>
          <b>{user.realname}</b>
          <span className={`t3 ${css.t3}`}>{user.username}</span>
        </button>
        <UserStatus user={user} />
        <ActionMenu actions={actions} label={`对${user.realname}的更多操作`} />
      </header>
      <p className={css.roles}>
        <RoleNames roles={user.roles} />
        {user.conflicts.length > 0 && <ConflictTag conflicts={user.conflicts} />}
      </p>
      <Facts
        facts={[
          [Network, '部门', user.depName],
          [ScanEye, '数据范围', scopeOf(user)],
          [Phone, '手机', user.phone && maskPhone(user.phone)],
        ]}
      />
    </article>
  )
}
