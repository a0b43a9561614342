import { KeyRound, LogOut, MonitorSmartphone, Moon, Sun } from 'lucide-react'
import { useEffect, useState, type ComponentType } from 'react'
import { usePhone } from '../../kit/use-phone.ts'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { offerReload } from '../load-failure.ts'
import { switchTheme, useTheme } from '../theme.ts'
import { greetingAt } from './greeting.ts'
import { PopMenu, spotUnder, type Spot } from '../../kit/PopMenu.tsx'
import { Scope } from './Side.tsx'

/** The welcome line, and behind it what concerns the user alone (spec 1 §2.4, §2.5). */
export function UserMenu() {
  const user = useSession((state) => state.user)
  const [spot, setSpot] = useState<Spot | null>(null)
  const greeting = useGreeting()
  if (!user) return null
  return (
    <>
      <button
        type="button"
        className="user"
        aria-haspopup="menu"
        aria-expanded={spot !== null}
        onClick={(event) => setSpot(spot ? null : spotUnder(event.currentTarget, true))}
      >
        <span className="av me" aria-hidden>
          {user.realname.slice(-1)}
        </span>
        <span className="greeting">{greeting}，</span>
        {user.realname}
      </button>
      <UserMenuPop spot={spot} onClose={() => setSpot(null)} />
    </>
  )
}

/** The menu itself, wherever it is opened from. */
export function UserMenuPop({ spot, onClose }: { spot: Spot | null; onClose: () => void }) {
  const user = useSession((state) => state.user)
  const theme = useTheme((state) => state.theme)
  const phone = usePhone()
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  // Fetched when they are asked for: dialogs are heavy, and these are rare.
  const leave = () =>
    void import('./LogoutDialog.tsx').then(({ LogoutDialog }) => setDialog(() => LogoutDialog), offerReload)
  const showSessions = () =>
    void import('./OwnSessions.tsx').then(({ OwnSessions }) => setDialog(() => OwnSessions), offerReload)
  const changePassword = () => {
    if (!user) return notify({ kind: 'warning', title: '系统提示', text: '当前系统无登录用户!' })
    void import('./passwords/ChangePasswordDialog.tsx').then(
      ({ ChangePasswordDialog }) => setDialog(() => ChangePasswordDialog),
      offerReload,
    )
  }
  return (
    <>
      {spot && (
        <PopMenu
          label="我的"
          spot={spot}
          header={
            <>
              <b>{user?.realname}</b>
              <p className="t3">{user?.roles.map(({ roleName }) => roleName).join('、') || user?.username}</p>
              {phone && <Scope />}
            </>
          }
          items={[
            {
              text: theme === 'light' ? '切换到深色' : '切换到浅色',
              icon: theme === 'light' ? Moon : Sun,
              onSelect: switchTheme,
            },
            { text: '登录设备', icon: MonitorSmartphone, onSelect: showSessions },
            { text: '修改密码', icon: KeyRound, onSelect: changePassword },
            { text: '退出登录', icon: LogOut, onSelect: leave },
          ]}
          onClose={onClose}
        />
      )}
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  )
}

function useGreeting(): string {
  const [hour, setHour] = useState(() => new Date().getHours())
  useEffect(() => {
    const timer = setInterval(() => setHour(new Date().getHours()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return greetingAt(hour)
}
