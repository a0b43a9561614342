import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Page } from '../kit/page.fixture.tsx'
import { closeNotices, useNotices } from '../lib/notices.ts'
import { adoptGrants } from '../lib/permission.tsx'
import { deviceId, signedIn, useSession, type User } from '../lib/session.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { LogoutDialog } from './LogoutDialog.tsx'

const reload = vi.fn()
const sent: { path: string; headers: Record<string, string> }[] = []

function answer(body: object, status = 200) {
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ path, headers })
    return Promise.resolve(Response.json(body, { status }))
  })
}

beforeEach(() => {
  sent.length = 0
  localStorage.clear()
  sessionStorage.clear()
  reload.mockClear()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  window.location.hash = '#/taskCenter'
  const userInfo = { id: '7', username: 'chenjianguo', tenantId: '1' } as User
  signedIn({ token: 'T', userInfo, sysAllDictItems: { taskCategory: [] } })
  writeStored('Login_Username', 'chenjianguo')
  adoptGrants({ menu: [], auth: [{ action: 'order:list', type: '1', describe: '' }], allAuth: [] })
})
afterEach(() => {
  cleanup()
  closeNotices()
  vi.unstubAllGlobals()
  useSession.setState({ token: null, user: null })
})

function open() {
  const onClose = vi.fn()
  render(<LogoutDialog onClose={onClose} />, { wrapper: Page })
  return { onClose, press: (name: string) => userEvent.setup().click(screen.getByRole('button', { name })) }
}

const namesIn = (storage: Storage) =>
  Array.from({ length: storage.length }, (_each, at) => storage.key(at)!).toSorted()

test('asks first, and keeps everything when the answer is no', async () => {
  answer({})
  const { onClose, press } = open()
  expect(screen.getByRole('dialog', { name: '退出登录' }).textContent).toContain('确定要退出当前账号吗？')
  await press('取消')
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent).toEqual([])
  expect(useSession.getState().token).toBe('T')
})

test('ends the session on the server, clears both storages but who it was and the device, and goes to login', async () => {
  const device = deviceId()
  writeStored('preferences', { preferences: { theme: 'dark' }, unsent: { theme: 'dark' } })
  answer({ success: true, code: 200, result: null })
  const { press } = open()
  await press('退出登录')
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(sent).toMatchObject([{ path: '/api/sys/logout', headers: { 'X-Access-Token': 'T' } }])
  // Token, tenant, dictionaries, permissions and the paths of the menu are gone; the reload clears the memory. Data
  // about the user, phone and real name included, is gone too; the look of the screen stays.
  const kept = ['Login_Username', 'device-id', 'preferences']
  expect(namesIn(localStorage)).toEqual(kept.map((name) => `heliodesk__${name}`))
  expect(kept.map((name) => readStored(name))).toEqual([
    'chenjianguo',
    device,
    { preferences: { theme: 'dark' } },
  ])
  expect(namesIn(sessionStorage)).toEqual([])
  expect(useSession.getState()).toEqual({ token: null, user: null })
  expect(window.location.hash).toBe('#/user/login')
})

test('keeps the session and the question when the server could not end it, and says why in it', async () => {
  answer({ success: false, code: 500, message: '磁盘已满' }, 500)
  const { onClose, press } = open()
  await press('退出登录')
  const question = screen.getByRole('dialog', { name: '退出登录' })
  expect((await within(question).findByRole('alert')).textContent).toBe('磁盘已满')
  expect(onClose).not.toHaveBeenCalled()
  expect(useNotices.getState().notices).toEqual([])
  expect(reload).not.toHaveBeenCalled()
  expect(readStored('Access-Token')).toBe('T')
})
