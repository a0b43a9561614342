import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barAt, MONDAY } from './bar.fixture.ts'
import {
  endMovedBy,
  LANE,
  labelOf,
  lanesWithin,
  layOut,
  movedBy,
  placeBars,
  placeOf,
  rowsWithin,
  scaleOf,
  spanOf,
  STEP,
  textWidth,
  type Placed,
} from './geometry.ts'
import { periodOf } from './period.ts'
import { DAY, HOUR, planOf } from './plan-time.ts'

const week = scaleOf('week', periodOf('week', '2026-11-16'), 1400)

describe('the scale', () => {
  test.each([
    ['week', 1400, 14, 1400],
    ['week', 300, 14, 896],
    ['day', 2400, 24, 2400],
    ['day', 300, 24, 1056],
    ['month', 300, 30, 900],
  ] as const)('of a %s in %i px has %i columns and is %i px wide', (zoom, room, columns, width) => {
    expect(scaleOf(zoom, periodOf(zoom, '2026-11-16'), room)).toMatchObject({ columns, width })
  })

  test('begins at 0 and ends at its width', () => {
    expect(placeOf(week, MONDAY)).toBe(0)
    expect(placeOf(week, MONDAY + 14 * DAY)).toBeCloseTo(1400)
    expect(placeOf(week, MONDAY + DAY)).toBeCloseTo(100)
  })

  test.each([
    ['within', 24, 48, { x: 100, width: 100 }],
    ['from before', -48, 24, { x: 0, width: 100 }],
    ['to after', 13 * 24, 20 * 24, { x: 1300, width: 100 }],
    ['around', -48, 20 * 24, { x: 0, width: 1400 }],
    ['an instant', 24, 24, { x: 100, width: 4 }],
    ['before', -48, -24, null],
    ['after', 14 * 24, 15 * 24, null],
  ])('cuts a plan that is %s', (_where, from, to, span) => {
    const found = spanOf(week, planOf(barAt('1', from, to)))
    if (span === null) expect(found).toBeNull()
    else {
      expect(found!.x).toBeCloseTo(span.x)
      expect(found!.width).toBeCloseTo(span.width)
    }
  })
})

describe('a plan that is dragged', () => {
  const hours = fc.integer({ min: -500, max: 500 })
  const plan = fc.tuple(hours, fc.integer({ min: 1, max: 300 })).map(([from, length]) => ({
    start: MONDAY + from * HOUR,
    end: MONDAY + (from + length) * HOUR,
  }))
  const px = fc.integer({ min: -3000, max: 3000 })
  const step = fc.constantFrom(...Object.values(STEP))

  test('keeps its length and moves by whole steps, the nearest to the pointer', () =>
    fc.assert(
      fc.property(plan, px, step, (before, by, each) => {
        const after = movedBy(week, before, by, each)
        expect(after.end - after.start).toBe(before.end - before.start)
        expect(Math.abs((after.start - before.start) % each)).toBe(0)
        expect(Math.abs(after.start - before.start - by / week.perMs)).toBeLessThanOrEqual(each / 2 + 1)
      }),
    ))

  test('moved there and back is where it was', () =>
    fc.assert(
      fc.property(plan, px, step, (before, by, each) => {
        const there = movedBy(week, before, by, each)
        expect(movedBy(week, there, -by, each)).toEqual(before)
      }),
    ))

  test('keeps its start when the end is dragged, and something of its length', () =>
    fc.assert(
      fc.property(plan, px, step, (before, by, each) => {
        const after = endMovedBy(week, before, by, each)
        expect(after.start).toBe(before.start)
        expect(after.end - after.start).toBeGreaterThanOrEqual(Math.min(each, before.end - before.start))
      }),
    ))
})

const widthOf = (placed: Placed, side: Placed['label']) =>
  placed.label === side ? textWidth(labelOf(placed.bar, placed.late)) : 0
const startOf = (placed: Placed) => placed.x - widthOf(placed, 'left')
const endOf = (placed: Placed) => placed.x + placed.width + placed.late + widthOf(placed, 'right')

const someBars = fc
  .array(fc.tuple(fc.integer({ min: -100, max: 400 }), fc.integer({ min: 0, max: 200 }), fc.nat(20)), {
    maxLength: 120,
  })
  .map((all) =>
    all
      .toSorted((one, other) => one[0] - other[0])
      .map(([from, length, letters], at) =>
        barAt(String(at), from, from + length, { taskDescription: '查'.repeat(1 + letters) }),
      ),
  )

describe('bars in a row', () => {
  test('are all there, and neither they nor their labels cover each other', () =>
    fc.assert(
      fc.property(someBars, fc.integer({ min: -50, max: 500 }), (bars, hour) => {
        const lanes = placeBars(week, bars, MONDAY + hour * HOUR)
        const within = bars.filter((bar) => spanOf(week, planOf(bar)) !== null)
        expect(lanes.flat().map(({ bar }) => bar.id)).toHaveLength(within.length)
        for (const lane of lanes)
          for (const [at, each] of lane.entries()) {
            expect(each.x).toBeGreaterThanOrEqual(0)
            expect(each.x + each.width).toBeLessThanOrEqual(week.width + 4.001)
            const next = lane[at + 1]
            if (next) expect(endOf(each)).toBeLessThanOrEqual(startOf(next))
            if (each.label === 'left') expect(startOf(each)).toBeGreaterThanOrEqual(0)
          }
      }),
    ))

  test.each([
    ['late by a day', 2, 24, 48, 72, 100],
    ['not late', 2, 24, 48, 40, 0],
    ['closed', 4, 24, 48, 72, 0],
    ['late since before the period', 2, -48, -24, 72, undefined],
  ] as const)('that is %s', (_name, flowSts, from, to, now, late) => {
    const [placed] = placeBars(week, [barAt('1', from, to, { flowSts })], MONDAY + now * HOUR).flat()
    if (late === undefined) expect(placed).toBeUndefined()
    else expect(placed!.late).toBeCloseTo(late)
  })
})

describe('what is drawn', () => {
  const groups = fc
    .array(someBars, { minLength: 1, maxLength: 30 })
    .map((all) => all.map((bars, at) => ({ key: String(at), name: `人 ${at}`, note: '', bars })))

  test('is every row that touches the window, and no other', () =>
    fc.assert(
      fc.property(
        groups,
        fc.integer({ min: 0, max: 6000 }),
        fc.integer({ min: 1, max: 1500 }),
        (all, top, room) => {
          const { rows, height } = layOut(week, all, MONDAY)
          expect(rows.at(-1)!.top + rows.at(-1)!.height).toBe(height)
          const [from, to] = rowsWithin(rows, top, top + room)
          const touching = rows.filter((row) => row.top < top + room && row.top + row.height > top)
          expect(rows.slice(from, to)).toEqual(touching)
        },
      ),
      { numRuns: 40 },
    ))

  test('of a row with many lanes is what touches the window', () => {
    const bars = Array.from({ length: 200 }, (_, at) => barAt(String(at), 0, 300))
    const { rows } = layOut(week, [{ key: '1', name: '', note: '', bars }], MONDAY)
    const [from, to] = lanesWithin(rows[0]!, 1000, 1600)
    expect(to - from).toBeLessThan(600 / LANE + 3)
    for (const [at] of rows[0]!.lanes.entries()) {
      const top = 7 + at * LANE
      if (top + LANE > 1000 && top < 1600) expect(at >= from && at < to).toBe(true)
    }
  })
})
