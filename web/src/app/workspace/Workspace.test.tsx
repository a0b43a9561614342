import { defaultPreferences } from '@heliodesk/contract/preferences.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/queries.ts'
import type { Shell } from '../../lib/shell.ts'
import { forgetSession, userChanged, useSession, type User } from '../../lib/session.ts'
import { readStored } from '../../lib/storage.ts'
import { user } from '../../lib/user.fixture.ts'
import { followPreferences } from '../theme.ts'
import { entry, layout } from './menu-fixture.ts'
import { Workspace } from './Workspace.tsx'

const shell: Shell & { preferences: typeof defaultPreferences } = {
  productName: '光伏运维管理平台',
  logoUrl: null,
  filingNumber: '',
  fixedHide: false,
  exportMark: true,
  assistantUrl: null,
  hasManual: false,
  sisters: [],
  guide: { IS_FIRST_NOVICE_GUIDE: '0', IS_FIRST_PERFORMANCE_Guide: '0', versionNotes: null },
  extension: { late: false, times: 1, factor: 2 },
  upload: { maxMb: 50, maxCount: 9 },
  signSubmit: false,
  preferences: defaultPreferences,
}
const PERMISSIONS = '/sys/permission/getUserPermissionByToken'

const reload = vi.fn()
let asked: string[] = []

/** Answers the calls for permissions and frame; all other calls stay pending. */
function serve(status: number, body: object, frame: object = shell) {
  asked = []
  vi.stubGlobal('fetch', (url: string) => {
    const path = url.replace(/^\/api/, '').replace(/\?.*/, '')
    asked.push(path)
    if (path === PERMISSIONS) return Promise.resolve(Response.json(body, { status }))
    if (path === shellCalls.shell.path)
      return Promise.resolve(Response.json({ success: true, code: 200, result: frame }))
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

test('the frame opens again as it was left: sidebar, device, theme, layout, fixed header, content width, colour, weak mode, multipage, default department and default station', async () => {
  const look = {
    theme: 'dark',
    colour: 'blue',
    weak: true,
    contentWidth: 'fluid',
    multipage: false,
  } as const
  const defaults: User['defaults'] = {
    topDepart: { id: '1', orgCode: 'A01', departName: '示范光伏' },
    depart: { id: '3', orgCode: 'A01A03', departName: '青海区域' },
    station: { psId: '9', psName: '塔拉滩一期' },
  }
  const open = async (preferences: object, fixedHide = false) => {
    cleanup()
    queryClient.clear()
    const answer = { ...shell, fixedHide, preferences: { ...defaultPreferences, ...preferences } }
    serve(200, permissions([layout('/system', '系统管理', [signInLog])]), answer)
    const { container } = render(<Workspace />)
    await screen.findByRole('heading', { name: '登录日志' }, { timeout: 10_000 })
    return { frame: container.querySelector('.frame')!.classList, sheet: container.querySelector('main')! }
  }
  const html = document.documentElement.dataset
  followPreferences()
  const first = await open({})
  expect([...first.frame]).toEqual(['frame', 'tabbed'])
  expect(first.sheet.dataset.width).toBe('fixed')
  fireEvent.click(screen.getByRole('button', { name: '收起菜单' }))
  userChanged({ ...user, defaults })

  const again = await open(look)
  expect([...again.frame]).toEqual(['frame', 'narrow'])
  await waitFor(() => expect(again.sheet.dataset.width).toBe('fluid'))
  expect([html.theme, html.colour, html.weak]).toEqual(['dark', 'blue', ''])
  expect(readStored('preferences')).toMatchObject({ preferences: look })
  expect(readStored<User>('Login_Userinfo')!.defaults).toEqual(defaults)
  Object.defineProperties(again.sheet, { scrollTop: { value: 500 }, scrollHeight: { value: 5000 } })
  fireEvent.scroll(again.sheet)
  expect(again.frame.contains('head-hidden')).toBe(false)

  // The header is hidden where the company allows it; a narrow window uses the phone layout.
  vi.stubGlobal('innerWidth', 390)
  const narrow = await open(look, true)
  expect([...narrow.frame]).toEqual(['frame', 'phone'])
  Object.defineProperties(narrow.sheet, { scrollTop: { value: 500 }, scrollHeight: { value: 5000 } })
  await waitFor(() => {
    fireEvent.scroll(narrow.sheet)
    expect(narrow.frame.contains('head-hidden')).toBe(true)
  })
  // The personal data is removed too.
  forgetSession()
  expect(readStored('Login_Userinfo')).toBeNull()
})
