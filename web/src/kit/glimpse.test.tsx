import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Glimpse, showGlimpse, useAfterGlimpse } from './glimpse.tsx'

function Drawer({ open }: { open: boolean }) {
  const seen = useAfterGlimpse(open)
  return open && <p>{seen ? 'in its place' : 'slides in'}</p>
}

const shown = () => document.querySelector('.glimpse h1')?.textContent ?? null

beforeEach(() => {
  fireEvent.keyDown(window)
})
afterEach(cleanup)

test('shows the head of the drawer that is about to open, until it has opened in its place', () => {
  const page = (open: boolean) => (
    <>
      <Drawer open={open} />
      <Glimpse />
    </>
  )
  const { rerender, container } = render(page(false))
  act(() => showGlimpse({ top: '红柳沟', title: '一号逆变器停机' }))
  expect(shown()).toBe('一号逆变器停机')
  rerender(page(true))
  expect([shown(), container.textContent]).toEqual([null, 'in its place'])
  rerender(page(false))
  rerender(page(true))
  expect(container.textContent).toBe('slides in')
})

test('the next press ends it where no drawer comes', () => {
  render(<Glimpse />)
  act(() => showGlimpse({ top: '', title: '已删除' }))
  expect(shown()).toBe('已删除')
  fireEvent.pointerDown(document.body)
  expect(shown()).toBeNull()
})
