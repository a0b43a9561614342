import { cleanup, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeNotices } from '../../lib/notices.ts'
import { inTime } from '../../lib/load-failure.ts'
import { PageBoundary } from './PageBoundary.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => {
  cleanup()
  closeNotices()
  vi.restoreAllMocks()
})

test.each([
  [
    'script',
    'error loading dynamically imported module: https://host/assets/Page-1.js',
    'Loading chunk Page-1.js failed',
  ],
  ['style sheet', 'Unable to preload CSS for /assets/Page-1.css', 'Loading CSS chunk Page-1.css failed'],
])('a page whose %s does not come says which, and offers to load again', async (_what, message, words) => {
  const Page = lazy(() =>
    inTime('users/UserListPage', Promise.reject<{ default: () => null }>(new TypeError(message))),
  )
  render(
    <PageBoundary>
      <Suspense>
        <Page />
      </Suspense>
    </PageBoundary>,
  )
  const told = await screen.findByRole('alert')
  expect(told.textContent).toContain('页面加载失败')
  expect(told.textContent).toContain(`错误信息：${words}`)
  expect(screen.getByRole('button', { name: '重新加载' })).toBeTruthy()
})
