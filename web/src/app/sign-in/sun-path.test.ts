import { describe, expect, test } from 'vitest'
import {
  arcPath,
  DAY,
  haloOf,
  isDaylight,
  layLabels,
  layRows,
  layScene,
  pointAt,
  travelledDash,
  travelledUntil,
} from './sun-path.ts'

const scene = layScene(780, 900, false)
const { arc } = scene

describe('the sun on its path', () => {
  test.each([
    ['rises at the left', 6, arc.x - arc.radius, arc.y],
    ['stands highest at noon', 12, arc.x, arc.y - arc.radius],
    ['sets at the right', 18, arc.x + arc.radius, arc.y],
  ])('%s', (_case, hour, x, y) => {
    const point = pointAt(scene, hour)
    expect(point.x).toBeCloseTo(x)
    expect(point.y).toBeCloseTo(y)
  })

  test.each([
    [3, 6, false],
    [6, 6, false],
    [14.5, 14.5, true],
    [18, 18, false],
    [22, 18, false],
  ])('at %d the path is travelled until %d, daylight %s', (hour, until, day) => {
    expect(travelledUntil(hour)).toBe(until)
    expect(isDaylight(hour)).toBe(day)
  })

  test('goes from one end of the arc to the other, of which the travelled part is drawn', () => {
    const [{ x, y }, end] = [pointAt(scene, 6), pointAt(scene, 18)]
    expect(arcPath(scene).startsWith(`M${x} ${y}`)).toBe(true)
    expect(arcPath(scene).endsWith(`${end.x} ${end.y}`)).toBe(true)
    expect([travelledDash(6), travelledDash(14.5), travelledDash(18), DAY]).toEqual([
      '0 12',
      '8.5 12',
      '12 12',
      12,
    ])
  })
})

describe('the hours along the arc', () => {
  test.each([
    [780, 900, false],
    [390, 300, true],
    [320, 205, true],
    [1380, 1440, false],
  ])('are never under the sun in %d × %d, and all written by night', (width, height, compact) => {
    const laid = layScene(width, height, compact)
    const most = layLabels(laid, null).length
    expect(most).toBe(compact ? 3 : 5)
    for (let minute = 6 * 60 + 1; minute < 18 * 60; minute++) {
      const sun = pointAt(laid, minute / 60)
      const labels = layLabels(laid, sun)
      expect(labels.length).toBeGreaterThanOrEqual(most - 1)
      for (const { x, y } of labels) {
        // A label of five characters is 34 by 16 pixels.
        const gap = Math.hypot(Math.max(0, Math.abs(x - sun.x) - 17), Math.max(0, Math.abs(y - sun.y) - 8))
        expect(gap).toBeGreaterThan(haloOf(laid))
      }
    }
  })
})

describe('rows of modules', () => {
  test.each([
    [780, 900, false],
    [390, 300, true],
    [1380, 1440, false],
  ])('reach from the horizon to the lower edge of %d × %d', (width, height, compact) => {
    const laid = layScene(width, height, compact)
    const rows = layRows(laid, null)
    expect(rows[0]!.top).toBeGreaterThan(laid.horizon)
    expect(rows.at(-1)!.bottom * 1.2).toBeGreaterThan(height)
    for (const [i, row] of rows.entries()) expect(row.top).toBeGreaterThan(rows[i - 1]?.bottom ?? 0)
  })

  test('reflect the sun by day only', () => {
    expect(layRows(scene, null).every(({ glint }) => glint === null)).toBe(true)
    expect(layRows(scene, 500).every(({ glint }) => glint !== null)).toBe(true)
  })
})
