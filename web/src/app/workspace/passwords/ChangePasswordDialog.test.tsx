import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Page } from '../../../kit/page.fixture.tsx'
import { closeNotices, useNotices } from '../../../lib/notices.ts'
import { useOwnPassword } from '../../../lib/own-password.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useSession, type User } from '../../../lib/session.ts'
import { assembleRoutes } from '../menu.ts'
import { UserItems } from '../head/UserItems.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'

const chen: User = {
  id: '7',
  username: 'chenjianguo',
  realname: '陈建国',
  avatar: null,
  phone: '13812345678',
  userType: '1',
  companyId: null,
  roles: [],
  depId: '3',
  departName: '宁夏运维中心',
  orgCode: 'A01A02',
  workNo: null,
  needHandover: '0',
  hasAllData: '0',
  dataRoles: [],
  hiddenColumns: [],
  tenantId: '1',
  tenantName: '示范光伏运维公司',
  stationCount: 3,
  firstTimeLogin: '0',
  defaults: {
    topDepart: { id: '3', orgCode: 'A01A03', departName: '青海区域' },
    depart: null,
    station: null,
  },
}

/** The curve's base point is a valid key. */
const key = { keyId: 'k1', publicKey: btoa(`\u0009${'\u0000'.repeat(31)}`).replaceAll('=', '') }

/** Returns a key and answers the other calls in turn; records their inputs. */
function serve(...answers: object[]) {
  const sent: { path: string; body: Record<string, string> }[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) => {
    if (body === undefined) return Promise.resolve(Response.json({ success: true, code: 200, result: key }))
    sent.push({ path, body: JSON.parse(body) as Record<string, string> })
    return Promise.resolve(Response.json(answers[sent.length - 1]))
  })
  return sent
}

const right = { success: true, code: 200, result: { username: 'chenjianguo', smscode: 'proof' } }
const refusal = (error_code: string, message: string) => ({ success: false, code: 500, error_code, message })
const notices = () => useNotices.getState().notices

beforeEach(() => {
  sessionStorage.clear()
  useSession.setState({ token: 'T', user: chen })
})
afterEach(() => {
  cleanup()
  closeNotices()
  vi.unstubAllGlobals()
})

function open() {
  const onClose = vi.fn()
  render(<ChangePasswordDialog onClose={onClose} />, { wrapper: Page })
  return { user: userEvent.setup(), onClose }
}

const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))
const codeField = () => screen.getByLabelText(/验证码/)
const newPassword = () => screen.findByLabelText(/^\*?新密码$/)
const repetition = () => screen.getByLabelText(/^\*?确认新密码$/)

async function toSecondStep(user: ReturnType<typeof userEvent.setup>) {
  await user.type(codeField(), '123456')
  await press(user, '下一步')
  await newPassword()
}

async function typeTwice(password: string, again = password) {
  fireEvent.change(await newPassword(), { target: { value: password } })
  fireEvent.change(repetition(), { target: { value: again } })
}

test('the phone is masked, and a code is needed', async () => {
  const sent = serve()
  const { user } = open()
  expect(screen.getByText('138****5678')).toBeTruthy()
  await press(user, '下一步')
  expect(screen.getByRole('alert').textContent).toBe('验证码不能为空')
  expect(sent).toEqual([])
})

test('without a phone it says so, and whom to ask', async () => {
  useSession.setState({ user: { ...chen, phone: null } })
  const { user, onClose } = open()
  expect(screen.getByText(/未绑定手机号.*请联系管理员/)).toBeTruthy()
  await press(user, '知道了')
  expect(onClose).toHaveBeenCalledOnce()
})

test('the wait for another code outlives a reload', () => {
  sessionStorage.setItem(
    'heliodesk__sms-change',
    JSON.stringify({ until: Date.now() + 90_000, mobile: '138****5678' }),
  )
  serve()
  open()
  expect(screen.getByRole('button', { name: /^(90|89) s后重新获取$/ })).toHaveProperty('disabled', true)
})

test('a wrong code is an error notice of four seconds, and stands beside the field', async () => {
  serve(refusal('code_wrong', '验证码错误'))
  const { user } = open()
  await user.type(codeField(), '000000')
  await press(user, '下一步')
  await waitFor(() =>
    expect(notices()).toMatchObject([{ kind: 'error', title: '验证错误', text: '验证码错误', seconds: 4 }]),
  )
  expect(screen.getByRole('alert').textContent).toBe('验证码错误')
})

test('the new password is checked as the specification says', async () => {
  const sent = serve(right)
  const { user } = open()
  await toSecondStep(user)
  const faults = () => screen.getAllByRole('alert').map((each) => each.textContent)
  await press(user, '确定')
  expect(faults()).toEqual(['请输入新密码!', '请确认新密码!'])
  for (const bad of ['short1!', 'fifteen-long-15', 'nodigits!', '12345678!', 'NoSymbol12', 'a b12345!']) {
    fireEvent.change(await newPassword(), { target: { value: bad } })
    expect(faults()[0]).toBe('密码必须包含数字、字母及特殊符号，长度8-14位，不允许有空格！')
  }
  await typeTwice('Brand-new1', 'Brand-new2')
  expect(faults()).toEqual(['两次输入的密码不一致!'])
  expect(sent).toHaveLength(1)
})

test('both passwords leave sealed, with what stands for the code; a refusal is a warning', async () => {
  const sent = serve(right, refusal('password.same', '新密码不能与旧密码相同'))
  const { user } = open()
  await toSecondStep(user)
  await typeTwice('Brand-new1')
  await press(user, '确定')
  await waitFor(() => expect(notices()).toMatchObject([{ kind: 'warning', text: '新密码不能与旧密码相同' }]))
  expect(sent[0]).toMatchObject({
    path: '/api/sys/user/phoneVerification',
    body: { mobile: '13812345678', code: '123456' },
  })
  const { path, body } = sent[1]!
  expect(path).toBe('/api/sys/user/passwordChange')
  expect(body).toMatchObject({ username: 'chenjianguo', mobile: '13812345678', code: 'proof' })
  for (const field of [body.password, body.confirmpassword]) expect(field).toMatch(/^enc1\.k1\.[\w-]{70,}$/)
  expect(body.password).not.toBe(body.confirmpassword)
  expect(await newPassword()).toHaveProperty('value', 'Brand-new1')
})

test('back and forth needs no other code; one that has expired meanwhile does', async () => {
  const sent = serve(right, refusal('code_expired', '验证码已失效，请重新获取'), right)
  const { user } = open()
  await toSecondStep(user)
  await press(user, '上一步')
  expect(codeField()).toHaveProperty('value', '123456')
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await typeTwice('Brand-new1')
  expect(sent).toHaveLength(1)
  await press(user, '确定')
  await waitFor(() => expect(codeField()).toHaveProperty('value', ''))
  expect(notices()).toMatchObject([{ kind: 'warning', text: '验证码已失效，请重新获取' }])
})

test('where nobody is signed in nothing opens', async () => {
  useSession.setState({ user: null })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const routes = assembleRoutes([], new Set())
  render(
    <QueryClientProvider client={queryClient}>
      <UserItems routes={routes} spot={{ x: 0, y: 0, flipY: 0 }} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  await userEvent.setup().click(screen.getByRole('menuitem', { name: '修改密码' }))
  expect(notices()).toMatchObject([{ kind: 'warning', text: '当前系统无登录用户!' }])
  expect(useOwnPassword.getState().wanted).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
})
