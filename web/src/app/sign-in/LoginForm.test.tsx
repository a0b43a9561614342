import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { useNotices } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { LoginForm } from './LoginForm.tsx'
import { SecurityDialog } from './SecurityDialog.tsx'
import { faults, isolateSignIn, press, settle, slide, type } from './form.fixture.ts'
import { captchaWrong, locked, refused, right, serve, signedInAs } from './server.fixture.ts'

const passwordWrong = refused('用户名或密码错误')

async function fillIn(username: string, password: string) {
  render(
    <>
      <LoginForm onPrepare={() => undefined} onSecondStep={() => undefined} />
      <SecurityDialog forgotten="#/user/alteration" />
    </>,
  )
  type('账号', username)
  type('密码', password)
  await press('登录')
}

const phase = () => document.querySelector<HTMLElement>('.captcha-captcha')?.dataset.phase
const verdict = () => document.querySelector('.captcha-verdict')?.textContent

beforeAll(() => import('../../lib/seal-box.ts'))
isolateSignIn()

test('without a name and a password nothing is sent, and the first of them takes the focus', async () => {
  serve({})
  render(<LoginForm onPrepare={() => undefined} onSecondStep={() => undefined} />)
  await press('登录')
  expect(faults()).toEqual(['请输入账号', '请输入密码'])
  expect(document.activeElement).toBe(screen.getByLabelText('账号'))
  expect(fetch).not.toHaveBeenCalled()
})

test('what the next page needs is prepared once something is sent', async () => {
  serve({})
  const onPrepare = vi.fn()
  render(<LoginForm onPrepare={onPrepare} onSecondStep={() => undefined} />)
  await press('登录')
  expect(onPrepare).not.toHaveBeenCalled()
  type('账号', 'chenjianguo')
  type('密码', 'right')
  await press('登录')
  expect(onPrepare).toHaveBeenCalledOnce()
})

test('a right captcha and a right password: success for a second, then the session and the name are kept', async () => {
  const calls = serve({ '/sys/login': [right(signedInAs)] })
  await fillIn('chenjianguo ', 'right')
  await slide()
  expect(calls[0]!.body).toMatchObject({
    username: 'chenjianguo',
    captchaType: 1,
    captchaVO: { pointJson: '{"x":149,"y":5}', token: 'picture-1' },
  })
  expect(calls[0]!.body.password).toMatch(/^enc1\.k1\.[\w-]+$/)
  expect([phase(), verdict()]).toEqual(['passed', '1.83s验证成功'])
  await settle(999)
  expect(useSession.getState().token).toBeNull()
  await settle(1)
  expect(useSession.getState().token).toBe('T')
  expect(localStorage.getItem('heliodesk__Login_Username')).toContain('"chenjianguo"')
})

test('a wrong captcha: the message of the server, and after a second a fresh picture to try', async () => {
  const calls = serve({ '/sys/login': [captchaWrong, right(signedInAs)] })
  await fillIn('chenjianguo', 'right')
  await slide(20)
  expect([phase(), verdict()]).toEqual(['failed', '验证码坐标不正确'])
  // The page itself shows it: no notice, no error at the fields.
  expect(useNotices.getState().notices).toEqual([])
  await settle(1000)
  expect(phase()).toBe('idle')
  expect(screen.getByRole('slider', { hidden: true }).getAttribute('aria-valuenow')).toBe('0')
  await slide()
  expect(calls[1]!.body).toMatchObject({ captchaVO: { token: 'picture-2' } })
  expect(phase()).toBe('passed')
})

test('a right captcha and a wrong password: the captcha succeeds, the form says what was wrong and takes the focus back', async () => {
  serve({ '/sys/login': [passwordWrong] })
  await fillIn('chenjianguo', 'wrong')
  await slide()
  expect(phase()).toBe('passed')
  await settle(1000)
  expect(faults()).toEqual(['用户名或密码错误'])
  await settle(500)
  expect(phase()).toBeUndefined()
  expect(document.activeElement).toBe(screen.getByLabelText('密码'))
  expect(useSession.getState().token).toBeNull()
})

test('a captcha that is closed gives the focus back to the button', async () => {
  serve({})
  render(<LoginForm onPrepare={() => undefined} onSecondStep={() => undefined} />)
  type('账号', 'chenjianguo')
  type('密码', 'right')
  screen.getByRole('button', { name: '登录' }).focus()
  await press('登录')
  expect(phase()).toBe('idle')
  await press('关闭')
  expect(phase()).toBeUndefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '登录' }))
})

test('what the server has granted is not thrown away by closing the captcha in the second of its success', async () => {
  serve({ '/sys/login': [right(signedInAs)] })
  await fillIn('chenjianguo', 'right')
  await slide()
  await press('关闭')
  expect(phase()).toBe('passed')
  await settle(1000)
  expect(useSession.getState().token).toBe('T')
})

test('code 600: the captcha goes, a dialog names the reason with its minutes, and leads to the forgotten password', async () => {
  serve({ '/sys/login': [locked] })
  await fillIn('chenjianguo', 'wrong')
  await slide()
  expect(phase()).toBeUndefined()
  const dialog = screen.getByRole('dialog', { hidden: true, name: '安全提示' })
  expect(dialog.textContent).toContain('登录失败次数过多，请 5 分钟后再试')
  expect(dialog.querySelector('a')!.getAttribute('href')).toBe('#/user/alteration')
  await press('我知道了')
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('a password that was sealed with a key of yesterday goes again under today’s, with the same captcha', async () => {
  const stale = {
    success: false,
    code: 400,
    message: '密码的加密密钥已更换，请重试',
    error_code: 'stale_seal',
  }
  const calls = serve({ '/sys/login': [stale, right(signedInAs)] })
  await fillIn('chenjianguo', 'right')
  await slide()
  expect(calls.map(({ body }) => body.captchaVO)).toEqual([
    expect.objectContaining({ token: 'picture-1' }),
    expect.objectContaining({ token: 'picture-1' }),
  ])
  expect(calls[0]!.body.password).not.toBe(calls[1]!.body.password)
  expect(phase()).toBe('passed')
})

test('too many pictures: the picture is cleared and the server says why', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ repCode: '6201', repMsg: '操作过于频繁', success: false })),
  )
  await fillIn('chenjianguo', 'right')
  expect(phase()).toBe('empty')
  expect(document.querySelector('.captcha-picture img')).toBeNull()
  expect(screen.getByText('操作过于频繁')).toBeTruthy()
})
