import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { clientAt, pointOf } from './client.fixture.ts'
import { recorded } from './track.fixture.ts'
import { isPlausible } from './track.ts'

type Samples = [x: number, y: number, ms: number][]

const MINUTE = 60_000
const slide = (track: unknown, x = 150, ageMs = MINUTE) =>
  isPlausible(typeof track === 'string' ? track : JSON.stringify(track), {
    kind: 'blockPuzzle',
    points: [{ x, y: 5 }],
    ageMs,
  })

/** A drag of 150 pixels over this time that accelerates and decelerates. */
const drag = (ms: number, samples = 20): Samples =>
  Array.from({ length: samples }, (_each, at) => {
    const share = at / (samples - 1)
    return [150 * share * share * (3 - 2 * share), at % 3, 1000 + ms * share]
  })

describe('isPlausible', () => {
  it.each(recorded)('believes a recorded $by', ({ x, track }) => {
    expect(slide(track, x)).toBe(true)
  })

  it.each(recorded)('does not believe a recorded $by for another place', ({ x, track }) => {
    expect(slide(track, x + 5)).toBe(false)
  })

  it('believes every hand: slow or quick, with few samples or many, shaking, resting, coming back', () => {
    const hand = fc.record({
      ms: fc.integer({ min: 250, max: 50_000 }),
      samples: fc.integer({ min: 4, max: 300 }),
      shake: fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 300, maxLength: 300 }),
      rest: fc.nat(5000),
    })
    fc.assert(
      fc.property(hand, ({ ms, samples, shake, rest }) => {
        const track = drag(ms, samples).map(([x, y, at], index): Samples[number] =>
          index === samples - 1 ? [x, y, at + rest] : [x + shake[index]!, y, at],
        )
        expect(slide(track)).toBe(true)
      }),
    )
  })

  it.each([
    ['no JSON', 'x'],
    ['no list', '{"x":1}'],
    ['nothing', []],
    ['two samples', [drag(500)[0], drag(500).at(-1)]],
    ['pairs', drag(500).map(([x, y]) => [x, y])],
    ['texts', drag(500).map(([x, y, ms]) => [String(x), y, ms])],
    ['numbers beyond all bounds', '[[0,0,0],[70,0,300],[150,0,1e999]]'],
    ['too many samples', Array.from({ length: 2001 }, (_each, at) => [150, at % 7, at])],
    ['149 milliseconds', drag(149)],
    ['a track of no time at all', drag(0)],
    ['a time before the picture', drag(500).map(([x, y, ms]) => [x, y, ms - 1001])],
    ['time that runs backwards', drag(500).with(7, [40, 0, 5000])],
    ['the same speed all the way', drag(500).map(([, y], at) => [(150 * at) / 19, y, 40 * at])],
    [
      'a jump in two even halves',
      [
        [0, 0, 0],
        [75, 0, 200],
        [150, 0, 400],
      ],
    ],
    ['an end somewhere else', [...drag(500), [140, 0, 1600]]],
    ['more time than the picture has been out', drag(62_000)],
  ])('does not believe %s', (_name, track) => {
    expect(slide(track)).toBe(false)
  })

  it('does not believe any other text, whatever it is', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .array(fc.array(fc.oneof(fc.double(), fc.string()), { maxLength: 4 }))
        .map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(anything, (text) => {
        expect(slide(text)).toBe(false)
      }),
    )
  })

  it('believes clicks that come by every word in its order, in more than an instant', () => {
    const points = [
      { x: 40, y: 40 },
      { x: 150, y: 60 },
      { x: 90, y: 120 },
    ]
    const clicks = (order: number[], pauseMs: number) =>
      isPlausible(
        JSON.stringify(order.map((at, index) => [points[at]!.x, points[at]!.y, 900 + index * pauseMs])),
        {
          kind: 'clickWord',
          points,
          ageMs: MINUTE,
        },
      )
    expect(clicks([0, 1, 2], 400)).toBe(true)
    expect(clicks([0, 2, 1], 400)).toBe(false)
    expect(clicks([0, 1], 400)).toBe(false)
    expect(clicks([0, 1, 2], 40)).toBe(false)
  })
})

describe('a track on the wire', () => {
  const harness = useHarness()

  const judge = async (track: (x: number) => unknown, waitMs = 2000) => {
    const client = clientAt(harness, '')
    const shown = (await client.get()).repData as { token: string; secretKey: string; wordList: null }
    const point = (await pointOf(harness, shown.token)) as { x: number }
    harness.clock.advance(waitMs)
    const sent = track(point.x)
    return (await client.check(shown, point, sent === undefined ? {} : { track: JSON.stringify(sent) }))
      .repCode
  }
  const scaled = (x: number) => drag(900).map(([at, y, ms]) => [(at * x) / 150, y, ms])

  it('counts only where it is sent', async () => {
    expect(await judge(() => undefined)).toBe('0000')
    expect(await judge(scaled)).toBe('0000')
    expect(await judge(() => [])).toBe('6111')
    expect(await judge((x) => scaled(x - 20))).toBe('6111')
  })

  it('cannot have taken longer than the picture has been out', async () => {
    expect(await judge(scaled, 0)).toBe('6111')
  })
})
