import { cleanup, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../lib/call.ts'
import { ReadingCard, type Reading } from './ReadingCard.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const nothingYet: Reading<number> = {
  data: undefined,
  error: null,
  isPlaceholderData: false,
  refetch: () => null,
}

const card = (reading: Partial<Reading<number>>) => (
  <ReadingCard
    className="test"
    title="人员负荷"
    reading={{ ...nothingYet, ...reading }}
    skeleton={<span data-testid="skeleton" />}
  >
    {(many) => <span>{many} 人</span>}
  </ReadingCard>
)

test('a skeleton shows once the answer takes longer than 150 ms, and not before', () => {
  render(card({}))
  act(() => void vi.advanceTimersByTime(149))
  expect(screen.queryByTestId('skeleton')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByTestId('skeleton')).toBeTruthy()
})

test('what was known stays while it is asked again, and when that fails', () => {
  const { rerender, container } = render(card({ data: 3, isPlaceholderData: true }))
  expect(screen.getByText('3 人')).toBeTruthy()
  expect(container.querySelector('.reading-card-old')).not.toBeNull()
  rerender(card({ data: 3, error: new CallError('系统繁忙', 500, '', 'r-1', '/ops/dashboard/people') }))
  expect(screen.getByText('3 人')).toBeTruthy()
  expect(screen.getByRole('button', { name: '没有更新' })).toBeTruthy()
})

test('a failure has its reason and a retry in the card', () => {
  const refetch = vi.fn()
  render(card({ error: new CallError('系统繁忙', 500, '', 'r-1', '/ops/dashboard/people'), refetch }))
  expect(screen.getByRole('alert').textContent).toContain('人员负荷没有取到')
  expect(screen.getByText('系统繁忙')).toBeTruthy()
  screen.getByRole('button', { name: '重试' }).click()
  expect(refetch).toHaveBeenCalledOnce()
})
