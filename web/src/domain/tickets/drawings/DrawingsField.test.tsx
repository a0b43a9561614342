import type { Drawing, MarkableLine } from '@heliodesk/contract/ticket-drawings.ts'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../../kit/page.fixture.tsx'
import { arriving, fileOf } from '../../../lib/files.fixture.ts'
import { drawing } from './drawing.fixture.ts'
import { DrawingsField } from './DrawingsField.tsx'
import { wholeDrawings } from './marks.ts'
import { useDrawingFiles } from './use-drawing-files.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolatePages()

const lines: MarkableLine[] = [
  { group: 'isolate', text: '断开 7 号箱变低压侧 400 断路器' },
  { group: 'isolate', text: '拉开 7 号箱变高压负荷开关 371' },
  { group: 'earth', text: '在高压熔断器两侧各装设接地线一组' },
  { group: 'board', text: '' },
]

/** The field over this state, which `current` tells. */
function show(initial = [drawing()], with_ = lines) {
  const changed = vi.fn<(drawings: readonly Drawing[]) => void>()
  const told = () => changed.mock.lastCall?.[0] ?? wholeDrawings(initial)
  function Form() {
    const [drawings, setDrawings] = useState(wholeDrawings(initial))
    const files = useDrawingFiles(initial)
    return (
      <form>
        <DrawingsField
          files={files}
          drawings={drawings}
          lines={with_}
          error={null}
          onChange={(next) => {
            setDrawings(next)
            changed(next)
          }}
        />
      </form>
    )
  }
  render(<Form />, { wrapper: Page })
  return { marks: () => told()[0]!.marks, drawings: told }
}

const surface = () => screen.getByRole('button', { name: /添加.*标注/ })
const pin = (no: number) => screen.getByRole('button', { name: new RegExp(`^标注 ${no}，`) })

test('a press places the next measure of the chosen kind, which is then chosen', () => {
  const { marks } = show()
  vi.spyOn(surface(), 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 400, 200))
  fireEvent.click(surface(), { detail: 1, clientX: 200, clientY: 150 })
  expect(marks()[3]).toEqual({ x: 0.25, y: 0.25, kind: 'isolated', of: 'isolate', text: lines[0]!.text })
  expect(pin(4).getAttribute('aria-pressed')).toBe('true')
  expect(document.activeElement).toBe(pin(4))
  // All lines of this kind are marked: the next one has words of its own.
  fireEvent.click(surface(), { detail: 1, clientX: 300, clientY: 150 })
  expect(marks()[4]).toMatchObject({ of: null, text: '' })
  expect(screen.getAllByText('请填写标注的内容')).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('标注 5的内容'), { target: { value: '7号箱变' } })
  expect(marks()[4]).toMatchObject({ text: '7号箱变' })
  expect(screen.queryByText('请填写标注的内容')).toBeNull()
})

test('the keyboard places a mark, moves it, removes it and takes it back', async () => {
  const { marks } = show()
  surface().focus()
  await userEvent.keyboard('{Enter}')
  expect(marks()).toHaveLength(4)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowUp}{/Shift}')
  expect(marks()[3]).toMatchObject({ x: 0.52, y: 0.498 })
  pin(1).focus()
  await userEvent.keyboard('{Delete}')
  expect(marks().map(({ kind }) => kind)).toEqual(['earth', 'live', 'isolated'])
  expect(screen.getByRole('status').textContent).toContain('已删除标注 1')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '恢复' }))
  await userEvent.keyboard('{Enter}')
  expect(marks()[0]).toEqual(drawing().marks[0])
  expect(document.activeElement).toBe(pin(1))
})

test('a mark is dragged; a press that slips only chooses it', () => {
  const { marks } = show()
  vi.spyOn(surface(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100))
  const third = pin(3)
  third.setPointerCapture = vi.fn()
  const point = (clientX: number, clientY: number) => ({ pointerId: 1, button: 0, clientX, clientY })
  fireEvent.pointerDown(third, point(80, 10))
  fireEvent.pointerMove(third, point(81, 11))
  fireEvent.pointerUp(third, point(81, 11))
  expect(marks()[2]).toMatchObject({ x: 0.8, y: 0.1 })
  fireEvent.pointerDown(third, point(80, 10))
  fireEvent.pointerMove(third, point(60, 30))
  fireEvent.pointerMove(third, point(150, 30))
  fireEvent.pointerUp(third, point(150, 30))
  expect(marks()[2]).toMatchObject({ x: 1, y: 0.3 })
})

test('a mark whose measure is gone asks for another one', async () => {
  const { marks } = show([drawing()], lines.slice(0, 2))
  const list = screen.getByRole('list', { name: '7号箱变一次接线图的标注' })
  expect(within(list).getAllByText('措施已改动，请重新选择')).toHaveLength(1)
  await userEvent.click(within(list).getByRole('button', { name: /^修改标注 2/ }))
  await userEvent.click(screen.getByRole('combobox', { name: '标注 2对应的措施' }))
  await userEvent.click(
    await screen.findByText(lines[0]!.text, { selector: '.ant-select-item-option-content' }),
  )
  expect(marks()[1]).toMatchObject({ of: 'isolate', text: lines[0]!.text })
  expect(within(list).queryByText('措施已改动，请重新选择')).toBeNull()
})

test('a drawing with marks is removed after a question, one without at once', async () => {
  const { drawings } = show([drawing(), drawing({ path: 'ab/2.png', title: '平面图', marks: [] })])
  await userEvent.click(screen.getByRole('button', { name: '删除第 2 张附图' }))
  expect(drawings()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: '删除第 1 张附图' }))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('删除附图“7号箱变一次接线图”？')
  expect(question.textContent).toContain('图上的 3 处标注会一起删除')
  await userEvent.click(within(question).getByRole('button', { name: '删除' }))
  expect(drawings()).toHaveLength(0)
})

test('an upload becomes a drawing with the name of its file; a document is refused', async () => {
  arriving()
  const { drawings } = show([])
  const choose = (name: string, about?: object) =>
    fireEvent.change(screen.getByLabelText('附图', { selector: 'input' }), {
      target: { files: [fileOf(name, about)] },
    })
  choose('图纸.pdf', { type: 'application/pdf' })
  expect(screen.getByRole('alert').textContent).toContain('请上传PNG、JPG、WebP格式文件!')
  choose('总平面图.png')
  await waitFor(() => expect(drawings()).toMatchObject([{ title: '总平面图', marks: [] }]))
  expect(screen.getByLabelText<HTMLInputElement>('第 1 张附图的图名').value).toBe('总平面图')
  choose('接线图.png')
  await waitFor(() => expect(drawings().map(({ title }) => title)).toEqual(['总平面图', '接线图']))
})
