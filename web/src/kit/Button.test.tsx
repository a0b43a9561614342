import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('ignores repeat clicks for 1000 ms (spec 2 §4)', () => {
  const onClick = vi.fn()
  render(<Button onClick={onClick}>提交</Button>)
  const press = () => fireEvent.click(screen.getByRole('button'))
  press()
  press()
  vi.setSystemTime(999)
  press()
  expect(onClick).toHaveBeenCalledTimes(1)
  vi.setSystemTime(1000)
  press()
  expect(onClick).toHaveBeenCalledTimes(2)
})

test('a refused button says why and does nothing, not even submit its form', () => {
  const onClick = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button submit refusal="请先开始作业" onClick={onClick}>
        提交
      </Button>
    </form>,
  )
  const button = screen.getByRole('button')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-description')).toBe('请先开始作业')
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})
