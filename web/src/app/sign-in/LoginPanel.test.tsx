import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeNotices, useNotices } from '../../lib/notices.ts'
import { LoginPanel } from './LoginPanel.tsx'
import { press, type } from './form.fixture.ts'
import { refused, serve } from './server.fixture.ts'

vi.mock('./SecondStepPanel.tsx', () => Promise.reject(new Error('the line is down')))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.clear()
  closeNotices()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('where the second step cannot be loaded the page stays, and offers to load again', async () => {
  const due = { ...refused('请输入动态口令', 'second_factor_due'), result: { ticket: 'ticket-1', app: null } }
  serve({ '/sys/phoneLogin': [due] })
  render(
    <>
      <p>每一小时的阳光，都有人负责</p>
      <LoginPanel hash="#/user/login" onPrepare={() => undefined} />
    </>,
  )
  fireEvent.click(screen.getByRole('tab', { name: '手机验证码登录' }))
  type('手机号码', '13912345678')
  type('验证码', '123456')
  await press('登录')
  await vi.waitFor(() =>
    expect(useNotices.getState().notices).toMatchObject([
      { title: '页面加载失败', action: { text: '重新加载' } },
    ]),
  )
  expect(screen.getByText('每一小时的阳光，都有人负责')).toBeTruthy()
})
