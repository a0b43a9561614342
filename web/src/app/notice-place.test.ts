import { expect, test } from 'vitest'
import { clearTop } from './notice-place.ts'

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
