import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useNotices } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { LoginPanel } from './LoginPanel.tsx'
import { SecurityDialog } from './SecurityDialog.tsx'
import { faults, isolateSignIn, press, settle, slide, type } from './form.fixture.ts'
import { captchaWrong, locked, refused, right, serve, signedInAs } from './server.fixture.ts'

const MOBILE = '13912345678'
const sent = (demoCode: string | null = null) => right({ mobile: '139****5678', retryAfter: 120, demoCode })

function open() {
  render(
    <>
      <LoginPanel hash="#/user/login" onPrepare={() => undefined} />
      <SecurityDialog forgotten={null} />
    </>,
  )
}

function openPhone() {
  open()
  fireEvent.click(screen.getByRole('tab', { name: '手机验证码登录' }))
}

/** Requests a code and waits until the captcha has closed. */
async function getCode() {
  type('手机号码', MOBILE)
  await press('获取验证码')
  await slide()
  await settle(1500)
}

const codeButton = () => document.querySelector<HTMLButtonElement>('.sign-in-forms-loginGetCode')!
const shownNotices = () => useNotices.getState().notices

isolateSignIn('setInterval', 'clearInterval')

test.each([
  ['', '手机号码不能为空'],
  ['1391234567', '请输入正确的手机号'],
  ['12912345678', '请输入正确的手机号'],
  ['139123456789', '请输入正确的手机号'],
  ['1391234567a', '请输入正确的手机号'],
])('the phone %j gets no code: %s', async (mobile, fault) => {
  serve({})
  openPhone()
  type('手机号码', mobile)
  await press('获取验证码')
  expect(faults()).toEqual([fault])
  expect(document.activeElement).toBe(screen.getByLabelText('手机号码'))
  expect(fetch).not.toHaveBeenCalled()
})

test('without a code nothing is sent', async () => {
  serve({})
  openPhone()
  type('手机号码', MOBILE)
  await press('登录')
  expect(faults()).toEqual(['验证码不能为空'])
  expect(document.activeElement).toBe(screen.getByLabelText('验证码'))
})

test('the phone is masked while nobody types it, and taken as it was pasted', () => {
  serve({})
  openPhone()
  const field = screen.getByLabelText<HTMLInputElement>('手机号码')
  act(() => field.focus())
  type('手机号码', '+86 139-1234 5678')
  expect(field.value).toBe(MOBILE)
  act(() => field.blur())
  expect(field.value).toBe('139****5678')
  act(() => field.focus())
  expect(field.value).toBe(MOBILE)
})

test('the captcha comes first and travels with the request; then 120 s are counted down, second by second', async () => {
  const calls = serve({ '/sys/sms': [captchaWrong, sent(), sent()] })
  openPhone()
  type('手机号码', MOBILE)
  await press('获取验证码')
  expect(calls).toEqual([])
  await slide(20)
  await settle(1000)
  expect(codeButton().disabled).toBe(false)
  await slide()
  await settle(1000)
  expect(calls[1]!.body).toMatchObject({
    mobile: MOBILE,
    smsMode: 0,
    captchaType: 1,
    captchaVO: { captchaType: 'blockPuzzle', token: 'picture-2' },
  })
  expect([codeButton().textContent, codeButton().disabled]).toEqual(['120 s后重新获取', true])
  await settle(500)
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('验证码'))
  await settle(500)
  expect(codeButton().textContent).toBe('119 s后重新获取')
  await settle(118_000)
  expect(codeButton().textContent).toBe('1 s后重新获取')
  await settle(1000)
  expect([codeButton().textContent, codeButton().disabled]).toEqual(['获取验证码', false])
  await press('获取验证码')
  expect(screen.getByRole('dialog', { hidden: true, name: '请完成安全验证' })).toBeTruthy()
})

test('a reload keeps the countdown, the phone and the form; after 120 s it is forgotten', async () => {
  serve({ '/sys/sms': [sent()] })
  openPhone()
  await getCode()
  cleanup()
  await settle(39_500)
  open()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('手机验证码登录')
  expect(screen.getByLabelText<HTMLInputElement>('手机号码').value).toBe('139****5678')
  expect(codeButton().textContent).toBe('80 s后重新获取')
  cleanup()
  await settle(80_000)
  open()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('账号密码登录')
})

test('a code that the server will not send: its reason at the phone, and no countdown', async () => {
  serve({ '/sys/sms': [refused('该手机号今日获取验证码次数已达上限，请明天再试', 'sms_too_many')] })
  openPhone()
  await getCode()
  expect(faults()).toEqual(['该手机号今日获取验证码次数已达上限，请明天再试'])
  expect(document.activeElement).toBe(screen.getByLabelText('手机号码'))
  expect(codeButton().disabled).toBe(false)
})

test('a demo shows its code and fills it in; a real one says where it went', async () => {
  serve({ '/sys/sms': [sent('123456'), sent()] })
  openPhone()
  await getCode()
  expect(screen.getByRole('status', { name: '' }).textContent).toContain('演示环境，您的验证码：123456')
  await press('填入')
  expect(screen.getByLabelText<HTMLInputElement>('验证码').value).toBe('123456')
  await settle(120_000)
  await getCode()
  expect(document.querySelector('.sign-in-forms-loginCodeNotice')!.textContent).toContain(
    '验证码已发送至 139****5678',
  )
  expect(screen.queryByRole('button', { name: '填入' })).toBeNull()
})

test('Enter in the phone asks for a code, once there is one it signs in', async () => {
  const calls = serve({ '/sys/sms': [sent()], '/sys/phoneLogin': [right(signedInAs)] })
  openPhone()
  type('手机号码', MOBILE)
  fireEvent.keyDown(screen.getByLabelText('手机号码'), { key: 'Enter' })
  await settle()
  await slide()
  await settle(1500)
  type('验证码', '123456')
  expect(fireEvent.keyDown(screen.getByLabelText('手机号码'), { key: 'Enter' })).toBe(true)
  await press('登录')
  expect(calls.at(-1)).toEqual({ path: '/sys/phoneLogin', body: { mobile: MOBILE, code: '123456' } })
  expect(useSession.getState().token).toBe('T')
})

test('a wrong code: the notification 验证错误 for 4 s, and the code takes the focus', async () => {
  serve({ '/sys/phoneLogin': [refused('验证码错误', 'code_wrong')] })
  openPhone()
  type('手机号码', MOBILE)
  type('验证码', '000000')
  await press('登录')
  expect(shownNotices()).toMatchObject([{ kind: 'error', title: '验证错误', text: '验证码错误', seconds: 4 }])
  expect(faults()).toEqual(['验证码错误'])
  expect(document.activeElement).toBe(screen.getByLabelText('验证码'))
  expect(screen.getByRole('button', { name: '登录' }).getAttribute('aria-busy')).toBe('false')
})

test('code 600 opens the security dialog here too', async () => {
  serve({ '/sys/phoneLogin': [locked] })
  openPhone()
  type('手机号码', MOBILE)
  type('验证码', '000000')
  await press('登录')
  expect(screen.getByRole('dialog', { hidden: true }).textContent).toContain('请 5 分钟后再试')
  expect(shownNotices()).toEqual([])
})

test('two presses at once sign in once', async () => {
  const calls = serve({ '/sys/phoneLogin': [right(signedInAs)] })
  openPhone()
  type('手机号码', MOBILE)
  type('验证码', '123456')
  const button = screen.getByRole('button', { name: '登录' })
  fireEvent.click(button)
  fireEvent.click(button)
  await settle()
  expect(calls).toHaveLength(1)
})

test('the two ways are tabs that arrow keys choose', () => {
  open()
  const [password, phone] = screen.getAllByRole('tab')
  expect([password!.tabIndex, phone!.tabIndex]).toEqual([0, -1])
  act(() => password!.focus())
  fireEvent.keyDown(password!, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(phone)
  expect(screen.getByRole('tabpanel', { name: '手机验证码登录' })).toBeTruthy()
  fireEvent.keyDown(phone!, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(password)
  fireEvent.keyDown(password!, { key: 'End' })
  expect(document.activeElement).toBe(phone)
  fireEvent.keyDown(phone!, { key: 'Home' })
  expect(screen.getByRole('tab', { selected: true })).toBe(password)
})
