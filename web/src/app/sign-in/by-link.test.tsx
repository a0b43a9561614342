import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToken, deviceId, useSession, type User } from '../../lib/session.ts'
import type { Ticket } from '../entry.ts'
import { enterByLink, leaveByLink } from './by-link.ts'
import { LinkQuestion } from './LinkQuestion.tsx'
import { right, serve, signedInAs } from './server.fixture.ts'

const here = { id: '3', tenantId: '1', tenantName: '示范光伏', username: 'lihua', realname: '李华' } as User
const there = { ...signedInAs.userInfo, tenantName: '晴空新能' } as User

/** Each kind of sign-in by link, and the call that it sends. */
const ways: [what: string, ticket: Ticket, path: string, isFresh: boolean][] = [
  [
    'a session’s token',
    { kind: 'session', token: '1.x', tenantId: null, deviceId: 'D' },
    '/sys/user/getUserInfo',
    false,
  ],
  ['a signed token', { kind: 'session', token: 'a.b.c', tenantId: null, deviceId: 'D' }, '/sys/jwt', true],
  [
    'a ticket',
    { kind: 'session', token: 'ticket', tenantId: '1', deviceId: 'D' },
    '/sys/ticket/exchange',
    true,
  ],
  [
    'a round trip’s ticket',
    { kind: 'third', token: 'X', type: 'group' },
    '/sys/thirdLogin/getLoginUser/X/group',
    true,
  ],
]

const answerOf = (path: string, user: User) =>
  right(path === '/sys/user/getUserInfo' ? user : { ...signedInAs, userInfo: user })

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ token: '1.here', user: here })
  render(<LinkQuestion />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  useSession.setState({ token: null, user: null })
})

const question = () => screen.findByRole('dialog', { name: '切换登录账号？' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test.each(ways)('%s of somebody else asks, and names both', async (_what, ticket, path) => {
  serve({ [path]: [answerOf(path, there)] })
  const entered = enterByLink(ticket)
  await question()
  expect(screen.getByRole('alert').textContent).toBe(
    '当前登录的是 示范光伏 李华（lihua），您打开的链接要以 晴空新能 陈建国（chenjianguo） 登录。',
  )
  expect(currentToken()).toBe('1.here')
  press('切换账号')
  expect(await entered).toBe(true)
  expect(useSession.getState().user!.id).toBe(there.id)
  if (ticket.kind === 'session') expect(deviceId()).toBe('D')
})

test.each(ways)(
  '%s of somebody else that is declined changes nothing, and ends what it opened',
  async (_what, ticket, path, isFresh) => {
    const device = deviceId()
    const calls = serve({ [path]: [answerOf(path, there)], '/sys/logout': [right(null)] })
    const entered = enterByLink(ticket)
    await question()
    press('保持当前登录')
    expect(await entered).toBe(false)
    expect(useSession.getState()).toMatchObject({ token: '1.here', user: here })
    expect(deviceId()).toBe(device)
    expect(calls.map((call) => call.path)).toEqual(isFresh ? [path, '/sys/logout'] : [path])
    if (isFresh)
      expect(vi.mocked(fetch).mock.calls.at(-1)![1]).toMatchObject({ headers: { 'X-Access-Token': 'T' } })
  },
)

test.each(ways)(
  '%s signs in without a question where nobody, or the same person, is signed in',
  async (_what, ticket, path) => {
    for (const user of [null, there]) {
      useSession.setState({ token: user && '1.here', user })
      serve({ [path]: [answerOf(path, there)] })
      expect(await enterByLink(ticket)).toBe(true)
      expect(useSession.getState().user!.id).toBe(there.id)
      expect(screen.queryByRole('dialog')).toBeNull()
    }
  },
)

test('the same number in another company is somebody else', async () => {
  const path = '/sys/user/getUserInfo'
  serve({ [path]: [answerOf(path, { ...here, tenantId: '2' })] })
  const entered = enterByLink({ kind: 'session', token: '1.x', tenantId: null, deviceId: null })
  await question()
  press('保持当前登录')
  expect(await entered).toBe(false)
})

test('a link that would sign out asks, and only where somebody is signed in', async () => {
  const kept = leaveByLink()
  await screen.findByRole('dialog', { name: '退出当前登录？' })
  expect(screen.getByRole('alert').textContent).toContain('示范光伏 李华（lihua）')
  press('关闭')
  expect([await kept, currentToken()]).toEqual([false, '1.here'])
  const left = leaveByLink()
  await screen.findByRole('dialog', { name: '退出当前登录？' })
  press('退出登录')
  expect([await left, currentToken()]).toEqual([true, null])
  expect(await leaveByLink()).toBe(true)
})

test('of two links at once the later one asks, and the earlier one is declined', async () => {
  const first = leaveByLink()
  await screen.findByRole('dialog')
  const second = leaveByLink()
  expect(await first).toBe(false)
  press('退出登录')
  expect(await second).toBe(true)
})
