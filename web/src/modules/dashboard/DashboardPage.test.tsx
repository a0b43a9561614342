import { dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { useSession } from '../../lib/session.ts'
import { user } from '../../lib/user.fixture.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { overview } from './overview.fixture.ts'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()
beforeEach(() => {
  vi.stubGlobal('innerWidth', 1440)
  useSession.setState({ token: 'T', user })
})

test('is called 首页 until its figures come, and greets by name then', async () => {
  let arrive: (answer: unknown) => void = () => undefined
  answering({ [dashboardCalls.overview.path]: () => new Promise((resolve) => (arrive = resolve)) })
  render(<DashboardPage />, { wrapper: Page })
  const title = () => screen.getByRole('heading', { level: 1 }).textContent
  expect(title()).toBe('首页')
  arrive(overview)
  expect(await screen.findByText(/16:02 更新/)).toBeTruthy()
  expect(title()).toMatch(/^.+，陈建国$/)
  expect(screen.getByText('11 月 18 日 周三')).toBeTruthy()
})
