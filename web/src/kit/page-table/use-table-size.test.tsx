import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTableSize } from './use-table-size.ts'

let observe: () => void
let height: number

beforeEach(() => {
  vi.useFakeTimers()
  height = 600
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onChange: () => void) {
        observe = onChange
      }
      observe() {
        observe()
      }
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Region() {
  const { region, height: known } = useTableSize()
  return <div ref={region}>{known}</div>
}

test('a table takes a new height once the window has not been resized for 400 ms, and others at once', () => {
  const { container } = render(<Region />)
  const shown = () => container.textContent
  expect(shown()).toBe('600')
  height = 540
  act(() => observe())
  expect(shown()).toBe('540')
  for (const step of [500, 460, 420]) {
    height = step
    act(() => {
      window.dispatchEvent(new Event('resize'))
      observe()
      vi.advanceTimersByTime(399)
    })
    expect(shown()).toBe('540')
  }
  act(() => void vi.advanceTimersByTime(1))
  expect(shown()).toBe('420')
})
