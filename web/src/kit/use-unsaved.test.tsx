import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { useCurrentLocation } from '../lib/location.ts'
import { useSession } from '../lib/session.ts'
import { forgetUnsaved, guardUnload, hasUnsaved, useUnsavedEntries } from '../lib/unsaved.ts'
import { useUnsaved } from './use-unsaved.ts'

const Page = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/a']}>{children}</MemoryRouter>
)
const isMarked = () => hasUnsaved(useUnsavedEntries.getState(), '/a')
const note = (dirty: boolean, kept = false) =>
  renderHook((props: { dirty: boolean }) => useUnsaved(props.dirty, { kept }), {
    wrapper: Page,
    initialProps: { dirty },
  })

beforeEach(() => {
  useUnsavedEntries.setState({ entries: new Map() })
  useCurrentLocation.setState({ pathname: '/a', search: '' })
})

test('a page is marked while something there is unsaved', () => {
  const { rerender } = note(true)
  expect(isMarked()).toBe(true)
  rerender({ dirty: false })
  expect(isMarked()).toBe(false)
})

test('what closes takes its mark along, what only rests behind another page keeps it', () => {
  note(true).unmount()
  expect(isMarked()).toBe(false)

  const resting = note(true)
  useCurrentLocation.setState({ pathname: '/b', search: '' })
  resting.unmount()
  expect(isMarked()).toBe(true)
  forgetUnsaved((path) => path === '/a')
  expect(isMarked()).toBe(false)
})

test.each([
  ['asks before it closes over something unsaved', false, 'token', true],
  ['does not where this device keeps it', true, 'token', false],
  ['does not once the session is over', false, null, false],
])('the browser %s', (_what, kept, token, asks) => {
  useSession.setState({ token })
  const stop = guardUnload()
  note(true, kept)
  const event = new Event('beforeunload', { cancelable: true })
  const prevent = vi.spyOn(event, 'preventDefault')
  window.dispatchEvent(event)
  expect(prevent).toHaveBeenCalledTimes(asks ? 1 : 0)
  stop()
})
