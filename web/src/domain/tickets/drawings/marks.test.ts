import type { Drawing, DrawingMark } from '@heliodesk/contract/ticket-drawings.ts'
import { expect, test } from 'vitest'
import { followingLines, freePlace, markStates, nextTarget, nudged } from './marks.ts'

const markOf = (given: Partial<DrawingMark>): DrawingMark => ({
  x: 0.5,
  y: 0.5,
  kind: 'isolated',
  of: 'isolate',
  text: '断开 331',
  ...given,
})
const drawn = (...marks: DrawingMark[]): Drawing[] => [{ path: 'ab/1', title: '一次接线图', marks }]
const textsOf = (drawings: Drawing[]) => drawings.flatMap(({ marks }) => marks.map(({ text }) => text))

test.for<[key: string, shiftKey: boolean, to: object | null]>([
  ['ArrowRight', false, { x: 0.51, y: 0.5 }],
  ['ArrowUp', true, { x: 0.5, y: 0.498 }],
  ['Enter', false, null],
  ['constructor', false, null],
])('%s with Shift %s moves a mark to %o', ([key, shiftKey, to]) => {
  expect(nudged({ x: 0.5, y: 0.5 }, { key, shiftKey })).toEqual(to)
})

test('a mark stays on its picture', () => {
  expect(nudged({ x: 1, y: 0 }, { key: 'ArrowRight', shiftKey: false })).toEqual({ x: 1, y: 0 })
})

test('marks that are placed without a pointer do not cover each other', () => {
  const marks: { x: number; y: number }[] = []
  for (let at = 0; at < 20; at++) marks.push(freePlace(marks))
  expect(new Set(marks.map(({ x, y }) => `${x} ${y}`)).size).toBe(20)
})

const lines = [
  { group: 'isolate', text: '断开 331' },
  { group: 'isolate', text: '拉开 3317' },
  { group: 'earth', text: '装设接地线' },
] as const

test('the next line is the first of its kind without a mark', () => {
  expect(nextTarget('isolated', lines, drawn())).toEqual(lines[0])
  expect(nextTarget('isolated', lines, drawn(markOf({})))).toEqual(lines[1])
  expect(nextTarget('isolated', lines, drawn(markOf({}), markOf({ text: '拉开 3317' })))).toBeNull()
  expect(nextTarget('earth', lines, drawn())).toEqual(lines[2])
  expect(nextTarget('live', lines, drawn())).toBeNull()
})

test.for<[before: string[], after: string[], text: string]>([
  [['断开 331', '拉开 3317'], ['断开 332', '拉开 3317'], '断开 332'],
  // Moved, removed and added lines keep their words.
  [['断开 331', '拉开 3317'], ['拉开 3317', '断开 331'], '断开 331'],
  [['断开 331', '拉开 3317'], ['拉开 3317'], '断开 331'],
  [['断开 331'], ['断开 331', ''], '断开 331'],
  // A mark never comes to stand for a line that was there before it, nor for none.
  [['断开 331'], [''], '断开 331'],
  [['', '断开 331'], ['拉开 3317', '断开 331'], '断开 331'],
  [['断开 331', '断开 331'], ['断开 332', '断开 331'], '断开 331'],
])('a mark of a line, where %o become %o, says %s', ([before, after, text]) => {
  expect(textsOf(followingLines(drawn(markOf({})), 'isolate', before, after))).toEqual([text])
})

test('the marks of other groups and of words of their own do not follow', () => {
  const marks = [markOf({ of: 'earth' }), markOf({ of: null })]
  expect(textsOf(followingLines(drawn(...marks), 'isolate', ['断开 331'], ['断开 332']))).toEqual([
    '断开 331',
    '断开 331',
  ])
})

test('a mark is done once all its lines are', () => {
  const ticked = { at: '', name: '' }
  const stateOf = markStates([
    { group: 'isolate', text: '断开 331', ticked },
    { group: 'earth', text: '装设接地线', ticked },
    { group: 'earth', text: '装设接地线', ticked: null },
  ])
  expect(stateOf(markOf({}))).toBe('done')
  expect(stateOf(markOf({ of: 'earth', text: '装设接地线' }))).toBe('waits')
  expect(stateOf(markOf({ text: '不在票上' }))).toBe('waits')
  expect(stateOf(markOf({ of: null }))).toBeNull()
})
