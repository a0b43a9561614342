import { paths } from '@heliodesk/contract/paths.ts'
import { Bell, ClipboardList, Hand, ScanLine, UserRound, type LucideIcon } from 'lucide-react'
import { memo } from 'react'
import { useOwnMenu } from '../../kit/own-menu.ts'
import { Count } from './head/Count.tsx'
import { useUnread } from './head/use-unread.ts'
import { findPage, type Routes } from './menu.ts'
import { UserMenuPop } from './UserMenu.tsx'

type Target = {
  path: string
  text: string
  Icon: LucideIcon
  /** The page of the menu that must be permitted; without one the link is everybody's. */
  permitted?: string
}

/** What people in the field need most; the middle one is round, under the thumb. */
const TARGETS: Target[] = [
  { path: paths.myOrders.path, text: '我的工单', Icon: ClipboardList, permitted: paths.orders.path },
  { path: paths.orderHall.path, text: '接单', Icon: Hand, permitted: paths.orderHall.path },
  { path: paths.scan.path, text: '扫码', Icon: ScanLine },
  { path: paths.myMessages.path, text: '消息', Icon: Bell },
  { path: paths.my.path, text: '我的', Icon: UserRound },
]

export const BottomBar = memo(function BottomBar({
  routes,
  path: current,
}: {
  routes: Routes
  path: string
}) {
  const spot = useOwnMenu((state) => state.spot)
  const { isNotReadNum, mail, feedback } = useUnread()
  const targetOf = (path: string) =>
    path === paths.myMessages.path && findPage(routes, paths.messages.path) ? paths.messages.path : path
  const countOf = (path: string) => (path === paths.myMessages.path ? isNotReadNum + mail + feedback : 0)
  return (
    <nav className="bottom-bar" aria-label="常用">
      {TARGETS.filter(({ permitted }) => permitted === undefined || findPage(routes, permitted)).map(
        ({ path, text, Icon }) => (
          <a
            key={path}
            href={`#${targetOf(path)}`}
            className={targetOf(path) === current ? 'on' : undefined}
            aria-current={targetOf(path) === current ? 'page' : undefined}
            aria-label={path === paths.scan.path ? text : undefined}
          >
            <span className={path === paths.scan.path ? 'bar-icon bar-scan' : 'bar-icon'}>
              <Icon className="i" aria-hidden />
              <Count count={countOf(path)} />
            </span>
            {path !== paths.scan.path && text}
          </a>
        ),
      )}
      <UserMenuPop routes={routes} spot={spot} onClose={() => useOwnMenu.setState({ spot: null })} />
    </nav>
  )
})
