import type { ClientConfig } from '@heliodesk/contract/client-config.ts'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { configure } from '../../lib/client-config.fixture.ts'
import { SignInPage } from './SignInPage.tsx'

function open(settings: Partial<ClientConfig> = {}, hash = '#/user/login') {
  configure({ systemApiBase: '/system', ...settings })
  render(<SignInPage hash={hash} redeeming={false} onPrepare={() => undefined} />)
}

afterEach(() => {
  cleanup()
  delete window.__HELIODESK__
})

test('what the operator has not configured is not there', () => {
  open()
  expect(screen.getByText('中国站 / 简体中文')).toBeTruthy()
  expect(screen.getByRole('contentinfo').textContent).toBe(
    `Copyright © 2019–${new Date().getFullYear()} Heliodesk 版权所有`,
  )
  expect(screen.queryByRole('button', { name: '下载移动端APP' })).toBeNull()
  expect(screen.queryByText('其他登录方式')).toBeNull()
})

test('what the product is about is what the server says that it has', () => {
  open({ areas: ['工单', '两票'] })
  expect(screen.getByText('工单 · 两票，一处可查')).toBeTruthy()
  cleanup()
  open()
  expect(screen.queryByText(/一处可查/)).toBeNull()
})

test('the layout has a logo, and the copyright runs up to the year in which it is read', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-01T12:00:00+08:00') })
  open()
  vi.useRealTimers()
  expect(document.querySelector('.sign-in-brand svg.logo')).toBeTruthy()
  expect(screen.getByRole('contentinfo').textContent).toContain('Copyright © 2019–2031 ')
})

test('the filing number leads to where it can be looked up', () => {
  open({ filingNumber: '京ICP备00000000号-1' })
  const link = screen.getByRole('link', { name: '京ICP备00000000号-1' })
  expect(link.getAttribute('href')).toBe('https://beian.miit.gov.cn/')
})

test('the app’s download is a QR code in a dialog of that title', async () => {
  open({ appDownloadUrl: 'https://desk.example/app' })
  fireEvent.click(screen.getByRole('button', { name: '下载移动端APP' }))
  expect(screen.getByRole('dialog', { hidden: true, name: '下载移动端APP' })).toBeTruthy()
  const code = screen.getByRole('img', { hidden: true, name: '下载地址：https://desk.example/app' })
  // 25 modules and four light ones on each side; the first dark module is the corner of the finder pattern.
  await waitFor(() => expect(code.getAttribute('viewBox')).toBe('0 0 33 33'), { timeout: 10_000 })
  expect(code.querySelector('path')!.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/)
  fireEvent.click(screen.getByRole('button', { hidden: true, name: '关闭' }))
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('a provider’s button begins its round trip and says where to come back to', () => {
  open({ providers: [{ id: 'azure', title: '企业统一身份' }] }, '#/user/login?redirect=%2FtaskCenter')
  expect(screen.getByRole('link', { name: '企业统一身份' }).getAttribute('href')).toBe(
    '/system/sys/oidc/start?provider=azure&redirect=%2FtaskCenter',
  )
})

test('the page of the forgotten password has an address and a title of its own', () => {
  open({}, '#/user/alteration')
  expect(screen.getByRole('heading', { name: '找回密码' })).toBeTruthy()
  expect(document.title).toBe('找回密码 · 光伏运维管理平台')
})

test('a browser that belongs to a company shows its name, mark and title', () => {
  open({ productName: '晴天运维', logoUrl: '/api/oss/link/logo.png' })
  const scene = screen.getByRole('region', { name: '晴天运维' })
  expect(scene.querySelector('img.logo')!.getAttribute('src')).toBe('/api/oss/link/logo.png')
  expect(document.title).toBe('登录 · 晴天运维')
})

test('where a company closed the sign-in by phone there is one way in', () => {
  open()
  expect(screen.getByRole('tab', { name: '手机验证码登录' })).toBeTruthy()
  cleanup()
  open({ phoneLogin: false })
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.getByLabelText('账号')).toBeTruthy()
})
