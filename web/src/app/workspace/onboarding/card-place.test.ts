import { expect, test } from 'vitest'
import { cardPlace } from './card-place.ts'

const card = { width: 300, height: 120 }
const room = { width: 1000, height: 600 }

test.each([
  ['below what it points at', { left: 40, top: 10, width: 200, height: 30 }, { left: 40, top: 52 }],
  ['inside the window', { left: 900, top: 10, width: 80, height: 30 }, { left: 692, top: 52 }],
  [
    'beside it, where there is no room below',
    { left: 0, top: 500, width: 200, height: 30 },
    { left: 212, top: 472 },
  ],
  [
    'beside it, up to the edge of the window',
    { left: 0, top: 500, width: 680, height: 30 },
    { left: 692, top: 472 },
  ],
  [
    'above it, where there is none beside',
    { left: 0, top: 560, width: 1000, height: 40 },
    { left: 8, top: 428 },
  ],
  ['in the middle, when there is nothing to point at', null, { left: 350, top: 240 }],
])('the card of the tour stands %s', (_where, target, place) => {
  expect(cardPlace(target, card, room)).toEqual(place)
})
