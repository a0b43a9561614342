import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SunScene } from './SunScene.tsx'

test('the scene follows the window: half of a wide one, the top of a narrow one', () => {
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  const { container } = render(<SunScene />)
  const size = () => container.querySelector('svg')!.getAttribute('viewBox')
  expect(size()).toBe('0 0 780 900')
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('innerHeight', 844)
  act(() => void window.dispatchEvent(new Event('resize')))
  expect(size()).toBe('0 0 390 300')
})
