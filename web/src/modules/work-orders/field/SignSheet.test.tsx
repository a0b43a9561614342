import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Page } from '../../../kit/page.fixture.tsx'
import { SignSheet } from './SignSheet.tsx'

beforeEach(() => {
  Element.prototype.setPointerCapture = vi.fn()
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 500, 200)
})

function show(props: Partial<Parameters<typeof SignSheet>[0]> = {}) {
  const onGive = vi.fn()
  const onClose = vi.fn()
  render(
    <SignSheet role="executor" name="李沐阳" verb="确定" onGive={onGive} onClose={onClose} {...props} />,
    { wrapper: Page },
  )
  return { onGive, onClose }
}
const pad = () => screen.getByRole('img', { name: /^签名区/ })
const pointer = (kind: 'Down' | 'Move' | 'Up', x: number, y: number, pointerId = 1) =>
  fireEvent[`pointer${kind}`](pad(), { pointerId, pointerType: 'touch', clientX: x, clientY: y, button: 0 })
const stroke = (...points: [number, number][]) => {
  const [first, ...others] = points
  pointer('Down', ...first!)
  for (const point of others) pointer('Move', ...point)
  pointer('Up', ...points.at(-1)!)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('is signed with a finger: the strokes are given in the size of the field, near points once', async () => {
  const { onGive } = show()
  await press('确定')
  expect(onGive).not.toHaveBeenCalled()
  stroke([10, 20], [11, 20], [60, 80])
  stroke([499, 199], [900, 900])
  await press('确定')
  expect(onGive).toHaveBeenCalledExactlyOnceWith({
    role: 'executor',
    name: '李沐阳',
    title: '',
    strokes: '20,40,120,160;998,398',
  })
})

test('a second finger draws nothing, and what was drawn can be cleared', async () => {
  const { onGive } = show()
  pointer('Down', 10, 10)
  pointer('Down', 300, 100, 2)
  pointer('Move', 400, 100, 2)
  pointer('Up', 10, 10)
  expect(screen.getByRole('img', { name: '签名区，已写 1 笔' })).toBeTruthy()
  await press('清除')
  expect(screen.getByRole('img', { name: '签名区，空白' })).toBeTruthy()
  await press('确定')
  expect(onGive).not.toHaveBeenCalled()
})

test('ends a stroke before it is too much to send', async () => {
  const { onGive } = show()
  pointer('Down', 0, 0)
  for (let n = 0; n < 3000; n++) pointer('Move', n % 2 === 0 ? 490 : 10, n % 200)
  pointer('Up', 0, 0)
  await press('确定')
  const [{ strokes }] = onGive.mock.calls[0] as [{ strokes: string }]
  expect(strokes.length).toBeLessThanOrEqual(18_000)
  expect(strokes.length).toBeGreaterThan(17_000)
})

test('who cannot write on the screen types the name, also by the keyboard alone', async () => {
  const { onGive, onClose } = show({ role: 'witness', name: '' })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '姓名' }))
  await userEvent.keyboard('王建国{Tab}业主代表{Tab} ')
  expect(screen.queryByRole('img', { name: /^签名区/ })).toBeNull()
  await press('确定')
  expect(onGive).toHaveBeenCalledExactlyOnceWith({
    role: 'witness',
    name: '王建国',
    title: '业主代表',
    strokes: '',
  })
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})
