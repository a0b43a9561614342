import type { Arrangement } from '@heliodesk/contract/table-settings.ts'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { arrangeTable, useTableSettings } from '../../lib/table-settings.ts'
import { TableSettingSync } from './TableSettingSync.ts'

// Notifies in a microtask, so that the result is rendered when `act` resolves.
notifyManager.setScheduler(queueMicrotask)

type Setting = { code: string; version: number; arrangement: Arrangement | null }
type Sent = { code: string; arrangement: Arrangement | null }

/** The settings on the server, and each change in the order received. */
let kept: Map<string, Setting>
let sent: Sent[]
let reachable: boolean
let refused: string | null

const way = (...hidden: string[]): Arrangement => ({ order: ['a', 'b', 'c'], hidden, fixed: [], widths: {} })
const shown = (code: string) => useTableSettings.getState().byCode[code]?.arrangement ?? null
const isSent = (code: string) => !useTableSettings.getState().byCode[code]?.unsent

beforeEach(() => {
  localStorage.clear()
  useTableSettings.setState({ byCode: {}, awaited: false })
  kept = new Map()
  sent = []
  reachable = true
  refused = null
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { body }: { body?: string }) => {
      if (!reachable) throw new TypeError('no network')
      if (url.includes('/sys/tableSetting/list'))
        return Response.json({ success: true, result: [...kept.values()] })
      const change = JSON.parse(body!) as Sent
      sent.push(change)
      if (change.code === refused) return Response.json({ success: false, code: 500, message: '不行' })
      const setting = { ...change, version: (kept.get(change.code)?.version ?? 0) + 1 }
      kept.set(change.code, setting)
      return Response.json({ success: true, result: setting })
    }),
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open() {
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <TableSettingSync />
    </QueryClientProvider>,
  )
  return { visitAgain: () => act(() => client.refetchQueries({ queryKey: ['/sys/tableSetting/list'] })) }
}

test('tables wait for the server where this device has no copy, and only there', async () => {
  kept.set('users', { code: 'users', version: 3, arrangement: way('b') })
  open()
  expect(useTableSettings.getState().awaited).toBe(true)
  await waitFor(() => expect(shown('users')).toEqual(way('b')))
  expect(useTableSettings.getState().awaited).toBe(false)
  cleanup()
  open()
  expect(useTableSettings.getState().awaited).toBe(false)
})

test('without a server tables show as the product has them', async () => {
  reachable = false
  open()
  await waitFor(() => expect(useTableSettings.getState().awaited).toBe(false), { timeout: 8000 })
  expect(shown('users')).toBeNull()
}, 10_000)

test('a change counts at once, and changes made in one go are sent as one', async () => {
  open()
  await waitFor(() => expect(useTableSettings.getState().awaited).toBe(false))
  act(() => arrangeTable('users', way('a')))
  act(() => arrangeTable('users', way('a', 'b')))
  expect(shown('users')).toEqual(way('a', 'b'))
  await waitFor(() => expect(isSent('users')).toBe(true))
  expect(sent).toEqual([{ code: 'users', arrangement: way('a', 'b') }])
  expect(readStored('table-settings')).toEqual({ users: { version: 1, arrangement: way('a', 'b') } })
})

test('what another browser changed since arrives at the next visit, the last change wins', async () => {
  const { visitAgain } = open()
  act(() => arrangeTable('users', way('a')))
  await waitFor(() => expect(isSent('users')).toBe(true))
  kept.set('users', { code: 'users', version: 2, arrangement: way('c') })
  await visitAgain()
  expect(shown('users')).toEqual(way('c'))
  // An answer to an earlier request changes nothing.
  kept.set('users', { code: 'users', version: 1, arrangement: way('a') })
  await visitAgain()
  expect(shown('users')).toEqual(way('c'))
  // A local unsent change overrides the answer.
  act(() => arrangeTable('users', null))
  kept.set('users', { code: 'users', version: 9, arrangement: way('b') })
  await visitAgain()
  expect(shown('users')).toBeNull()
  await waitFor(() => expect(isSent('users')).toBe(true))
  expect(kept.get('users')).toMatchObject({ version: 10, arrangement: null })
})

test('what this device alone remembered moves to the server, unless that knows better', async () => {
  // The format of the previous version: one entry per table, without widths.
  for (const code of ['users', 'stations'])
    writeStored(`columns:${code}`, { order: ['a', 'b', 'c'], hidden: ['b'], fixed: [] })
  act(() =>
    useSession.setState({
      user: { id: String(Math.random()) } as ReturnType<typeof useSession.getState>['user'],
    }),
  )
  expect(shown('users')).toEqual(way('b'))
  kept.set('stations', { code: 'stations', version: 4, arrangement: way('c') })
  open()
  await waitFor(() => expect(kept.get('users')).toMatchObject({ version: 1, arrangement: way('b') }))
  expect(shown('stations')).toEqual(way('c'))
  expect(sent.map(({ code }) => code)).toEqual(['users'])
  expect(Object.keys(localStorage).filter((name) => name.includes('columns:'))).toEqual([])
})

test('what could not be sent is sent when the network is back', async () => {
  open()
  await waitFor(() => expect(useTableSettings.getState().awaited).toBe(false))
  reachable = false
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  act(() => arrangeTable('users', way('a')))
  expect(readStored('table-settings')).toEqual({
    users: { version: 0, arrangement: way('a'), unsent: true },
  })
  reachable = true
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(kept.get('users')).toMatchObject({ arrangement: way('a') }), { timeout: 5000 })
})

test('what the server refuses stays here and holds up nothing', async () => {
  refused = 'users'
  open()
  await waitFor(() => expect(useTableSettings.getState().awaited).toBe(false))
  act(() => arrangeTable('users', way('a')))
  act(() => arrangeTable('stations', way('b')))
  await waitFor(() => expect(kept.get('stations')).toMatchObject({ arrangement: way('b') }), {
    timeout: 5000,
  })
  expect(shown('users')).toEqual(way('a'))
  expect(sent.filter(({ code }) => code === 'users')).toHaveLength(1)
})
