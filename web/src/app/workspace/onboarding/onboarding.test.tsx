import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Still } from '../../../kit/still.fixture.tsx'
import { writeCookie } from '../../../lib/cookies.ts'
import { useSession, type User } from '../../../lib/session.ts'
import type { ReadyRoutes } from '../menu.ts'
import { assembleRoutes } from '../menu.ts'
import { entry, layout } from '../menu-fixture.ts'
import { TableSettingSync } from '../TableSettingSync.ts'
import { UnreadWatch } from '../UnreadWatch.ts'
import { FirstSignIn } from './FirstSignIn.tsx'
import { Onboarding } from './Onboarding.tsx'

const routes = assembleRoutes(
  [layout('/production', '生产运营', [entry('/taskCenter', '任务中心')])],
  new Set(),
) as ReadyRoutes

type Guide = Record<string, unknown>

/** Renders it for a user with these guides; returns what was marked as seen. */
function show(guide: Guide, what: ReactNode) {
  const marked: object[] = []
  const asked: string[] = []
  const shell = {
    productName: '光伏运维管理平台',
    sisters: [],
    guide: { IS_FIRST_NOVICE_GUIDE: '0', IS_FIRST_PERFORMANCE_Guide: '0', versionNotes: null, ...guide },
  }
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string }) => {
    asked.push(new URL(url, location.href).pathname)
    if (url.includes('/login/mark/novice/guide')) marked.push(JSON.parse(body!) as object)
    const answer = url.includes('/sys/user/shell') ? shell : null
    return Promise.resolve(
      Response.json({ success: true, code: 200, result_code: '1', result: answer, result_data: answer }),
    )
  })
  render(<QueryClientProvider client={new QueryClient()}>{what}</QueryClientProvider>, { wrapper: Still })
  return { marked, asked, user: userEvent.setup() }
}

const dialog = (name: string) => screen.queryByRole('dialog', { name })
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))

// Loaded lazily; here that takes as long as their compilation.
beforeAll(() => Promise.all([import('../passwords/FirstPasswordDialog.tsx'), import('./GuideDialog.tsx')]))
beforeEach(() => {
  const user = {
    username: 'worker',
    realname: '王',
    avatar: null,
    roles: [],
    tenantName: '甲',
    departName: '乙',
  }
  useSession.setState({ token: 'T', user: { ...user, roles: [] as User['roles'], stationCount: 1 } as User })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  writeCookie('isFirst', '', -1)
  vi.unstubAllGlobals()
})

test('the tour goes next and back, ends with finish, and is marked on the server and in this browser', async () => {
  const { marked, user } = show({ IS_FIRST_NOVICE_GUIDE: '1' }, <Onboarding routes={routes} />)
  await waitFor(() => expect(dialog('新手引导')).not.toBeNull())
  const title = () => screen.getByRole('heading').textContent
  expect(title()).toBe('菜单切换')
  expect(screen.queryByRole('button', { name: '上一步' })).toBeNull()
  await press(user, '下一步')
  expect(title()).toBe('顶部导航')
  await press(user, '上一步')
  await press(user, '下一步')
  await press(user, '下一步')
  expect(title()).toBe('任务中心')
  expect(screen.queryByRole('button', { name: '下一步' })).toBeNull()
  await press(user, '完成')
  expect(dialog('新手引导')).toBeNull()
  await waitFor(() => expect(marked).toMatchObject([{ guide: 'novice' }]))
  expect(document.cookie).toContain('heliodesk_isFirst=1')
})

test('the performance guide is shown once when its flag is 1', async () => {
  const { marked, user } = show({ IS_FIRST_PERFORMANCE_Guide: '1' }, <Onboarding routes={routes} />)
  await waitFor(() => expect(dialog('履约升级')).not.toBeNull())
  await press(user, '我知道了')
  await waitFor(() => expect(marked).toMatchObject([{ guide: 'performance' }]))
  expect(dialog('履约升级')).toBeNull()
})

test('the version modal lists the notes; once it is known a guided tour runs, and the version is marked', async () => {
  const versionNotes = { version: '2.0', notes: ['缺陷任务的创建已移至 APP', '履约界面已升级为履约管理'] }
  const { marked, user } = show({ versionNotes }, <Onboarding routes={routes} />)
  await waitFor(() => expect(dialog('版本更新')).not.toBeNull())
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(versionNotes.notes)
  await press(user, '我知道了')
  await waitFor(() => expect(dialog('版本引导')).not.toBeNull())
  await waitFor(() => expect(marked).toMatchObject([{ guide: 'version', version: '2.0' }]))
  await press(user, '完成')
  expect(dialog('版本引导')).toBeNull()
})

test('the forced password dialog opens at once where the novice guide is not 1', async () => {
  show({ IS_FIRST_NOVICE_GUIDE: '0' }, <FirstSignIn routes={routes} username="worker" />)
  await waitFor(() => expect(dialog('修改密码')).not.toBeNull())
  expect(dialog('新手引导')).toBeNull()
})

test('where the novice guide is 1 the forced password dialog waits for the end of the tour', async () => {
  const { user } = show({ IS_FIRST_NOVICE_GUIDE: '1' }, <FirstSignIn routes={routes} username="worker" />)
  await waitFor(() => expect(dialog('新手引导')).not.toBeNull())
  expect(dialog('修改密码')).toBeNull()
  await press(user, '退出引导')
  await waitFor(() => expect(dialog('修改密码')).not.toBeNull())
})

test('before the first password is changed nothing else is asked for', async () => {
  useSession.setState(({ user }) => ({ user: { ...user!, firstTimeLogin: '1' } }))
  const { asked } = show(
    { IS_FIRST_NOVICE_GUIDE: '0' },
    <>
      <FirstSignIn routes={routes} username="worker" />
      <UnreadWatch />
      <TableSettingSync />
    </>,
  )
  await waitFor(() => expect(dialog('修改密码')).not.toBeNull())
  expect(asked).toEqual(['/api/sys/user/shell'])
})

test('a newcomer without any page is not led around but asked for the password', async () => {
  show({ IS_FIRST_NOVICE_GUIDE: '1' }, <FirstSignIn routes={null} username="worker" />)
  await waitFor(() => expect(dialog('修改密码')).not.toBeNull())
})
