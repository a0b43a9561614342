import { describe, expect, test } from 'vitest'
import { dragged, keptInside, squareOf } from './crop.ts'

const wide = { width: 400, height: 200 }

describe('the square that is cut out', () => {
  test('is the largest one in the middle at first', () => {
    expect(squareOf(wide, 1, { x: 200, y: 100 })).toEqual({ x: 100, y: 0, side: 200 })
  })

  test('grows smaller with the zoom, around the same centre', () => {
    expect(squareOf(wide, 2, { x: 200, y: 100 })).toEqual({ x: 150, y: 50, side: 100 })
  })

  test.each([
    [
      { x: -50, y: 900 },
      { x: 100, y: 100 },
    ],
    [
      { x: 390, y: 10 },
      { x: 300, y: 100 },
    ],
  ])('never leaves the picture: %o', (centre, kept) => {
    expect(keptInside(wide, 1, centre)).toEqual(kept)
  })

  test('follows the pointer: dragging to the right shows what is at the left', () => {
    // At zoom 2 the square is 100 px of the picture, shown in 200 px; so dragging 100 px moves it by 50.
    expect(dragged(wide, 2, { x: 200, y: 100 }, { x: 100, y: 0 }, 200)).toEqual({ x: 150, y: 100 })
    expect(dragged(wide, 1, { x: 200, y: 100 }, { x: 0, y: 500 }, 200)).toEqual({ x: 200, y: 100 })
  })
})
