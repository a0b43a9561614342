import { useSession } from '../../lib/session.ts'
import css from './side.module.css'

/** Users must know that they see only a part of the data. */
export function DataScope() {
  const user = useSession((state) => state.user)
  if (!user) return null
  const department = user.departName ?? user.tenantName
  return (
    <div className={css.scope}>
      <span className="av c2" aria-hidden>
        {department.slice(0, 1)}
      </span>
      <div className="grow">
        <p className="ell" title={`${user.tenantName} · ${department}`}>
          {department}
        </p>
        <p className="ell t3">数据范围 {user.stationCount.toLocaleString('en-US')} 座电站</p>
      </div>
    </div>
  )
}
