import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, type ComponentProps } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '../lib/call.ts'
import { CommandDialog } from './CommandDialog.tsx'
import { DayField } from './fields/DayField.tsx'
import { Still } from './still.fixture.tsx'

afterEach(cleanup)

type Question = Partial<ComponentProps<typeof CommandDialog>>

function Asking(question: Question) {
  const form = useRef<HTMLFormElement>(null)
  return (
    <MemoryRouter>
      <Still>
        <CommandDialog
          open
          title="退役 1号逆变器？"
          verb="退役"
          saving={{ error: null, busy: false, done: false }}
          onConfirm={vi.fn()}
          onClose={vi.fn()}
          form={form}
          {...question}
        >
          {question.children ?? <input aria-label="原因" />}
        </CommandDialog>
      </Still>
    </MemoryRouter>
  )
}

test('the button and Enter in a field confirm', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn()
  render(<Asking onConfirm={onConfirm} />)
  await user.type(await screen.findByRole('textbox', { name: '原因' }), '老化{Enter}')
  expect(onConfirm).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: '退役' }))
  expect(onConfirm).toHaveBeenCalledTimes(2)
})

test('Enter in a date takes the date and confirms nothing', async () => {
  const user = userEvent.setup()
  const [onConfirm, onDay] = [vi.fn(), vi.fn()]
  render(
    <Asking onConfirm={onConfirm}>
      <DayField label="退役日期" value={null} error={null} onChange={onDay} onBlur={vi.fn()} />
    </Asking>,
  )
  await user.type(await screen.findByRole('textbox', { name: '退役日期' }), '2026-11-21{Enter}')
  expect(onDay).toHaveBeenLastCalledWith('2026-11-21')
  expect(onConfirm).not.toHaveBeenCalled()
})

test('Enter does nothing while it is sent or may not be', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn()
  const enter = async () => user.type(await screen.findByRole('textbox', { name: '原因' }), '{Enter}')
  const { rerender } = render(
    <Asking onConfirm={onConfirm} saving={{ error: null, busy: true, done: false }} />,
  )
  await enter()
  rerender(<Asking onConfirm={onConfirm} refusal="请先写明原因" />)
  await enter()
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(<Asking onConfirm={onConfirm} closed="设备已退役" />)
  await enter()
  expect(screen.getByRole('alert').textContent).toBe('设备已退役')
  expect(onConfirm).not.toHaveBeenCalled()
})

test('what went wrong stands in it, and what somebody else changed can be read again', async () => {
  const user = userEvent.setup()
  const onRefresh = vi.fn()
  const error = new CallError('设备已在别处更新', 200, 'device.stale', null)
  render(<Asking saving={{ error, busy: false, done: false }} onRefresh={onRefresh} />)
  expect((await screen.findByRole('alert')).textContent).toContain('设备已在别处更新')
  await user.click(screen.getByRole('button', { name: '刷新' }))
  expect(onRefresh).toHaveBeenCalledOnce()
})
