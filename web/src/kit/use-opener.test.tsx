import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useOpener } from './use-opener.ts'

function Overlay({ open }: { open: boolean }) {
  const giveBack = useOpener(open)
  return (
    <>
      {open && <input aria-label="标题" ref={(field) => field?.focus()} />}
      <button type="button" onClick={giveBack}>
        已关闭
      </button>
    </>
  )
}
const page = (open: boolean) => (
  <>
    <button type="button">打开</button>
    <button type="button">别处</button>
    <Overlay open={open} />
  </>
)

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the focus goes back to what opened it, though a field took it at once', () => {
  const { rerender } = render(page(false))
  screen.getByText('打开').focus()
  rerender(page(true))
  expect(document.activeElement).toBe(screen.getByLabelText('标题'))
  rerender(page(false))
  screen.getByText('已关闭').click()
  expect(document.activeElement).toBe(screen.getByText('打开'))
})

test('the focus stays where somebody has put it meanwhile', () => {
  const { rerender } = render(page(false))
  screen.getByText('打开').focus()
  rerender(page(true))
  rerender(page(false))
  const other = screen.getByText('别处')
  vi.spyOn(other, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList)
  other.focus()
  screen.getByText('已关闭').click()
  expect(document.activeElement).toBe(other)
})
