import { act, cleanup, renderHook } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRowWindow } from './use-row-window.ts'

const ROW = 20
const HEAD = 40
let height: number
let box: HTMLElement

beforeEach(() => {
  height = 240
  box = document.createElement('div')
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => height)
})
afterEach(cleanup)

const list = (count: number, overscan = 5) => {
  const { result, rerender } = renderHook(
    (rows: number) => useRowWindow(useRef(box), { count: rows, rowHeight: ROW, head: HEAD, overscan }),
    { initialProps: count },
  )
  return {
    drawn: () => [result.current.start, result.current.end],
    /** A new result at every render. */
    render: () => result.current,
    scrollTo: (index: number, middle?: boolean) => act(() => result.current.scrollTo(index, middle)),
    setCount: rerender,
  }
}

const scroll = (top: number) =>
  act(() => {
    box.scrollTop = top
    box.dispatchEvent(new Event('scroll'))
  })

test('rows in sight and those beside them are drawn, and nothing renders until they run out', () => {
  const { drawn, render } = list(1000)
  // (240 - 40) / 20 rows fit, plus one partly visible row.
  expect(drawn()).toEqual([0, 21])
  const before = render()
  scroll(99)
  expect(render()).toBe(before)
  scroll(100)
  expect(drawn()).toEqual([0, 26])
  scroll(1000)
  expect(drawn()).toEqual([45, 71])
  scroll(999_999)
  expect(drawn()).toEqual([984, 1000])
})

test('a row is brought into sight below the head, or into the middle', () => {
  const { drawn, scrollTo } = list(1000)
  scrollTo(500)
  expect(box.scrollTop).toBe(501 * ROW - (height - HEAD))
  expect(drawn()).toEqual([485, 511])
  scrollTo(495)
  expect(box.scrollTop).toBe(501 * ROW - (height - HEAD))
  scrollTo(100)
  expect(box.scrollTop).toBe(100 * ROW)
  scrollTo(300, true)
  expect(box.scrollTop).toBe(300 * ROW - (height - HEAD - ROW) / 2)
})

test('fewer rows than before leave nothing empty, and a list out of sight stays as it was', () => {
  const { drawn, setCount } = list(1000)
  scroll(10_000)
  setCount(30)
  expect(drawn()).toEqual([14, 30])
  scroll(200)
  expect(drawn()).toEqual([5, 30])
  height = 0
  scroll(0)
  expect(drawn()).toEqual([5, 30])
})

test('with an endless overscan every row is drawn', () => {
  const { drawn, scrollTo } = list(99, Infinity)
  expect(drawn()).toEqual([0, 99])
  scrollTo(50)
  expect(drawn()).toEqual([0, 99])
})

test.each([
  [0, 0],
  [1, 10 * ROW + ROW - 1],
])('scrolling to a row needs room below the head: %d px', (room, top) => {
  height = HEAD + room
  list(100).scrollTo(10)
  expect(box.scrollTop).toBe(top)
})
