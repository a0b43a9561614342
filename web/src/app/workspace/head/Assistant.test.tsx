import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Still } from '../../../kit/still.fixture.tsx'
import { useGuiding } from '../onboarding/guides.ts'
import { assembleRoutes } from '../menu.ts'
import { entry } from '../menu-fixture.ts'
import { HeadIcons } from './HeadIcons.tsx'

/** The header's icons for a menu with these flags; returns the sent calls. */
function show(isFirst: '0' | '1', ...flags: string[]) {
  const sent: { url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string }) => {
    sent.push({ url, body: body && JSON.parse(body) })
    const result = url.includes('/sys/user/shell')
      ? { assistantUrl: 'https://chat.example/' }
      : { isFirstAigcNoviceGuide: isFirst, isNotReadNum: 7, mail: 3, feedback: 4 }
    return Promise.resolve(
      Response.json({ success: true, code: 200, result_code: '1', result, result_data: result }),
    )
  })
  const routes = assembleRoutes(
    ['/taskCenter', ...flags].map((path) => entry(path, path)),
    new Set(),
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <HeadIcons routes={routes} />
    </QueryClientProvider>,
    { wrapper: Still },
  )
  return sent
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const icon = () => screen.queryByRole('button', { name: '智能助手' })
const tip = () => screen.queryByText('有问题，问问智能助手')
const marks = (sent: { url: string; body: unknown }[]) =>
  sent.filter(({ url }) => url.includes('/login/mark/novice/guide')).map(({ body }) => body)

beforeEach(() => {
  vi.useFakeTimers()
  useGuiding.setState({ shown: false })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the assistant’s tip shows on first use, hides after 3 s and is marked', async () => {
  const sent = show('1', '/AIGC')
  await wait(100)
  expect(icon()).not.toBeNull()
  expect(tip()).not.toBeNull()
  expect(sent.find(({ url }) => url.includes('/guide/first'))!.body).toMatchObject({
    businessType: 1,
    sourceType: 1,
  })
  await wait(2800)
  expect(tip()).not.toBeNull()
  expect(marks(sent)).toEqual([])
  await wait(200)
  expect(tip()).toBeNull()
  expect(marks(sent)).toMatchObject([{ guide: 'aigc' }])
})

test('the assistant’s tip waits while somebody is led around, and never shows later on', async () => {
  useGuiding.setState({ shown: true })
  const sent = show('1', '/AIGC')
  await wait(10_000)
  expect(tip()).toBeNull()
  expect(marks(sent)).toEqual([])
  act(() => useGuiding.setState({ shown: false }))
  expect(tip()).not.toBeNull()
  cleanup()
  show('0', '/AIGC')
  await wait(100)
  expect(icon()).not.toBeNull()
  expect(tip()).toBeNull()
})

test('without the flag AIGC there is no assistant, without the flag JDScreen no screen in a new window', async () => {
  show('1')
  await wait(100)
  expect(icon()).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  cleanup()
  show('1', '/screen/jd')
  await wait(100)
  expect(icon()).toBeNull()
  const screenLink = screen.getByRole('link', { name: /大屏/ })
  expect(screenLink.getAttribute('href')).toBe('#/screen/jd')
  expect(screenLink.getAttribute('target')).toBe('_blank')
})

test('the mailbox is there only where the menu has /editMail, with the number of unread letters', async () => {
  show('0')
  await wait(100)
  expect(screen.queryByRole('link', { name: /给总经理写信/ })).toBeNull()
  cleanup()
  const sent = show('0', '/editMail')
  await wait(100)
  const mailbox = screen.getByRole('link', { name: '给总经理写信，3 条未读' })
  expect(mailbox.getAttribute('href')).toBe('#/editMail')
  const asked = () => sent.filter(({ url }) => url.includes('/notice/unreadNum'))
  expect(asked()).toMatchObject([{ body: { businessType: 2 } }])
  await wait(60_000)
  expect(asked()).toHaveLength(2)
})
