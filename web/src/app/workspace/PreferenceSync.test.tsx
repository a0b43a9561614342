import { defaultPreferences } from '@heliodesk/contract/preferences.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choosePreference, usePreferences, useUnsentPreferences } from '../../lib/preferences.ts'
import { PreferenceSync } from './PreferenceSync.ts'

/** The preferences on the server, and each change in the order received. */
let kept: Record<string, unknown>
let sent: object[]
let refuse: boolean
let hold: Promise<void>
/** Delays the delivery of an answer that was already computed. */
let late: Promise<void>

beforeEach(() => {
  localStorage.clear()
  usePreferences.setState(defaultPreferences, true)
  useUnsentPreferences.setState({}, true)
  kept = { ...defaultPreferences }
  sent = []
  refuse = false
  hold = Promise.resolve()
  late = Promise.resolve()
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { body }: { body?: string }) => {
      if (url.includes('/sys/user/shell')) {
        const result = { preferences: { ...kept } }
        await late
        return Response.json({ success: true, result })
      }
      const change = JSON.parse(body!) as object
      sent.push(change)
      await hold
      if (refuse) return Response.json({ success: false, code: 500, message: '系统异常' })
      kept = { ...kept, ...change }
      return Response.json({ success: true, result: kept })
    }),
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PreferenceSync />
    </QueryClientProvider>,
  )

const own = ({ theme, colour }: typeof defaultPreferences) => ({ theme, colour })

test('what the server knows of the person takes the place of the device’s look', async () => {
  kept = { ...kept, theme: 'dark' }
  usePreferences.setState({ colour: 'rose' })
  open()
  await waitFor(() => expect(own(usePreferences.getState())).toEqual({ theme: 'dark', colour: 'orange' }))
  expect(sent).toEqual([])
})

test('what was chosen before sign-in goes along', async () => {
  choosePreference({ theme: 'dark' })
  open()
  await waitFor(() => expect(useUnsentPreferences.getState()).toEqual({}))
  expect([kept.theme, usePreferences.getState().theme]).toEqual(['dark', 'dark'])
})

test('nothing is sent before the first read has arrived, which might take it back', async () => {
  let arrive = () => undefined as void
  late = new Promise((resolve) => (arrive = resolve))
  choosePreference({ theme: 'dark' })
  open()
  await waitFor(() => expect(fetch).toHaveBeenCalled())
  await act(() => Promise.resolve())
  expect(sent).toEqual([])
  arrive()
  await waitFor(() => expect(useUnsentPreferences.getState()).toEqual({}))
  expect(sent).toEqual([{ theme: 'dark' }])
  expect(usePreferences.getState().theme).toBe('dark')
})

test('choices are sent one after the other, and the last one stays', async () => {
  let release = () => undefined as void
  hold = new Promise((resolve) => (release = resolve))
  open()
  act(() => choosePreference({ theme: 'dark' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  act(() => choosePreference({ theme: 'light' }))
  act(() => choosePreference({ colour: 'blue' }))
  expect(sent).toEqual([{ theme: 'dark' }])
  release()
  await waitFor(() => expect(sent).toEqual([{ theme: 'dark' }, { theme: 'light', colour: 'blue' }]))
  await waitFor(() => expect(useUnsentPreferences.getState()).toEqual({}))
  expect(own(usePreferences.getState())).toEqual({ theme: 'light', colour: 'blue' })
  expect(kept).toMatchObject({ theme: 'light', colour: 'blue' })
})

test('a refused choice stays here, is not sent again and again, and goes along with the next one', async () => {
  refuse = true
  open()
  act(() => choosePreference({ theme: 'dark' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  refuse = false
  act(() => choosePreference({ colour: 'teal' }))
  await waitFor(() => expect(useUnsentPreferences.getState()).toEqual({}))
  expect(sent).toEqual([{ theme: 'dark' }, { theme: 'dark', colour: 'teal' }])
})
