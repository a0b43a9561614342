import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { closeNotices } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'

/** Starts each test signed out, in a fresh browser whose clock stands still; `more` timers stand still too. */
export function isolateSignIn(...more: ('setInterval' | 'clearInterval')[]): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date', ...more] })
    localStorage.clear()
    sessionStorage.clear()
    closeNotices()
    useSession.setState({ token: null, user: null })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Moves the slider by keyboard, with 15 steps to 149 of 310. */
export async function slide(steps = 15): Promise<void> {
  const slider = screen.getByRole('slider', { hidden: true })
  for (let i = 0; i < steps; i++) fireEvent.keyDown(slider, { key: 'ArrowRight', shiftKey: true })
  fireEvent.keyDown(slider, { key: 'ArrowLeft' })
  await settle(1830)
  fireEvent.keyDown(slider, { key: 'Enter' })
  await settle()
}

export const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

export const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}

export const faults = (): (string | null)[] =>
  screen
    .getAllByRole('alert')
    .map((each) => each.textContent)
    .filter(Boolean)
