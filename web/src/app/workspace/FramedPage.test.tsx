import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Activity } from 'react'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/queries.ts'
import { useSession, type User } from '../../lib/session.ts'
import { FramedPage } from './FramedPage.tsx'
import { entry } from './menu-fixture.ts'

const URL = 'https://bi.example/report'
const report = entry('/bi', '经营报表', { meta: { url: URL } })
const care = entry('/solarCare', '智能巡检系统')

const frame = () => screen.queryByTitle<HTMLIFrameElement>(/报表|巡检/)

function show(page: typeof report) {
  render(
    <QueryClientProvider client={queryClient}>
      <FramedPage entry={page} />
    </QueryClientProvider>,
  )
}

/** The browser's event when the policy blocks a frame. */
function forbid(blockedURI: string) {
  const event = Object.assign(new Event('securitypolicyviolation'), {
    effectiveDirective: 'frame-src',
    blockedURI,
  })
  act(() => void document.dispatchEvent(event))
}

const sisters = (list: { path: string; title: string; url: string }[]) =>
  queryClient.setQueryData([shellCalls.shell.path, {}], { sisters: list })

beforeEach(() => sisters([]))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

test('it waits for the other system, then shows it, with a way to a window of its own', () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  show(report)
  expect(frame()!.src).toBe(URL)
  expect(screen.getByRole('status', { name: '正在加载' })).toBeTruthy()
  fireEvent.load(frame()!)
  expect(screen.queryByRole('status')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '在新窗口打开' }))
  expect(opened).toHaveBeenCalledWith(URL, '_blank', 'noopener,noreferrer')
})

test('what the policy forbids is said, and what it forbids elsewhere is not', () => {
  show(report)
  forbid('https://elsewhere.example/')
  expect(frame()).not.toBeNull()
  forbid('https://bi.example')
  expect(frame()).toBeNull()
  expect(screen.getByText(/服务器不允许嵌入 https:\/\/bi\.example/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '在新窗口打开' })).toBeTruthy()
})

test('/solarCare is the sister system’s own address with a ticket; without an address it says so', async () => {
  useSession.setState({ token: 'T', user: { tenantId: '7' } as User })
  show(care)
  expect(screen.getByText('智能巡检系统没有地址')).toBeTruthy()
  cleanup()
  sisters([{ path: '/solarCare', title: '智能巡检系统', url: 'https://www.host.cn/care/' }])
  const answers: object[] = [
    { success: false, code: 500, message: '操作过于频繁，请稍后再试' },
    {
      success: true,
      code: 200,
      result: { url: 'https://www.host.cn/care/', tenantId: '7', ticket: 'TICKET', expiresIn: 60 },
    },
  ]
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answers.shift())))
  show(care)
  expect(await screen.findByText(/操作过于频繁，请稍后再试/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() =>
    expect(frame()!.src).toMatch(
      /^https:\/\/www\.host\.cn\/care\/#\/user\/login\?tenant_id=7&token=TICKET&deviceId=\w+$/,
    ),
  )
  vi.unstubAllGlobals()
})

/** A sister system with numbered tickets; returns how many were issued. */
function issueTickets() {
  useSession.setState({ token: 'T', user: { tenantId: '7' } as User })
  const url = 'https://www.host.cn/care/'
  sisters([{ path: '/solarCare', title: '智能巡检系统', url }])
  let issued = 0
  vi.stubGlobal('fetch', () => {
    const result = { url, tenantId: '7', ticket: `TICKET-${++issued}`, expiresIn: 60 }
    return Promise.resolve(Response.json({ success: true, code: 200, result }))
  })
  return () => issued
}

test('a sister system goes on where it was when its tab is shown again, with the ticket that let it in', async () => {
  const issued = issueTickets()
  const tab = (mode: 'visible' | 'hidden') => (
    <QueryClientProvider client={queryClient}>
      <Activity mode={mode}>
        <FramedPage entry={care} />
      </Activity>
    </QueryClientProvider>
  )
  const { rerender } = render(tab('visible'))
  await waitFor(() => expect(frame()).not.toBeNull())
  const before = frame()!
  rerender(tab('hidden'))
  // Query data that a hidden tab no longer observes is removed in the next task.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  rerender(tab('visible'))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(frame()).toBe(before)
  expect(before.src).toContain('token=TICKET-1&')
  expect(issued()).toBe(1)
  vi.unstubAllGlobals()
})

test('a ticket lets in one frame: no other gets it, and the query cache keeps none', async () => {
  issueTickets()
  show(care)
  show(care)
  await waitFor(() => expect(screen.queryAllByTitle(/巡检/)).toHaveLength(2))
  const tickets = screen
    .getAllByTitle<HTMLIFrameElement>(/巡检/)
    .map(({ src }) => new URLSearchParams(src.split('?')[1]).get('token'))
  expect(tickets).toEqual(['TICKET-1', 'TICKET-2'])
  cleanup()
  // Query data that nothing observes is removed in the next task.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  const kept = queryClient.getQueryCache().getAll()
  expect(JSON.stringify(kept.map(({ state }) => state.data))).not.toContain('TICKET')
  vi.unstubAllGlobals()
})
