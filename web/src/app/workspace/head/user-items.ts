import { paths } from '@heliodesk/contract/paths.ts'
import type { Screen } from '@heliodesk/contract/screen.ts'
import type { Routes } from '../menu.ts'
import { holds } from './entitlement.ts'

/** The actions of the user menu; its other items link to a page. */
export type UserAct = 'manual' | 'theme' | 'sessions' | 'password' | 'app' | 'cache' | 'logout'

export type UserItem = { text: string; badge?: number } & ({ path: string } | { act: UserAct })

type Facts = {
  username: string
  theme: 'light' | 'dark'
  hasManual: boolean
  unread: { isNotReadNum: number; feedback: number }
}

/** The only account that may clear the dictionary cache (spec 1 §2.5). */
const ADMINISTRATOR = 'admin'

/**
 * The items of the user menu in order, each if its condition holds (spec 1 §2.5); manual, theme and devices are our
 * additions.
 */
export function userItems({ menu, flags }: Pick<Routes, 'menu' | 'flags'>, facts: Facts): UserItem[] {
  const place = ({ path }: Screen, text: string): UserItem[] => (holds(menu, path) ? [{ text, path }] : [])
  const { isNotReadNum, feedback } = facts.unread
  return [
    ...place(paths.systemSettings, '系统配置'),
    ...place(paths.businessSettings, '业务配置'),
    ...(flags.hasScreen ? [{ text: '大屏', path: paths.bigScreen.path }] : []),
    ...place(paths.messages, '消息').map((item) => ({ ...item, badge: isNotReadNum })),
    { text: '个人主页', path: paths.profile.path },
    { text: '问题反馈', path: paths.feedback.path, badge: feedback },
    { text: '我的下载', path: paths.downloads.path },
    ...(facts.hasManual ? [{ text: '使用手册', act: 'manual' } as const] : []),
    { text: facts.theme === 'light' ? '切换到深色' : '切换到浅色', act: 'theme' },
    { text: '登录设备', act: 'sessions' },
    { text: '修改密码', act: 'password' },
    { text: '下载移动端APP', act: 'app' },
    ...(facts.username === ADMINISTRATOR ? [{ text: '清除缓存', act: 'cache' } as const] : []),
    { text: '退出登录', act: 'logout' },
  ]
}
