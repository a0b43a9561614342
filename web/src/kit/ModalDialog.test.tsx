import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { FormDrawer } from './Drawers.tsx'
import { ModalDialog } from './ModalDialog.tsx'
import { Still } from './still.fixture.tsx'

afterEach(cleanup)

function Search({ outside = false }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {open && (
        <ModalDialog label="搜索" outside={outside} onClose={() => setOpen(false)}>
          <input aria-label="名称" />
          <a href="#/taskCenter">任务中心</a>
        </ModalDialog>
      )}
    </>
  )
}

const focused = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label')

test('takes the focus, keeps it, and gives it back', async () => {
  const user = userEvent.setup()
  render(<Search />)
  await user.click(screen.getByRole('button', { name: '打开' }))
  const stops = [focused()]
  for (let press = 0; press < 2; press++) {
    await user.tab()
    stops.push(focused())
  }
  await user.tab({ shift: true })
  expect([...stops, focused()]).toEqual(['名称', '任务中心', '名称', '任务中心'])
  screen.getByText('打开').focus()
  expect(focused()).toBe('名称')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(focused()).toBe('打开')
})

test.each([true, false])('a press outside closes it only if it is said to: %s', async (outside) => {
  const user = userEvent.setup()
  render(<Search outside={outside} />)
  await user.click(screen.getByRole('button', { name: '打开' }))
  await user.click(screen.getByLabelText('名称'))
  const dialog = screen.getByRole('dialog', { name: '搜索' })
  await user.click(dialog.parentElement!)
  expect(screen.queryByRole('dialog') === null).toBe(outside)
})

test('above a drawer it keeps the focus, and Esc closes only the dialog', async () => {
  const user = userEvent.setup()
  const leave = vi.fn()
  render(
    <MemoryRouter>
      <FormDrawer open title="编辑" onClose={leave} actions={null}>
        <Search />
      </FormDrawer>
    </MemoryRouter>,
    { wrapper: Still },
  )
  await user.click(screen.getByRole('button', { name: '打开' }))
  expect(focused()).toBe('名称')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: '搜索' })).toBeNull()
  expect(leave).not.toHaveBeenCalled()
  expect(focused()).toBe('打开')
})
