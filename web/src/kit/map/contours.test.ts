import { expect, test } from 'vitest'
import { contoursOf } from './contours.ts'

const size = { width: 400, height: 200 }
/** The ends of all segments of a path. */
const pointsIn = (path: string) =>
  [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))

test('on a slope, a line stands at each step, whole from edge to edge', () => {
  const contours = contoursOf(({ x }) => x + 0.5, 100, size)
  expect(contours.map(({ level }) => level)).toEqual([100, 200, 300, 400])
  for (const { level, path } of contours) {
    const points = pointsIn(path)
    expect(new Set(points.map(({ x }) => x))).toEqual(new Set([level - 0.5]))
    expect(points.map(({ y }) => y).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_each, at) => Math.ceil(at / 2) * 20),
    )
  }
})

test('near a level just below 1 no cell is left out', () => {
  const [contour] = contoursOf(({ x }) => x / 400, 0.3, size)
  expect(pointsIn(contour!.path)).toHaveLength(20)
  expect(new Set(pointsIn(contour!.path).map(({ x }) => x))).toEqual(new Set([120]))
})

test('around a hill, every point of a line has its height', () => {
  const heightAt = ({ x, y }: { x: number; y: number }) => Math.hypot(x - 200, y - 100)
  const [inner] = contoursOf(heightAt, 60, size)
  const points = pointsIn(inner!.path)
  expect(points.length).toBeGreaterThan(20)
  // Between the grid's lines the height is taken as straight.
  for (const point of points) expect(Math.abs(heightAt(point) - 60)).toBeLessThan(1)
})

test('on a saddle the two segments of a cell do not cross', () => {
  const [saddle] = contoursOf(({ x, y }) => (x - 9) * (y - 9), 1000, { width: 20, height: 20 })
  const [a, b, c, d] = pointsIn(saddle!.path)
  const side = (from: typeof a, to: typeof a, at: typeof a) =>
    Math.sign((to!.x - from!.x) * (at!.y - from!.y) - (to!.y - from!.y) * (at!.x - from!.x))
  expect(pointsIn(saddle!.path)).toHaveLength(4)
  expect(side(a, b, c)).toBe(side(a, b, d))
})

test('the label stands on its line, above the foot, and is missing from a map too small for it', () => {
  const [contour] = contoursOf(({ x }) => x, 130, size)
  expect(contour!.label!.x).toBeCloseTo(130, 0)
  expect(contour!.label!.y).toBeLessThan(160)
  const [small] = contoursOf(({ x }) => x, 30, { width: 60, height: 60 })
  expect(small!.label).toBeNull()
})
