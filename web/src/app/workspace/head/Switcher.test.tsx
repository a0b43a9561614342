import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Still } from '../../../kit/still.fixture.tsx'
import { closeNotices, useNotices } from '../../../lib/notices.ts'
import { useSession, type User } from '../../../lib/session.ts'
import type { ReadyRoutes } from '../menu.ts'
import { assembleRoutes } from '../menu.ts'
import { entry } from '../menu-fixture.ts'
import { Switcher } from './Switcher.tsx'

const sisters = [
  { path: '/houseHold', title: '户用系统', url: 'https://household.example/' },
  { path: '/solarCare', title: '智能巡检系统', url: 'https://care.example/' },
]

type Answer = { success: boolean; code: number; result?: unknown; message?: string }

const ticketFor = ({ url }: { url: string }, ticket: string | null): Answer => ({
  success: true,
  code: 200,
  result: { url, tenantId: '7', ticket, expiresIn: 60 },
})

/** The switcher of a user with these menu paths; `answer` is the answer to the ticket call. */
function open(answer: Answer, ...paths: string[]) {
  const tab = { opener: window as unknown, closed: false, location: { replace: vi.fn() }, close: vi.fn() }
  const opened = vi.fn(() => tab)
  const asked: unknown[] = []
  vi.stubGlobal('open', opened)
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string }) => {
    if (!url.includes('/sys/ticket/issue'))
      return Promise.resolve(Response.json({ success: true, code: 200, result: { sisters } }))
    asked.push((JSON.parse(body!) as { target: unknown }).target)
    return Promise.resolve(Response.json(answer))
  })
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
  return { opened, tab, asked, user: userEvent.setup() }
}

const notices = () => useNotices.getState().notices

afterEach(() => {
  cleanup()
  closeNotices()
  vi.unstubAllGlobals()
})

test('a system without permission is refused for 5 s with a close control, and its tab opens all the same', async () => {
  const { opened, tab, asked, user } = open(ticketFor(sisters[0]!, 'TICKET'), '/isolarerp', '/solarCare')
  await user.click(await screen.findByRole('button', { name: /户用系统/ }))
  expect(notices()).toMatchObject([{ kind: 'error', text: '暂无权限，请联系管理员！', seconds: 5 }])
  expect(opened).toHaveBeenCalledWith('', '_blank')
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledOnce())
  expect(tab.location.replace).toHaveBeenCalledWith(
    expect.stringMatching(
      /^https:\/\/household\.example\/#\/user\/login\?tenant_id=7&token=TICKET&deviceId=\w+$/,
    ),
  )
  expect(tab.opener).toBeNull()
  expect(asked).toEqual(['/houseHold'])
})

test('a permitted system opens without a word, and a system without path or flag is not listed', async () => {
  const { opened, user } = open(ticketFor(sisters[1]!, 'TICKET'), '/solarCare')
  await user.click(await screen.findByRole('button', { name: /智能巡检系统/ }))
  expect(opened).toHaveBeenCalledOnce()
  expect(notices()).toEqual([])
  expect(screen.queryByRole('button', { name: /户用系统/ })).toBeNull()
})

test('a system that the operator named as one without tickets gets the session’s token', async () => {
  const { tab, user } = open(ticketFor(sisters[1]!, null), '/solarCare')
  await user.click(await screen.findByRole('button', { name: /智能巡检系统/ }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(expect.stringContaining('&token=T&')))
})

test('without a ticket the tab closes again, and it is said why', async () => {
  const answer = { success: false, code: 500, message: '该系统没有可用的地址，请联系管理员' }
  const { tab, user } = open(answer, '/solarCare')
  await user.click(await screen.findByRole('button', { name: /智能巡检系统/ }))
  await waitFor(() => expect(tab.close).toHaveBeenCalledOnce())
  expect(notices()).toMatchObject([{ kind: 'error', text: answer.message }])
  expect(tab.location.replace).not.toHaveBeenCalled()
})

test('a browser that opens no tab is told of, and no ticket is asked for', async () => {
  const { asked, user } = open(ticketFor(sisters[1]!, 'TICKET'), '/solarCare')
  vi.stubGlobal('open', () => null)
  await user.click(await screen.findByRole('button', { name: /智能巡检系统/ }))
  expect(notices()).toMatchObject([{ text: '浏览器拦截了新窗口，请允许弹出窗口后重试' }])
  expect(asked).toEqual([])
})

test('the current system is listed whatever there is beside it', () => {
  open(ticketFor(sisters[1]!, null))
  expect(
    screen.getByRole('button', { name: /光伏运维管理平台.*当前系统/ }).getAttribute('aria-current'),
  ).toBe('true')
})
