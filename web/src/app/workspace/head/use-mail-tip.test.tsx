import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCookie, writeCookie } from '../../../lib/cookies.ts'
import { Tip } from './Tip.tsx'
import { useMailTip } from './use-mail-tip.ts'

function Subject() {
  return useMailTip() && <Tip>给总经理写信</Tip>
}

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const tip = () => screen.queryByRole('status')?.textContent ?? null

beforeEach(() => {
  vi.useFakeTimers()
  writeCookie('mail_tip', '', -1)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('the mailbox tip shows after 7 s, hides after 10 s and is remembered in a cookie of a day', () => {
  const cookies = vi.spyOn(document, 'cookie', 'set')
  render(<Subject />)
  wait(6999)
  expect(tip()).toBeNull()
  expect(readCookie('mail_tip')).toBeNull()
  wait(1)
  expect(tip()).toBe('给总经理写信')
  expect(cookies).toHaveBeenCalledWith(expect.stringContaining('max-age=86400'))
  wait(9999)
  expect(tip()).toBe('给总经理写信')
  wait(1)
  expect(tip()).toBeNull()
  wait(60_000)
  expect(tip()).toBeNull()
})

/** Two visits of this many milliseconds. */
function visitTwice(first: number, second: number) {
  render(<Subject />)
  wait(first)
  cleanup()
  render(<Subject />)
  wait(second)
}

test('the mailbox tip does not show again on the same day', () => {
  visitTwice(7000, 60_000)
  expect(tip()).toBeNull()
})

test('a visit that ends before the tip showed does not count', () => {
  visitTwice(6000, 7000)
  expect(tip()).toBe('给总经理写信')
})
