import { paths } from '@heliodesk/contract/paths.ts'
import { ClipboardList, Hand, House, UserRound } from 'lucide-react'
import { memo, useState } from 'react'
import { findPage, type Routes } from './menu.ts'
import { spotUnder, type Spot } from '../../kit/PopMenu.tsx'
import { UserMenuPop } from './UserMenu.tsx'

/** The links that field workers need most, if the menu permits them. */
const TARGETS = [
  { path: paths.dashboard.path, text: '首页', Icon: House },
  { path: paths.orders.path, text: '工单', Icon: ClipboardList },
  { path: paths.orderHall.path, text: '接单', Icon: Hand },
]

export const BottomBar = memo(function BottomBar({
  routes,
  path: current,
}: {
  routes: Routes
  path: string
}) {
  const [spot, setSpot] = useState<Spot | null>(null)
  const targets = TARGETS.filter(({ path }) => findPage(routes, path) !== null)
  if (targets.length === 0) return null
  return (
    <nav className="bottom-bar" aria-label="常用">
      {targets.map(({ path, text, Icon }) => (
        <a
          key={path}
          href={`#${path}`}
          className={path === current ? 'on' : undefined}
          aria-current={path === current ? 'page' : undefined}
        >
          <Icon className="i" aria-hidden />
          {text}
        </a>
      ))}
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={spot !== null}
        onClick={(event) => setSpot(spot ? null : spotUnder(event.currentTarget, true))}
      >
        <UserRound className="i" aria-hidden />
        我的
      </button>
      <UserMenuPop routes={routes} spot={spot} onClose={() => setSpot(null)} />
    </nav>
  )
})
