import { describe, expect, test } from 'vitest'
import { clustersOf, graticule, labelsOf, project, radiusOf, viewOf, type Point } from './clusters.ts'

const size = { width: 330, height: 250 }

const point = (longitude: number, latitude: number, rest: Partial<Point> = {}): Point => ({
  province: '江苏',
  longitude,
  latitude,
  stations: 1,
  psIds: ['1'],
  psName: '一期',
  capacityKwp: 1000,
  openOrders: 2,
  overdue: 1,
  outages: 0,
  lossPower: 1.5,
  ...rest,
})

describe('the map', () => {
  const points = [
    point(86.15, 41.76, { province: '新疆' }),
    point(121.5, 43.6, { province: '内蒙古' }),
    point(120.3, 31.6),
    point(120.9, 31.4, { stations: 4, outages: 1 }),
    point(113.9, 23, { province: '广东' }),
  ]
  const view = viewOf(points, size)
  const clusters = clustersOf(points, view, size)

  test('shows every station with a margin', () => {
    const place = project(view, size)
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
    expect(clusters.find(({ stations }) => stations === 5)).toMatchObject({
      openOrders: 4,
      overdue: 2,
      outages: 1,
      lossPower: 3,
    })
  })

  test('looking nearer takes a cluster apart', () => {
    const near = clusters.find(({ stations }) => stations === 5)!.points
    expect(clustersOf(near, viewOf(near, size), size)).toHaveLength(2)
  })

  test('no marker covers another, however many stations there are', () => {
    const many = Array.from({ length: 400 }, (_each, at) =>
      point(110 + ((at * 7) % 100) / 10, 25 + ((at * 13) % 150) / 10, { stations: 1 + (at % 3) }),
    )
    const whole = viewOf(many, size)
    const drawn = clustersOf(many, whole, size)
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
    const alone = viewOf([point(106.6, 37.98)], size)
    expect(alone.east - alone.west).toBeGreaterThan(2)
    expect(graticule(view)).toEqual({ meridians: [90, 100, 110, 120], parallels: [20, 30, 40] })
  })
})
