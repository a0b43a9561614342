import { Building2, Globe, Monitor } from 'lucide-react'
import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { Activity, type OnlineUser } from './online-user.tsx'
import css from './online-users.module.css'

type OnlineUserCardProps = { user: OnlineUser; actions: readonly RowAction[] }

/** A session, in the phone layout. */
export function OnlineUserCard({ user, actions }: OnlineUserCardProps) {
  const { realname, username, depName, device, clientAddress, lastUsedTime } = user
  return (
    <article className={`touch row-card ${css.card}`}>
      <header>
        <Activity user={user} />
        <span className="t3 mla">{lastUsedTime}</span>
        <ActionMenu actions={actions} label={`${realname}的操作`} />
      </header>
      <p className={css.who}>
        <b>{realname}</b>
        <span className="t3">{username}</span>
      </p>
      <ul className="facts">
        <li>
          <Building2 className="i" aria-label="部门" />
          {depName}
        </li>
        <li>
          <Monitor className="i" aria-label="设备" />
          {device}
        </li>
        {clientAddress && (
          <li>
            <Globe className="i" aria-label="地址" />
            {clientAddress}
          </li>
        )}
      </ul>
    </article>
  )
}
