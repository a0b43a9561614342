import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useMemo } from 'react'
import { useSession } from '../../lib/session.ts'
import type { FrameParts } from './Head.tsx'
import { sideItemsOf } from './menu.ts'
import { SideLinks } from './SideLinks.tsx'
import css from './side.module.css'

/** The menu of the current module, with the data scope at the bottom. */
export function Side({
  routes,
  module,
  page,
  narrow,
  onFold,
}: FrameParts & { narrow: boolean; onFold: () => void }) {
  const items = useMemo(() => sideItemsOf(module), [module])
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose
  return (
    <aside className="side">
      <SideLinks
        key={module.id}
        label={`${module.meta.title}菜单`}
        items={items}
        routes={routes}
        page={page}
        narrow={narrow}
      />
      <footer>
        {!narrow && <Scope />}
        <button
          type="button"
          className="ib sm"
          aria-label={narrow ? '展开菜单' : '收起菜单'}
          aria-expanded={!narrow}
          onClick={onFold}
        >
          <Icon className="i" aria-hidden />
        </button>
      </footer>
    </aside>
  )
}

/** Users must know that they see only a part of the data. */
export function Scope() {
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
