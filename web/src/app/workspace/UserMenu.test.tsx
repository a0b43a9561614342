import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSession, type User } from '../../lib/session.ts'
import { assembleRoutes } from './menu.ts'
import { UserMenu } from './UserMenu.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useSession.setState({ user: null })
})

test.each([
  [7, '早上好，陈建国'],
  [15, '下午好，陈建国'],
])('at %i the head welcomes the person by the hour, on the button of the user menu', (hour, line) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, hour) })
  useSession.setState({ user: { realname: '陈建国', roles: [] as User['roles'] } as User })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UserMenu routes={assembleRoutes([], new Set())} />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button')
  expect(button.textContent).toContain(line)
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
})
