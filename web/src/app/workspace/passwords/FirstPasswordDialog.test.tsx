import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Still } from '../../../kit/still.fixture.tsx'
import { closeNotices, useNotices } from '../../../lib/notices.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useSession, type User } from '../../../lib/session.ts'
import { FirstPasswordDialog } from './FirstPasswordDialog.tsx'
import { freshPage } from '../../../lib/fresh-page.fixture.ts'

/** The curve's base point is a valid key. */
const key = { keyId: 'k1', publicKey: btoa(`\u0009${'\u0000'.repeat(31)}`).replaceAll('=', '') }
const reload = vi.fn()
const sent: { path: string; body: Record<string, string> }[] = []

function serve(answer: object) {
  sent.length = 0
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) => {
    if (body === undefined) return Promise.resolve(Response.json({ success: true, code: 200, result: key }))
    sent.push({ path, body: JSON.parse(body) as Record<string, string> })
    return Promise.resolve(Response.json(answer))
  })
}

beforeEach(() => {
  reload.mockClear()
  freshPage('#/taskCenter', reload)
  useSession.setState({ token: 'T', user: { username: 'xinren', firstTimeLogin: '1' } as User })
  render(
    <QueryClientProvider client={queryClient}>
      <FirstPasswordDialog username="xinren" />
    </QueryClientProvider>,
    { wrapper: Still },
  )
})
afterEach(() => {
  cleanup()
  closeNotices()
  vi.unstubAllGlobals()
  useSession.setState({ token: null, user: null })
})

const dialog = () => screen.getByRole('dialog', { name: '修改密码' })
const submit = () => userEvent.setup().click(screen.getByRole('button', { name: '确定' }))
const faults = () => screen.getAllByRole('alert').map((each) => each.textContent)

function type(password: string, repetition: string) {
  fireEvent.change(screen.getByLabelText(/^\*?新密码$/), { target: { value: password } })
  fireEvent.change(screen.getByLabelText(/^\*?确认新密码$/), { target: { value: repetition } })
}

test('asks for a new password at once, and nothing closes it', () => {
  fireEvent.keyDown(dialog(), { key: 'Escape' })
  fireEvent.click(document.querySelector('.ant-modal-wrap')!)
  expect(dialog()).toBeTruthy()
  expect(screen.queryByRole('button', { name: /关闭|close/i })).toBeNull()
  expect(
    screen
      .getAllByRole('button')
      .map((each) => each.textContent)
      .filter(Boolean),
  ).toEqual(['退出登录', '确定'])
})

test('words what is wrong with the repetition in its own way', async () => {
  serve({})
  await submit()
  expect(faults()).toEqual(['请输入新密码!', '请输入确认新密码'])
  type('Brand-new1', 'Brand-new2')
  expect(faults()).toEqual(['两次密码不一致！'])
  expect(sent).toEqual([])
})

test('both passwords leave sealed; afterwards the user is signed out and sent to the login', async () => {
  serve({ success: true, code: 200, result: null })
  type('Brand-new1', 'Brand-new1')
  await submit()
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  const [{ path, body }] = sent as [(typeof sent)[0]]
  expect([path, body.username]).toEqual(['/api/sys/user/firstChangePassword', 'xinren'])
  for (const field of [body.password, body.confirmpassword]) expect(field).toMatch(/^enc1\.k1\.[\w-]{70,}$/)
  expect(useSession.getState()).toEqual({ token: null, user: null })
  expect(localStorage.getItem('heliodesk__Login_Userinfo')).toBeNull()
  expect(window.location.hash).toBe('#/user/login')
})

test('a refusal is a warning with the server’s message', async () => {
  serve({ success: false, code: 500, error_code: 'password.same', message: '新密码不能与旧密码相同' })
  type('Brand-new1', 'Brand-new1')
  await submit()
  await waitFor(() =>
    expect(useNotices.getState().notices).toMatchObject([
      { kind: 'warning', text: '新密码不能与旧密码相同' },
    ]),
  )
  expect(reload).not.toHaveBeenCalled()
})
