import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { useContextMenu } from './ContextMenu.tsx'

afterEach(cleanup)

const onCopy = vi.fn()

function Rows() {
  const context = useContextMenu((row: string) => ({
    label: `${row}的操作`,
    items: [{ text: '复制名称', onSelect: () => onCopy(row) }],
  }))
  return (
    <>
      {['云岭一期', '云岭二期'].map((row) => (
        <button key={row} type="button" onContextMenu={(event) => context.open(event, row)}>
          {row}
        </button>
      ))}
      {context.menu}
    </>
  )
}

const openAt = (clientX: number, clientY: number) =>
  fireEvent.contextMenu(screen.getByRole('button', { name: '云岭二期' }), { clientX, clientY })

test('opens at the cursor, about what was under it', async () => {
  render(<Rows />)
  expect(openAt(120, 80)).toBe(false)
  const menu = screen.getByRole('menu', { name: '云岭二期的操作' })
  expect([menu.style.left, menu.style.top]).toEqual(['120px', '80px'])
  await userEvent.setup().click(screen.getByRole('menuitem', { name: '复制名称' }))
  expect(onCopy).toHaveBeenCalledExactlyOnceWith('云岭二期')
  expect(screen.queryByRole('menu')).toBeNull()
})

test.each([
  ['any other click', () => userEvent.setup().click(screen.getByRole('button', { name: '云岭二期' }))],
  ['Esc', () => userEvent.setup().keyboard('{Escape}')],
])('%s closes it', async (_what, close) => {
  render(<Rows />)
  openAt(120, 80)
  await close()
  expect(screen.queryByRole('menu')).toBeNull()
})

test('stays inside the window', () => {
  render(<Rows />)
  openAt(innerWidth + 500, 80)
  expect(Number.parseFloat(screen.getByRole('menu').style.left)).toBeLessThanOrEqual(innerWidth)
})

test('the keyboard, which names no place, opens it below what has the focus', () => {
  render(<Rows />)
  const row = screen.getByRole('button', { name: '云岭二期' })
  vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(30, 40, 100, 20))
  openAt(0, 0)
  const menu = screen.getByRole('menu')
  expect([menu.style.left, menu.style.top]).toEqual(['30px', '60px'])
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: '复制名称' }))
})
