import { expect, test, vi } from 'vitest'
import { clearPlace, clearTop, keepClear } from './notice-place.ts'

const END = 844
const head = { top: 0, bottom: 188 }
const foot = { top: 776, bottom: 844 }

test.each([
  ['with nothing in the way', 66, [], 64],
  ['below the head of a drawer', 66, [head, foot], 196],
  ['below the parts of a head that stand below each other', 66, [{ top: 0, bottom: 56 }, head], 196],
  [
    'above a low dialog',
    66,
    [
      { top: 300, bottom: 340 },
      { top: 480, bottom: 524 },
    ],
    64,
  ],
  [
    'below the head of a high dialog',
    66,
    [
      { top: 90, bottom: 130 },
      { top: 700, bottom: 744 },
    ],
    138,
  ],
  [
    'between heads that leave no room in between',
    66,
    [
      { top: 0, bottom: 60 },
      { top: 100, bottom: 150 },
    ],
    158,
  ],
  ['where there is most room, when there is nowhere enough', 700, [head, foot], 196],
  ['at the top, when all is taken', 66, [{ top: 0, bottom: END }], 64],
])('a notice stands %s', (_where, height, spans, top) => {
  expect(clearTop(64, height, spans, END)).toBe(top)
})

const wide = { top: 60, left: 1084, right: 1424 }
const phone = { top: 64, left: 16, right: 374 }
const menus = (left: number, right: number, tops: readonly number[]) =>
  tops.map((top) => ({ left, right, top, bottom: top + 40 }))
const everyRow = Array.from({ length: 20 }, (_, row) => 60 + row * 40)

test.each([
  ['in its column, when no row has an action there', wide, menus(900, 980, everyRow), { top: 60, aside: 0 }],
  ['between actions that leave room', wide, menus(1352, 1424, [60, 300]), { top: 108, aside: 0 }],
  ['beside the actions of a table', wide, menus(1352, 1424, everyRow), { top: 60, aside: 80 }],
  ['beside the menus of cards', phone, menus(330, 374, everyRow), { top: 64, aside: 52 }],
  ['between the wide buttons of cards', phone, menus(16, 374, [80, 230, 380]), { top: 128, aside: 0 }],
])('a notice stands %s', (_where, column, rowActions, place) => {
  expect(clearPlace(column, 66, { headsIn: () => [], rowActions, end: END })).toEqual(place)
})

test('beside the actions of a table a notice keeps clear of what is at the head there', () => {
  const headsIn = (left: number) => (left < 1084 ? [{ top: 0, bottom: 120 }] : [])
  const rowActions = menus(1352, 1424, everyRow)
  expect(clearPlace(wide, 66, { headsIn, rowActions, end: END })).toEqual({ top: 128, aside: 80 })
})

test('notices that are gone watch nothing any more, and leave the place they had', async () => {
  const frames = vi.fn(() => 1)
  vi.stubGlobal('requestAnimationFrame', frames)
  const notices = document.createElement('div')
  document.body.append(notices)
  const stop = keepClear(notices)
  notices.style.marginTop = '9px'
  document.body.className = 'changed'
  await new Promise((resolve) => setTimeout(resolve))
  expect(frames).toHaveBeenCalledOnce()
  stop()
  expect(notices.style.marginTop).toBe('')
  frames.mockClear()
  document.body.className = ''
  window.dispatchEvent(new Event('resize'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(frames).not.toHaveBeenCalled()
})
