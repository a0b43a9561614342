import { defaultPreferences } from '@heliodesk/contract/preferences.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/queries.ts'
import type { Shell } from '../../lib/shell.ts'
import { useSession, type User } from '../../lib/session.ts'
import { readStored } from '../../lib/storage.ts'
import { entry, layout } from './menu-fixture.ts'
import { Workspace } from './Workspace.tsx'

const user: User = {
  id: '7',
  username: 'chenjianguo',
  realname: '陈建国',
  avatar: null,
  phone: null,
  userType: '1',
  companyId: null,
  roles: [],
  depId: '3',
  departName: '青海区域',
  orgCode: 'A01A03',
  workNo: null,
  needHandover: '0',
  hasAllData: '0',
  dataRoles: [],
  tenantId: '1',
  tenantName: '示范光伏',
  stationCount: 12,
  firstTimeLogin: '0',
}

const shell: Shell & { preferences: typeof defaultPreferences } = {
  productName: '光伏运维管理平台',
  logoUrl: null,
  filingNumber: '',
  fixedHide: false,
  assistantUrl: null,
  hasManual: false,
  sisters: [],
  guide: { IS_FIRST_NOVICE_GUIDE: '0', IS_FIRST_PERFORMANCE_Guide: '0', versionNotes: null },
  upload: { maxMb: 50, maxCount: 9 },
  preferences: defaultPreferences,
}
const PERMISSIONS = '/sys/permission/getUserPermissionByToken'

const reload = vi.fn()
let asked: string[] = []

/** Answers the calls for permissions and frame; what else is asked waits for ever. */
function serve(status: number, body: object) {
  asked = []
  vi.stubGlobal('fetch', (url: string) => {
    const path = url.replace(/^\/api/, '').replace(/\?.*/, '')
    asked.push(path)
    if (path === PERMISSIONS) return Promise.resolve(Response.json(body, { status }))
    if (path === shellCalls.shell.path)
      return Promise.resolve(Response.json({ success: true, code: 200, result: shell }))
    return new Promise(() => undefined)
  })
}

const permissions = (menu: MenuEntry[]) => ({
  success: true,
  code: 200,
  result: { menu, auth: [], allAuth: [] },
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  reload.mockClear()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  window.history.replaceState({ idx: 0 }, '', '#/system/signInLog?page=2')
  useSession.setState({ token: 'T', user })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  useSession.setState({ token: null, user: null })
})

const signInLog = entry('/system/signInLog', '登录日志', { component: 'sign-in-log/SignInLogPage' })

test('loads the permissions, builds the routes from them, and opens the wanted page', async () => {
  serve(200, permissions([layout('/system', '系统管理', [signInLog])]))
  render(<Workspace />)
  expect(await screen.findByRole('heading', { name: '登录日志' }, { timeout: 10_000 })).toBeTruthy()
  expect(asked.filter((path) => path === PERMISSIONS)).toHaveLength(1)
  expect(window.location.hash).toBe('#/system/signInLog?page=2')
  expect(sessionStorage.getItem('heliodesk__PERMITTED_PATHS')).toContain('/system/signInLog')
  expect(reload).not.toHaveBeenCalled()
})

test('displays, assistant and sister platforms become flags in local storage, and are no links', async () => {
  const paths = ['/screen/jd', '/AIGC', '/smartAnalyze', '/solarCare']
  const menu = [
    ...paths.map((path) => entry(path, `入口 ${path}`)),
    layout('/system', '系统管理', [signInLog]),
  ]
  serve(200, permissions(menu))
  render(<Workspace />)
  await screen.findByRole('heading', { name: '登录日志' }, { timeout: 10_000 })
  const names = ['hasScreen', 'JDScreen', 'AIGC', 'sisters', 'ERP']
  expect(names.map((name) => readStored(name))).toEqual([
    false,
    true,
    true,
    ['/smartAnalyze', '/solarCare'],
    false,
  ])
  expect(screen.queryByText(/^入口/)).toBeNull()
})

const flags = ['/screen/page', '/screen/jd', '/AIGC'].map((path) => entry(path, path))

test.each([
  ['an error', 500, { success: false, code: 500, message: '磁盘已满' }, '磁盘已满'],
  ['no menu', 200, permissions([]), '没有权限，请联系管理员'],
  ['nothing but the displays and the assistant', 200, permissions(flags), '没有权限，请联系管理员'],
])(
  '%s instead of permissions: logs out, reloads, leads to the login and says why',
  async (_what, status, body, text) => {
    serve(status, body)
    render(<Workspace />)
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(useSession.getState()).toEqual({ token: null, user: null })
    expect(window.location.hash).toBe('#/user/login?redirect=%2Fsystem%2FsignInLog%3Fpage%3D2')
    expect(JSON.parse(sessionStorage.getItem('heliodesk__notice')!)).toMatchObject({
      kind: 'error',
      title: '系统提示',
      text,
    })
  },
)

test('without an answer nobody is logged out', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')))
  render(<Workspace />)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.getByText('工作台没有打开')).toBeTruthy()
  expect(useSession.getState().token).toBe('T')
  vi.useRealTimers()
})
