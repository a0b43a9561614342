import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError, download } from '../../lib/call.ts'
import { saveFile } from '../../lib/download.ts'
import { Still } from '../still.fixture.tsx'
import { ImagePreviewer } from './ImagePreviewer.tsx'

vi.mock('../../lib/download.ts', { spy: true })
vi.mock('../../lib/call.ts', { spy: true })

/** The IntersectionObserver of the thumbnails; `tell` reports an element as near. */
let observer: { margin: string; tell: (element: Element) => void }

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
  Element.prototype.setPointerCapture = vi.fn()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: object[]) => void, { rootMargin }: { rootMargin: string }) {
        observer = {
          margin: rootMargin,
          tell: (target) => callback([{ target, isIntersecting: true }]),
        }
      }
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pictures = ['a', 'b', 'c'].map((name) => ({
  url: `/link/${name}.png`,
  path: `ab/${name}.png`,
  name: `${name}.png`,
}))

type Props = Partial<Parameters<typeof ImagePreviewer>[0]>

function show(props: Props = {}) {
  const onClose = vi.fn()
  render(<ImagePreviewer items={pictures} onClose={onClose} {...props} />, { wrapper: Still })
  return onClose
}

const group = () => screen.getByRole('group', { name: '图片预览' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const key = (name: string) => fireEvent.keyDown(group(), { key: name })
const at = () => screen.getByText(/^\d+ \/ \d+$/).textContent
const percent = () => screen.getByLabelText('缩放比例').textContent
const picture = () => document.querySelector<HTMLImageElement>('.image-previewer-stage > img')!
const transform = () => picture().style.transform
const thumbs = () => [...screen.getByRole('list', { name: '缩略图' }).querySelectorAll('button')]
const stage = () => document.querySelector('.image-previewer-stage')!

it('shows the picture, where it stands among the others, and its name', () => {
  show({ start: 1 })
  expect(at()).toBe('2 / 3')
  expect(screen.getByRole('dialog', { name: '预览 b.png' })).toBeTruthy()
  expect(picture().getAttribute('src')).toBe('/link/b.png')
})

it('the arrows step through the pictures and wrap at the ends', () => {
  show()
  press('下一张')
  expect(at()).toBe('2 / 3')
  press('上一张')
  press('上一张')
  expect(at()).toBe('3 / 3')
  press('下一张')
  expect(at()).toBe('1 / 3')
})

it('where wrapping is not allowed the ends are ends', () => {
  show({ wraps: false })
  press('上一张')
  expect(at()).toBe('1 / 3')
  expect(screen.getByRole('button', { name: '上一张' }).getAttribute('aria-description')).toBe('已是第一张')
  key('ArrowRight')
  key('ArrowRight')
  key('ArrowRight')
  expect(at()).toBe('3 / 3')
})

it('zooms by 1.2 and 0.8 within 0.5 and 3, shows the percentage, turns by 90 degrees, and is reset', () => {
  show()
  expect(percent()).toBe('100%')
  press('放大')
  expect(percent()).toBe('120%')
  press('缩小')
  expect(percent()).toBe('96%')
  press('旋转 90°')
  expect(transform()).toBe('translate(0px, 0px) scale(0.96) rotate(90deg)')
  for (let i = 0; i < 10; i++) press('放大')
  expect(percent()).toBe('300%')
  for (let i = 0; i < 20; i++) press('缩小')
  expect(percent()).toBe('50%')
  press('还原')
  expect(transform()).toBe('translate(0px, 0px) scale(1) rotate(0deg)')
})

it('the wheel zooms by 1.1 and 0.9', () => {
  show()
  fireEvent.wheel(stage(), { deltaY: -100 })
  expect(percent()).toBe('110%')
  fireEvent.wheel(stage(), { deltaY: 100 })
  expect(percent()).toBe('99%')
})

it('the keyboard does everything', () => {
  const onClose = show()
  expect(document.activeElement).toBe(group())
  const effects = [
    ['ArrowRight', at, '2 / 3'],
    ['ArrowLeft', at, '1 / 3'],
    ['+', percent, '120%'],
    ['-', percent, '96%'],
    ['r', transform, 'translate(0px, 0px) scale(0.96) rotate(90deg)'],
    ['0', transform, 'translate(0px, 0px) scale(1) rotate(0deg)'],
  ] as const
  for (const [pressed, shown, now] of effects) {
    key(pressed)
    expect(shown()).toBe(now)
  }
  fireEvent.keyDown(group(), { key: 'ArrowRight', ctrlKey: true })
  expect(at()).toBe('1 / 3')
  fireEvent.keyDown(group(), { key: 'Escape', keyCode: 27 })
  expect(onClose).toHaveBeenCalledOnce()
})

const pointer = (kind: 'Down' | 'Move' | 'Up', pointerId: number, x: number, y = 0, pointerType = 'touch') =>
  fireEvent[`pointer${kind}`](stage(), { pointerId, pointerType, clientX: x, clientY: y, button: 0 })

it('a mouse drags the picture', () => {
  show()
  pointer('Down', 1, 10, 10, 'mouse')
  pointer('Move', 1, 40, 30, 'mouse')
  pointer('Up', 1, 40, 30, 'mouse')
  pointer('Move', 1, 90, 90, 'mouse')
  expect(transform()).toBe('translate(30px, 20px) scale(1) rotate(0deg)')
})

it.each([
  ['to the left leads on', -60, 0, '2 / 3'],
  ['to the right leads back', 60, 0, '3 / 3'],
  ['that is short does nothing', -40, 0, '1 / 3'],
  ['downwards does nothing', -60, 90, '1 / 3'],
])('a finger’s swipe %s', (_title, x, y, where) => {
  show()
  pointer('Down', 1, 200, 100)
  pointer('Move', 1, 200 + x, 100 + y)
  pointer('Up', 1, 200 + x, 100 + y)
  expect(at()).toBe(where)
})

it('two fingers zoom by their distance, and one moves what is enlarged', () => {
  show()
  pointer('Down', 1, -50)
  pointer('Down', 2, 50)
  pointer('Move', 2, 150)
  expect(percent()).toBe('200%')
  pointer('Up', 2, 150)
  pointer('Up', 1, -50)
  expect(at()).toBe('1 / 3')
  const before = transform()
  pointer('Down', 1, 0)
  pointer('Move', 1, 80)
  pointer('Up', 1, 80)
  expect(at()).toBe('1 / 3')
  expect(transform()).not.toBe(before)
})

it('a picture that two fingers made no larger than it fits is in the middle again, within reach of a swipe', () => {
  show()
  pointer('Down', 1, -150)
  pointer('Down', 2, 50)
  pointer('Move', 2, -50)
  pointer('Up', 1, -150)
  expect(percent()).toBe('50%')
  pointer('Move', 2, -90)
  expect(transform()).not.toContain('translate(0px, 0px)')
  pointer('Up', 2, -90)
  expect(transform()).toContain('translate(0px, 0px)')
  expect(at()).toBe('1 / 3')
  pointer('Down', 1, 60)
  pointer('Move', 1, -60)
  pointer('Up', 1, -60)
  expect(at()).toBe('2 / 3')
})

it('another picture begins as it fits', () => {
  show()
  press('放大')
  press('下一张')
  expect(percent()).toBe('100%')
})

it('a thumbnail is loaded within 300 px of the visible area, and leads to its picture', () => {
  show()
  expect(observer.margin).toBe('300px')
  expect(thumbs().map((thumb) => thumb.querySelector('img'))).toEqual([null, null, null])
  const third = thumbs()[2]!
  act(() => observer.tell(third.closest('li')!))
  expect(thumbs().map((thumb) => thumb.querySelector('img')?.getAttribute('src'))).toEqual([
    undefined,
    undefined,
    '/link/c.png',
  ])
  fireEvent.click(third)
  expect(at()).toBe('3 / 3')
  expect(third.getAttribute('aria-current')).toBe('true')
})

it.each([
  [270, true],
  [269, false],
])('three thumbnails in a window of %i px are centred: %s', (width, centred) => {
  vi.stubGlobal('innerWidth', width)
  show()
  expect(screen.getByRole('list', { name: '缩略图' }).classList.contains('image-previewer-centred')).toBe(
    centred,
  )
})

it('a picture that does not load shows a placeholder, and loads again when asked to', () => {
  show()
  fireEvent.error(picture())
  expect(screen.getByRole('alert').textContent).toContain('图片加载失败')
  press('重试')
  expect(picture().getAttribute('src')).toBe('/link/a.png')
  fireEvent.load(picture())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('stands at z-index 2000 unless told otherwise', () => {
  show()
  expect(document.querySelector<HTMLElement>('.image-previewer')!.style.zIndex).toBe('2000')
  cleanup()
  show({ zIndex: 3000 })
  expect(document.querySelector<HTMLElement>('.image-previewer')!.style.zIndex).toBe('3000')
})

it('closes by its button, and saves the original', () => {
  vi.mocked(saveFile).mockResolvedValue()
  const onClose = show()
  press('下载原图')
  expect(saveFile).toHaveBeenCalledWith({ path: 'ab/a.png', name: 'a.png' })
  press('关闭')
  expect(onClose).toHaveBeenCalledOnce()
})

it('a paper shows its first page and leads to the browser’s own viewer; what is neither is saved', () => {
  const pdf = { url: '/link/a.pdf', name: 'a.pdf', fileType: 'application/pdf' }
  show({
    items: [{ ...pdf, fileUrlPreview: '/link/page.png' }, pdf, { name: 'a.docx', url: '/link/a.docx' }],
  })
  expect(picture().getAttribute('src')).toBe('/link/page.png')
  expect(screen.getByRole('link', { name: '查看全文' }).getAttribute('href')).toBe('/link/a.pdf')
  press('下一张')
  expect(screen.getByText('还没有预览图')).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看全文' })).toBeTruthy()
  press('下一张')
  expect(screen.getByText('DOCX文件不能预览，请下载后查看')).toBeTruthy()
  expect(screen.getByRole('link', { name: '下载原图' }).getAttribute('download')).toBe('a.docx')
})

it('a film shows its first frame and is played here, and one that does not play is said to be one', () => {
  show({
    items: [{ url: '/link/a.mp4', name: 'a.mp4', fileType: 'video/mp4', fileUrlPreview: '/link/frame.webp' }],
  })
  const film = screen.getByLabelText('a.mp4')
  expect([film.getAttribute('src'), film.getAttribute('poster')]).toEqual(['/link/a.mp4', '/link/frame.webp'])
  expect(screen.queryByRole('toolbar', { name: '图片工具' })).toBeNull()
  fireEvent.error(film)
  expect(screen.getByRole('alert').textContent).toContain('此浏览器不能播放这段视频')
})

it('a picture of which the path alone is known is fetched with the session', async () => {
  const made = vi.fn(() => 'blob:1')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn() }))
  vi.mocked(download).mockRejectedValueOnce(new CallError('网络连接失败', 0, 'offline', null))
  show({ items: [{ path: 'ab/a.png' }] })
  expect(await screen.findByText('图片加载失败')).toBeTruthy()
  vi.mocked(download).mockResolvedValueOnce({ blob: new Blob(['x']), name: null })
  press('重试')
  await waitFor(() => expect(picture()?.getAttribute('src')).toBe('blob:1'))
  expect(vi.mocked(download).mock.calls.map(([, input]) => input)).toEqual([
    { path: 'ab/a.png' },
    { path: 'ab/a.png' },
  ])
})
