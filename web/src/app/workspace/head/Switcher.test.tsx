import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Still } from '../../../kit/still.fixture.tsx'
import { closeNotices, useNotices } from '../../../lib/notices.ts'
import { useSession, type User } from '../../../lib/session.ts'
import type { ReadyRoutes } from '../Frame.tsx'
import { assembleRoutes } from '../menu.ts'
import { entry } from '../menu-fixture.ts'
import { Switcher } from './Switcher.tsx'

const sisters = [
  { path: '/houseHold', title: '户用系统', url: 'https://household.example/' },
  { path: '/solarCare', title: '智能巡检系统', url: 'https://care.example/' },
]

function open(...paths: string[]) {
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ success: true, code: 200, result: { sisters } })),
  )
  useSession.setState({ token: 'T', user: { tenantId: '7', roles: [] as User['roles'] } as User })
  const routes = assembleRoutes(
    ['/taskCenter', ...paths].map((path) => entry(path, path)),
    new Set(),
  ) as ReadyRoutes
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Switcher routes={routes} name="光伏运维管理平台" onClose={() => undefined} />
    </QueryClientProvider>,
    { wrapper: Still },
  )
  return { opened, user: userEvent.setup() }
}

const notices = () => useNotices.getState().notices

afterEach(() => {
  cleanup()
  closeNotices()
  vi.unstubAllGlobals()
})

test('a system without permission is refused for 5 s with a close control, and its tab opens all the same', async () => {
  const { opened, user } = open('/isolarerp', '/solarCare')
  await user.click(await screen.findByRole('button', { name: /户用系统/ }))
  expect(notices()).toMatchObject([{ kind: 'error', text: '暂无权限，请联系管理员！', seconds: 5 }])
  expect(opened).toHaveBeenCalledWith(
    expect.stringMatching(/^https:\/\/household\.example\/#\/user\/login\?tenant_id=7&token=T&deviceId=\w+$/),
    '_blank',
    expect.stringContaining('noopener'),
  )
})

test('a permitted system opens without a word, and a system without path or flag is not listed', async () => {
  const { opened, user } = open('/solarCare')
  await user.click(await screen.findByRole('button', { name: /智能巡检系统/ }))
  expect(opened).toHaveBeenCalledOnce()
  expect(notices()).toEqual([])
  expect(screen.queryByRole('button', { name: /户用系统/ })).toBeNull()
})

test('the current system is listed whatever there is beside it', () => {
  open()
  expect(
    screen.getByRole('button', { name: /光伏运维管理平台.*当前系统/ }).getAttribute('aria-current'),
  ).toBe('true')
})
