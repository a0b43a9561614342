import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as download from '../../lib/download.ts'
import { imageOf } from './sample.ts'
import { ProcessDiagram } from './ProcessDiagram.tsx'

const image = imageOf([
  ['调度指派', 'done'],
  ['现场执行', 'current'],
  ['验收', 'idle'],
])
const WIDTH = 628

/** In a box of this size; without one, as in a hidden page. */
function show(width = 0, height = 0) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
  return render(<ProcessDiagram image={image} name="请假" />)
}

const box = () => screen.getByRole('region', { name: '请假流程图' })
const shownWidth = () => Number(box().querySelector('svg')!.getAttribute('width'))
/** Happy DOM's wheel events know no keys. */
const wheel = (deltaY: number, ctrlKey: boolean) =>
  fireEvent(box(), Object.assign(new Event('wheel', { cancelable: true }), { deltaY, ctrlKey }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test.each([
  [0, 0, 1],
  [2000, 600, 1],
  [502.4, 600, 0.8],
  [2000, 80, 0.8],
  [314, 600, 0.7],
])('in a box of %d × %d the picture has %f of its size', (width, height, zoom) => {
  show(width, height)
  expect(shownWidth()).toBe(Math.floor(WIDTH * zoom))
})

test('the picture is enlarged and reduced in steps, by buttons or Ctrl and wheel, and fits again', async () => {
  show(314, 600)
  await press('适应窗口')
  expect(shownWidth()).toBe(WIDTH * 0.5)
  await press('放大')
  expect(shownWidth()).toBe(WIDTH * 0.75)
  await press('放大')
  await press('缩小')
  await press('缩小')
  expect(shownWidth()).toBe(WIDTH * 0.5)
  wheel(-100, true)
  expect(shownWidth()).toBe(WIDTH * 0.75)
  wheel(-100, false)
  expect(shownWidth()).toBe(WIDTH * 0.75)
  await press('适应窗口')
  expect(shownWidth()).toBe(WIDTH * 0.5)
  wheel(100, true)
  expect(shownWidth()).toBe(WIDTH * 0.25)
  expect(screen.getByRole('button', { name: '缩小' }).getAttribute('aria-disabled')).toBe('true')
})

test('the mouse moves what is larger than the box, a finger scrolls it itself', () => {
  show(314, 50)
  const scrolled: unknown[] = []
  box().scrollTo = (to: unknown) => void scrolled.push(to)
  box().setPointerCapture = () => {}
  const pointer = (kind: 'Down' | 'Move' | 'Up', x: number, more = {}) =>
    fireEvent[`pointer${kind}`](box(), { button: 0, pointerType: 'mouse', clientX: x, clientY: 10, ...more })
  pointer('Down', 100)
  pointer('Move', 60)
  pointer('Up', 60)
  pointer('Move', 20)
  pointer('Down', 100, { pointerType: 'touch' })
  pointer('Move', 60)
  pointer('Down', 100, { button: 2 })
  pointer('Move', 60)
  expect(scrolled).toEqual([{ left: 40, top: 0 }])
})

test('the picture is downloaded as it came', async () => {
  const saved = vi.spyOn(download, 'saveBlob').mockReturnValue()
  show()
  await press('下载流程图')
  const [blob, name] = saved.mock.calls[0]!
  expect(name).toBe('请假流程图.svg')
  expect(btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))).toBe(image.split(',')[1])
})

test('each picture of a page uses its own arrow heads', () => {
  show()
  render(<ProcessDiagram image={image} name="采购" />)
  const heads = document.querySelectorAll('marker')
  expect(new Set([...heads].map(({ id }) => id)).size).toBe(6)
  for (const line of document.querySelectorAll('polyline')) {
    const id = line.getAttribute('marker-end')!.slice(5, -1)
    expect(line.closest('svg')!.querySelector(`[id="${id}"]`)).toBeTruthy()
  }
})
