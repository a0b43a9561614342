import { expect, it } from 'vitest'
import { dotRadius, fanOut, type Fan, type FanPoint } from './fan.ts'

const size = { width: 800, height: 600 }

const point = (
  name: string,
  group: string,
  x: number,
  y: number,
  megawatts: number | null = 10,
): FanPoint => ({
  key: name,
  name,
  group,
  place: '盐池县',
  x,
  y,
  megawatts,
})

const fan = (points: readonly FanPoint[]) =>
  fanOut(
    points,
    size,
    (rest) => rest,
    (some) => `${some.length} 座`,
  )
const dotsOf = (fans: readonly Fan[]) => fans.flatMap((each) => (each.kind === 'fan' ? each.dots : []))

it('says once what the names of a project have in common', () => {
  const [only] = fan([
    point('白芨滩', '白芨滩光伏项目', 300, 200, 100),
    point('白芨滩二期', '白芨滩光伏项目', 300, 200, 50),
  ])
  expect(only).toMatchObject({
    titles: [{ text: '白芨滩', note: '2 座' }],
    dots: [{ label: { text: '' } }, { label: { text: '二期' } }],
  })
})

it('leaves the project out of a name even where nothing else is common', () => {
  const dots = dotsOf(fan([point('东湖一期', '东湖', 300, 200), point('东湖二期', '东湖', 300, 200)]))
  expect(dots.map(({ label }) => label!.text)).toEqual(['一期', '二期'])
})

it('never covers the place of another station with names', () => {
  const fans = fan([
    ...['一期', '二期', '三期'].map((each) => point(`红柳沟${each}`, '红柳沟', 300, 300, 30)),
    point('白芨滩', '白芨滩', 345, 300, 1),
  ])
  const dot = dotsOf(fans).find(({ key }) => key === '白芨滩')
  expect(dot).toMatchObject({ x: 345, y: 300 })
  expect(dotsOf(fans).filter(({ key, x }) => key !== '白芨滩' && x > 300)).toEqual([])
})

it('gives a dot the area of its power, never too small to press', () => {
  expect(dotRadius(100)).toBeCloseTo(30)
  expect(dotRadius(25)).toBeCloseTo(15)
  expect(dotRadius(0.5)).toBe(4.5)
  expect(dotRadius(null)).toBe(4.5)
})

it('leaves a station that is alone at its place, with its name', () => {
  const [only] = fan([point('白芨滩', '白芨滩', 300, 200)])
  expect(only).toMatchObject({
    kind: 'fan',
    dots: [{ x: 300, y: 200, label: null }],
    titles: [{ text: '白芨滩', side: 'start' }],
  })
})

it('fans the phases of one place out to one side, the largest first, none over another', () => {
  const fans = fan([
    point('二期', '红柳沟', 300, 200, 20),
    point('一期', '红柳沟', 304, 203, 60),
    point('三期', '红柳沟', 298, 199, 5),
  ])
  expect(fans).toHaveLength(1)
  const dots = dotsOf(fans)
  expect(dots.map(({ key }) => key)).toEqual(['一期', '二期', '三期'])
  for (const [at, dot] of dots.entries()) {
    expect(dot.x - dot.radius).toBeGreaterThan(304)
    const below = dots[at + 1]
    if (below) expect(below.y - below.radius).toBeGreaterThanOrEqual(dot.y + dot.radius)
  }
})

it('turns names round at the right edge', () => {
  const dots = dotsOf(fan([point('一期', '临港', 780, 300), point('二期', '临港', 780, 300)]))
  expect(dots.map(({ label }) => label!.side)).toEqual(['end', 'end'])
  expect(Math.max(...dots.map(({ x }) => x))).toBeLessThan(780)
})

it('puts two projects of one place on its two sides', () => {
  const dots = dotsOf(
    fan([
      point('莒北一期', '莒北', 400, 300, 30),
      point('莒北二期', '莒北', 400, 300, 15),
      point('户用一片', '户用', 400, 300, 1),
    ]),
  )
  expect(dots.map(({ key, label }) => [key, label!.side])).toEqual([
    ['莒北一期', 'start'],
    ['莒北二期', 'start'],
    ['户用一片', 'end'],
  ])
})

it('keeps every station, and no two texts or dots overlap', () => {
  const points = Array.from({ length: 60 }, (_each, at) =>
    point(
      `${at} 期`,
      `项目 ${Math.floor(at / 3)}`,
      40 + ((at * 7919) % 720),
      40 + ((at * 104_729) % 520),
      1 + (at % 30),
    ),
  )
  const fans = fan(points)
  const kept = fans.flatMap((each) => (each.kind === 'fan' ? each.dots.map(({ key }) => key) : each.keys))
  expect(kept.toSorted()).toEqual(points.map(({ key }) => key).toSorted())
  const labelled = fans.flatMap((each) => (each.kind === 'fan' ? each.titles : []))
  for (const [at, one] of labelled.entries())
    for (const other of labelled.slice(at + 1))
      expect(Math.abs(one.y - other.y) >= 16 || Math.abs(one.x - other.x) >= 12).toBe(true)
})

it('folds a crowd without room for its names into one disc', () => {
  const crowd = Array.from({ length: 90 }, (_each, at) => point(`${at} 户`, `村 ${at % 9}`, 400, 300, 0.01))
  expect(fan(crowd)).toMatchObject([
    { kind: 'disc', at: { x: 400, y: 300 }, keys: { length: 90 }, titles: [{ side: 'start' }] },
  ])
})

it('keeps names off what lies over the map', () => {
  const points = ['一期', '二期', '三期'].map((each) => point(`红柳沟${each}`, '红柳沟', 150, 100, 30))
  const at = (covered: Parameters<typeof fanOut>[4]) =>
    fanOut(
      points,
      size,
      (rest) => rest,
      () => '',
      covered,
    )
  const [right, left] = [
    { left: 170, right: 400, top: 0, bottom: 300 },
    { left: 0, right: 130, top: 0, bottom: 300 },
  ]
  const sides = (covered: Parameters<typeof at>[0]) => dotsOf(at(covered)).map(({ x }) => x > 150)
  expect(sides([])).toEqual([true, true, true])
  expect(sides([right])).toEqual([false, false, false])
  expect(sides([left])).toEqual([true, true, true])
  // Without room on either side it is a disc.
  expect(at([left, right])).toMatchObject([{ kind: 'disc', at: { x: 150, y: 100 } }])
})
