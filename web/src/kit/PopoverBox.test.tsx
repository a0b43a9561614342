import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PopoverBox } from './PopoverBox.tsx'

function show() {
  const [onClose, around] = [vi.fn(), vi.fn()]
  const opener = () => screen.getByRole('button', { name: '打开' })
  render(
    <div onKeyDown={around}>
      <button type="button">打开</button>
      <PopoverBox label="列" onClose={onClose} opener={opener}>
        <button type="button">第一</button>
      </PopoverBox>
    </div>,
  )
  return { onClose, around }
}

test('takes the focus, and Esc closes it alone and returns the focus', () => {
  const { onClose, around } = show()
  const inside = screen.getByRole('button', { name: '第一' })
  Object.defineProperty(inside, 'offsetParent', { value: document.body })
  expect(fireEvent.keyDown(inside, { key: 'Escape' })).toBe(false)
  expect(onClose).toHaveBeenCalledOnce()
  expect(around).not.toHaveBeenCalled()
  expect(document.activeElement?.textContent).toBe('打开')
})

test('other keys stay with the page', () => {
  const { onClose, around } = show()
  expect(fireEvent.keyDown(screen.getByRole('button', { name: '第一' }), { key: 'a' })).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  expect(around).toHaveBeenCalledOnce()
})
