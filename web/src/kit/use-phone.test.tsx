import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePhone } from './use-phone.ts'

const Layout = () => <p>{usePhone() ? '手机' : '桌面'}</p>

function resizeTo(width: number) {
  vi.stubGlobal('innerWidth', width)
  window.dispatchEvent(new Event('resize'))
}

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the layout follows the window 400 ms after it has come to rest', () => {
  vi.stubGlobal('innerWidth', 1440)
  render(<Layout />)
  expect(screen.getByText('桌面')).toBeTruthy()
  resizeTo(500)
  wait(399)
  resizeTo(400)
  wait(399)
  expect(screen.getByText('桌面')).toBeTruthy()
  wait(1)
  expect(screen.getByText('手机')).toBeTruthy()
})

test.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile', '手机'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', '手机'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0', '桌面'],
])('the browser decides: %s', (userAgent, layout) => {
  vi.stubGlobal('innerWidth', 1440)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  render(<Layout />)
  expect(screen.getByText(layout)).toBeTruthy()
  vi.restoreAllMocks()
})
