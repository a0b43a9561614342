import { own } from '@heliodesk/contract/own.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import {
  BookOpen,
  KeyRound,
  LogOut,
  Mail,
  MonitorPlay,
  MonitorSmartphone,
  Moon,
  QrCode,
  RefreshCw,
  Sun,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { PopMenu, type Spot } from '../../../kit/PopMenu.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { go } from '../../../lib/location.ts'
import { notify } from '../../../lib/notices.ts'
import { changeOwnPassword } from '../../../lib/own-password.ts'
import { useSession } from '../../../lib/session.ts'
import { useShell } from '../../../lib/shell.ts'
import { offerReload } from '../../../lib/load-failure.ts'
import { switchTheme, useTheme } from '../../theme.ts'
import { DataScope } from '../DataScope.tsx'
import { findPage, type Routes } from '../menu.ts'
import { iconNamed } from '../MenuIcon.tsx'
import { useUnread } from './use-unread.ts'
import { userItems, type UserAct, type UserItem } from './user-items.ts'

/** Of the pages that no module has. */
const PLACE_ICONS: Record<string, LucideIcon> = {
  [paths.bigScreen.path]: MonitorPlay,
  [paths.messages.path]: Mail,
}

const ACT_ICONS: Record<Exclude<UserAct, 'theme'>, LucideIcon> = {
  manual: BookOpen,
  sessions: MonitorSmartphone,
  password: KeyRound,
  app: QrCode,
  cache: RefreshCw,
  logout: LogOut,
}

type DialogComponent = ComponentType<{ onClose: () => void }>

/** Loaded when needed: dialogs are large, and these are rare. */
const dialogs = {
  sessions: async () => (await import('../OwnSessions.tsx')).OwnSessions,
  app: async () => (await import('./AppDownloadDialog.tsx')).AppDownloadDialog,
  logout: async () => (await import('../../../domain/LogoutDialog.tsx')).LogoutDialog,
}

export type UserItemsProps = { routes: Routes; spot: Spot | null; onClose: () => void }

/** The items of the user menu (spec 1 §2.5). */
export function UserItems({ routes, spot, onClose }: UserItemsProps) {
  const user = useSession((state) => state.user)
  const theme = useTheme((state) => state.theme)
  const hasManual = useShell()?.hasManual ?? false
  const unread = useUnread()
  const phone = usePhone()
  const [Dialog, setDialog] = useState<DialogComponent | null>(null)
  const open = (name: keyof typeof dialogs) =>
    void dialogs[name]().then((component) => setDialog(() => component), offerReload)
  const acts: Record<UserAct, () => void> = {
    manual: () => void import('./open-manual.ts').then((m) => m.openManual(), offerReload),
    theme: switchTheme,
    sessions: () => open('sessions'),
    password: () =>
      user
        ? changeOwnPassword()
        : notify({ kind: 'warning', title: '系统提示', text: '当前系统无登录用户!' }),
    app: () => open('app'),
    cache: () => void import('./clear-cache.ts').then((m) => m.clearCache(), offerReload),
    logout: () => open('logout'),
  }
  const iconOf = (item: UserItem) => {
    if ('path' in item) {
      return own(PLACE_ICONS, item.path) ?? iconNamed(findPage(routes, item.path)?.entry.meta.icon)
    }
    return item.act === 'theme' ? (theme === 'light' ? Moon : Sun) : ACT_ICONS[item.act]
  }
  const items = userItems(routes, { username: user?.username ?? '', theme, hasManual, unread })
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
              {phone && <DataScope />}
            </>
          }
          items={items.map((item) => ({
            text: item.text,
            icon: iconOf(item),
            badge: item.badge,
            onSelect: 'path' in item ? () => go(item.path) : acts[item.act],
          }))}
          onClose={onClose}
        />
      )}
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  )
}
