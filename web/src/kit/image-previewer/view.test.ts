import { describe, expect, it } from 'vitest'
import {
  addressOf,
  beside,
  FITTED,
  isCentred,
  isPreviewable,
  moved,
  percentOf,
  shownOf,
  turned,
  ZOOM,
  zoomed,
  type View,
} from './view.ts'

const times = (count: number, step: (view: View) => View) =>
  Array.from({ length: count }).reduce<View>((view) => step(view), FITTED)

describe('zoom', () => {
  it.each([
    ['a step in is a factor of 1.2', ZOOM.in, '120%'],
    ['a step out is a factor of 0.8', ZOOM.out, '80%'],
    ['the wheel goes in by 1.1', ZOOM.wheelIn, '110%'],
    ['the wheel goes out by 0.9', ZOOM.wheelOut, '90%'],
  ])('%s', (_title, factor, percent) => {
    expect(percentOf(zoomed(FITTED, factor))).toBe(percent)
  })

  it('never goes above 3 nor below 0.5', () => {
    expect(times(6, (view) => zoomed(view, ZOOM.in)).scale).toBeCloseTo(2.986)
    expect(times(7, (view) => zoomed(view, ZOOM.in)).scale).toBe(3)
    expect(times(3, (view) => zoomed(view, ZOOM.out)).scale).toBeCloseTo(0.512)
    expect(times(4, (view) => zoomed(view, ZOOM.out)).scale).toBe(0.5)
    expect(zoomed(FITTED, 100).scale).toBe(3)
  })

  it('keeps the point under the pointer where it is', () => {
    const at = { x: 100, y: -40 }
    const before = moved(FITTED, { x: 30, y: 10 })
    const after = zoomed(before, 1.5, at)
    // A point of the picture is drawn at offset + scale × place.
    const place = { x: (at.x - before.x) / before.scale, y: (at.y - before.y) / before.scale }
    expect(after.x + after.scale * place.x).toBeCloseTo(at.x)
    expect(after.y + after.scale * place.y).toBeCloseTo(at.y)
  })

  it('at a limit moves nothing', () => {
    const most = { ...FITTED, scale: 3 }
    expect(zoomed(most, ZOOM.in, { x: 50, y: 50 })).toEqual(most)
  })
})

it('a turn is 90 degrees, always the same way', () => {
  expect([1, 2, 4, 5].map((count) => times(count, turned).turn)).toEqual([90, 180, 360, 450])
})

it.each([
  [0, 1, 3, true, 1],
  [2, 1, 3, true, 0],
  [0, -1, 3, true, 2],
  [2, 1, 3, false, null],
  [0, -1, 3, false, null],
  [1, -1, 3, false, 0],
  [0, 1, 1, true, null],
] as const)('from %i by %i of %i, wrapping %s, leads to %s', (at, step, count, wraps, next) => {
  expect(beside(at, step, count, wraps)).toBe(next)
})

it.each([
  [10, 900, true],
  [11, 900, false],
  [4, 390, true],
  [5, 390, false],
])('%i thumbnails in a window of %i px are centred: %s', (count, width, centred) => {
  expect(isCentred(count, width)).toBe(centred)
})

describe('an image item', () => {
  it.each([
    ['http://cdn.example.com/a.png', 'http://cdn.example.com/a.png'],
    ['https://cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
    ['/api/oss/link/a.png?x=1', '/api/oss/link/a.png?x=1'],
    ['ab/a.png', '/api/oss/static/ab/a.png'],
  ])('address %s is used as %s', (address, used) => expect(addressOf(address)).toBe(used))

  it('can be a url string', () => {
    expect(shownOf('https://cdn.example.com/%E7%8E%B0%E5%9C%BA.png?v=2')).toMatchObject({
      name: '现场.png',
      picture: 'https://cdn.example.com/%E7%8E%B0%E5%9C%BA.png?v=2',
      thumbnail: 'https://cdn.example.com/%E7%8E%B0%E5%9C%BA.png?v=2',
      path: null,
    })
  })

  it('can be an object with fileUrlThumbnail, fileUrlPreview and path', () => {
    const item = { fileUrlThumbnail: '/small', fileUrlPreview: '/middle', path: 'ab/a.png', name: 'a.png' }
    expect(shownOf(item)).toEqual({
      name: 'a.png',
      picture: '/middle',
      thumbnail: '/small',
      original: '/middle',
      fetched: false,
      path: 'ab/a.png',
      fileType: 'image/png',
    })
  })

  it('can be an object with one of them alone', () => {
    expect(shownOf({ path: 'ab/a.png' })).toMatchObject({ path: 'ab/a.png', fetched: true, picture: null })
    expect(shownOf({ path: 'http://cdn.example.com/a.png' })).toMatchObject({
      picture: 'http://cdn.example.com/a.png',
      path: null,
    })
    expect(shownOf({ fileUrlPreview: '/middle' })).toMatchObject({ picture: '/middle', thumbnail: '/middle' })
    expect(shownOf({ fileUrlThumbnail: '/small.png' })).toMatchObject({ picture: '/small.png' })
  })

  it('that is a paper is shown by its first page, and not at all without one', () => {
    const pdf = { url: '/a.pdf', name: 'a.pdf', fileType: 'application/pdf' }
    expect(shownOf({ ...pdf, fileUrlPreview: '/page.png' })).toMatchObject({ picture: '/page.png' })
    expect(shownOf(pdf)).toMatchObject({ picture: null, original: '/a.pdf' })
  })
})

it.each([
  ['a.png', true],
  ['a.JPG', true],
  ['a.jpeg', true],
  ['a.bmp', true],
  ['a.pdf', true],
  ['a.gif', false],
  ['a.webp', false],
  ['a.docx', false],
  ['a.mp4', false],
  ['a', false],
])('%s can be previewed: %s', (name, previewable) => {
  expect(isPreviewable({ name })).toBe(previewable)
})
