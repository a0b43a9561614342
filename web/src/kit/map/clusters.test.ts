import { describe, expect, test } from 'vitest'
import { boundsOf, cameraFor, graticule, project, unproject, zoomed, type Camera } from './camera.ts'
import { binned, gather, labelsOf, radiusOf } from './clusters.ts'

const size = { width: 330, height: 250 }

type Point = { province: string; longitude: number; latitude: number; stations: number }

const point = (longitude: number, latitude: number, rest: Partial<Point> = {}): Point => ({
  province: '江苏',
  longitude,
  latitude,
  stations: 1,
  ...rest,
})

const placed = (points: readonly Point[], camera: Camera) => {
  const place = project(camera, size)
  return points.map((each) => ({ ...place(each), stations: each.stations, points: [each] }))
}
const clustersOf = (points: readonly Point[], camera: Camera) => gather(placed(points, camera))

describe('the map', () => {
  const points = [
    point(86.15, 41.76, { province: '新疆' }),
    point(121.5, 43.6, { province: '内蒙古' }),
    point(120.3, 31.6),
    point(120.9, 31.4, { stations: 4 }),
    point(113.9, 23, { province: '广东' }),
  ]
  const camera = cameraFor(points, size)
  const clusters = clustersOf(points, camera)

  test('shows every station with a margin', () => {
    const place = project(camera, size)
    for (const each of points) {
      const { x, y } = place(each)
      expect(x).toBeGreaterThan(5)
      expect(x).toBeLessThan(size.width - 5)
      expect(y).toBeGreaterThan(5)
      expect(y).toBeLessThan(size.height - 5)
    }
  })

  test('gathers what is near and loses nothing', () => {
    expect(clusters).toHaveLength(4)
    expect(clusters.reduce((sum, { stations }) => sum + stations, 0)).toBe(8)
    expect(clusters.find(({ stations }) => stations === 5)!.points).toHaveLength(2)
  })

  test('looking nearer takes a cluster apart', () => {
    const near = clusters.find(({ stations }) => stations === 5)!.points
    expect(clustersOf(near, cameraFor(near, size))).toHaveLength(2)
  })

  test('no marker covers another, however many stations there are', () => {
    const many = Array.from({ length: 400 }, (_each, at) =>
      point(110 + ((at * 7) % 100) / 10, 25 + ((at * 13) % 150) / 10, { stations: 1 + (at % 3) }),
    )
    const drawn = clustersOf(many, cameraFor(many, size))
    expect(drawn.reduce((sum, { stations }) => sum + stations, 0)).toBe(
      many.reduce((sum, { stations }) => sum + stations, 0),
    )
    expect(drawn.length).toBeGreaterThan(10)
    const gaps = drawn.flatMap((a, at) =>
      drawn
        .slice(at + 1)
        .map((b) => Math.hypot(a.x - b.x, a.y - b.y) - radiusOf(a.stations) - radiusOf(b.stations)),
    )
    expect(Math.min(...gaps)).toBeGreaterThan(0)
  })

  test('names each province once, on no marker and on no other name', () => {
    const labels = labelsOf(clusters, size)
    expect(labels.map(({ text }) => text).toSorted()).toEqual(['内蒙古', '广东', '新疆', '江苏'].toSorted())
    for (const { x, y } of labels)
      for (const cluster of clusters)
        expect(Math.hypot(cluster.x - x, cluster.y - y)).toBeGreaterThan(radiusOf(cluster.stations))
  })

  test('a single station does not fill it, and lines stand at whole degrees', () => {
    const alone = boundsOf(cameraFor([point(106.6, 37.98)], size), size)
    expect(alone.east - alone.west).toBeGreaterThan(2)
    expect(graticule(boundsOf(camera, size))).toEqual({
      meridians: [90, 100, 110, 120],
      parallels: [20, 30, 40],
    })
  })

  test('zooming keeps what is under the pointer there, and ends at the ends', () => {
    const pointer = { x: 40, y: 200 }
    const before = unproject(camera, size)(pointer)
    const after = unproject(zoomed(camera, size, 1.5, pointer), size)(pointer)
    expect(after.longitude).toBeCloseTo(before.longitude, 6)
    expect(after.latitude).toBeCloseTo(before.latitude, 6)
    expect(zoomed(camera, size, 99).zoom).toBe(17)
    expect(zoomed(camera, size, -99).zoom).toBe(1)
  })

  test('a grid thins tens of thousands of points and loses none', () => {
    const many = Array.from({ length: 20_000 }, (_each, at) =>
      point(75 + ((at * 37) % 5500) / 100, 20 + ((at * 53) % 3000) / 100),
    )
    const bins = binned(placed(many, cameraFor(many, size)), 32)
    expect(bins.length).toBeLessThan(200)
    expect(bins.reduce((sum, { stations }) => sum + stations, 0)).toBe(20_000)
    expect(bins.reduce((sum, { points: inside }) => sum + inside.length, 0)).toBe(20_000)
  })
})
