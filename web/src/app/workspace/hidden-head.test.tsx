import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useCurrentLocation } from '../../lib/location.ts'
import { useHiddenHead } from './hidden-head.ts'

function Sheet({ applies }: { applies: boolean }) {
  const sheet = useRef<HTMLElement>(null)
  const hidden = useHiddenHead(sheet, applies)
  return (
    <main ref={sheet}>
      <div data-testid="page" />
      <output>{hidden ? '隐藏' : '显示'}</output>
    </main>
  )
}

beforeEach(() => useCurrentLocation.setState({ pathname: '/taskCenter', search: '' }))
afterEach(cleanup)

function scrollTo(top: number, length = 3000) {
  const page = screen.getByTestId('page')
  const sizes = { clientHeight: 800, scrollHeight: length, scrollTop: top }
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(page, name, { value, configurable: true })
  fireEvent.scroll(page)
}
const head = () => screen.getByRole('status').textContent

test('past 100 px the head hides, and comes back above', () => {
  render(<Sheet applies />)
  scrollTo(100)
  expect(head()).toBe('显示')
  scrollTo(101)
  expect(head()).toBe('隐藏')
  scrollTo(100)
  expect(head()).toBe('显示')
})

test('without the company’s setting it stays', () => {
  render(<Sheet applies={false} />)
  scrollTo(400)
  expect(head()).toBe('显示')
})

test('another page begins with the head', () => {
  render(<Sheet applies />)
  scrollTo(400)
  act(() => useCurrentLocation.setState({ pathname: '/station/archive' }))
  expect(head()).toBe('显示')
})

test('a page that is hardly longer than the sheet keeps it, or it would flicker', () => {
  render(<Sheet applies />)
  scrollTo(101, 900)
  expect(head()).toBe('显示')
})
