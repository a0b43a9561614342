import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useGrants } from '../../lib/permission.tsx'
import { DemoWarning } from './DemoWarning.tsx'

// The warning is loaded lazily; preload it, because on a busy machine loading takes longer than a test waits.
beforeAll(() => import('./DemoAccounts.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(codes: PermissionCode[], accounts: string[]) {
  const server = { accounts, asked: 0 }
  vi.stubGlobal('fetch', async () => {
    server.asked += 1
    return new Response(JSON.stringify({ success: true, code: 200, result: server.accounts }))
  })
  useGrants.setState({ pages: [], buttons: codes, notInForce: [] })
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <DemoWarning />
    </QueryClientProvider>,
  )
  return { server, client }
}

const warning = () => screen.queryByRole('complementary', { name: '安全警告' })

test('names the number of accounts and leads to where they are closed, until they are', async () => {
  const { server, client } = show(['user:manage'], ['admin', 'worker'])
  await waitFor(() => expect(warning()?.textContent).toContain('2 个演示账号仍可用公开密码登录'))
  expect(screen.getByRole('link').getAttribute('href')).toBe('#/system/user')
  server.accounts = []
  await act(() => client.invalidateQueries({ queryKey: [userCalls.demoAccounts.path] }))
  await waitFor(() => expect(warning()).toBeNull())
})

test('nobody else is shown it, nor asks for it', async () => {
  const { server, client } = show(['order:list'], ['admin'])
  expect(warning()).toBeNull()
  await act(() => client.invalidateQueries())
  expect(server.asked).toBe(0)
})
