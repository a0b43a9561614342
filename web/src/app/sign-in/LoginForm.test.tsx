import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { LoginForm } from './LoginForm.tsx'

const user = { username: 'chenjianguo', realname: '陈建国' }
const pictures = { originalImageBase64: 'AA==', jigsawImageBase64: 'AA==', wordList: null, result: false }
const signedIn = { token: 'T', userInfo: user, sysAllDictItems: {} }

const captchaRight = { success: true, code: 200, result: signedIn }
const captchaWrong = { success: false, repCode: '6111', repMsg: '验证码坐标不正确' }
const passwordWrong = { success: false, code: 500, message: '用户名或密码错误' }

/** Serves pictures without a key, and the given answers to sign-in, one for each try. */
function serve(...answers: object[]) {
  const logins: { captchaVO: { pointJson: string; token: string }; username: string }[] = []
  let picture = 0
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string, { body }: { body: string }) => {
      if (url.endsWith('/captcha/get')) {
        const repData = { ...pictures, token: `picture-${++picture}`, secretKey: null }
        return Promise.resolve(Response.json({ repCode: '0000', repData, success: true }))
      }
      logins.push(JSON.parse(body))
      return Promise.resolve(Response.json(answers[logins.length - 1]))
    }),
  )
  return logins
}

async function fillIn(username: string, password: string) {
  render(<LoginForm onPrepare={() => undefined} />)
  fireEvent.change(screen.getByLabelText('账号'), { target: { value: username } })
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: password } })
  fireEvent.click(screen.getByText('登录'))
  await settle()
}

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

async function slide(steps: number) {
  const slider = screen.getByRole('slider', { hidden: true })
  for (let i = 0; i < steps; i++) fireEvent.keyDown(slider, { key: 'ArrowRight', shiftKey: true })
  fireEvent.keyDown(slider, { key: 'ArrowLeft' })
  await settle(1830)
  fireEvent.keyDown(slider, { key: 'Enter' })
  await settle()
}

const phase = () => document.querySelector<HTMLElement>('.captcha')?.dataset.phase
const verdict = () => document.querySelector('.verdict')?.textContent

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  localStorage.clear()
  useSession.setState({ token: null, user: null })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('without a name and a password nothing is sent', async () => {
  serve()
  await fillIn(' ', '')
  expect(screen.getAllByRole('alert').map((each) => each.textContent)).toEqual(['请输入账号', '请输入密码'])
  expect(fetch).not.toHaveBeenCalled()
})

test('a right captcha and a right password: success for a second, then the session and the name are kept', async () => {
  const logins = serve(captchaRight)
  await fillIn('chenjianguo ', 'right')
  await slide(15)
  expect(logins[0]).toMatchObject({
    username: 'chenjianguo',
    captchaVO: { pointJson: '{"x":149,"y":5}', token: 'picture-1' },
  })
  expect([phase(), verdict()]).toEqual(['passed', '1.83s验证成功'])
  await settle(999)
  expect(useSession.getState().token).toBeNull()
  await settle(1)
  expect(useSession.getState().token).toBe('T')
  expect(localStorage.getItem('heliodesk__Login_Username')).toContain('"chenjianguo"')
})

test('a wrong captcha: the message of the server, and after a second a fresh picture to try', async () => {
  const logins = serve(captchaWrong, captchaRight)
  await fillIn('chenjianguo', 'right')
  await slide(20)
  expect([phase(), verdict()]).toEqual(['failed', '验证码坐标不正确'])
  await settle(1000)
  expect(phase()).toBe('idle')
  expect(screen.getByRole('slider', { hidden: true }).getAttribute('aria-valuenow')).toBe('0')
  await slide(15)
  expect(logins[1]!.captchaVO.token).toBe('picture-2')
  expect(phase()).toBe('passed')
})

test('a right captcha and a wrong password: the captcha succeeds, then the form says what was wrong', async () => {
  serve(passwordWrong)
  await fillIn('chenjianguo', 'wrong')
  await slide(15)
  expect(phase()).toBe('passed')
  await settle(1000)
  expect(screen.getByText('用户名或密码错误').getAttribute('role')).toBe('alert')
  await settle(500)
  expect(phase()).toBeUndefined()
  expect(useSession.getState().token).toBeNull()
})

test('too many pictures: the picture is cleared and the server says why', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ repCode: '6201', repMsg: '操作过于频繁', success: false })),
  )
  await fillIn('chenjianguo', 'right')
  expect(phase()).toBe('empty')
  expect(document.querySelector('.picture img')).toBeNull()
  expect(screen.getByText('操作过于频繁')).toBeTruthy()
})
