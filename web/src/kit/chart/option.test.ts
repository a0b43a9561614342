import { BarChart, LineChart } from 'echarts/charts'
import { DataZoomInsideComponent, GridSimpleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, test } from 'vitest'
import type { Description, Series } from './description.ts'
import { optionOf } from './option.ts'

use([BarChart, LineChart, GridSimpleComponent, DataZoomInsideComponent, SVGRenderer])

const colours: Record<string, string> = { '--panel': '#ffffff', '--c-own': '#aa0000', '--c-exp': '#00aa00' }

/** The chart as the library draws it, in SVG. */
function drawn(
  values: (number | null)[],
  rest: Partial<Description> = {},
  series: Partial<Series> = {},
): string {
  const description: Description = {
    label: '发电量',
    points: { title: '日期', names: values.map((_value, at) => `第 ${at + 1} 天`) },
    unit: '单',
    series: [{ name: '新建', kind: 'bar', tone: 'own', values, ...series }],
    ...rest,
  }
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 240 })
  chart.setOption(optionOf(description, (name) => colours[name] ?? '#888888'))
  const svg = chart.renderToSVGString()
  chart.dispose()
  return svg
}

const textsIn = (svg: string) => Array.from(svg.matchAll(/<text[^>]*>([^<]+)</g), ([, text]) => text!)
const numbersIn = (svg: string) => textsIn(svg).filter((text) => /^[\d,.]+$/.test(text))

test.each([
  [0, ['0', '1']],
  [3, ['0', '1', '2', '3']],
  [25, ['0', '5', '10', '15', '20', '25']],
  [165, ['0', '50', '100', '150', '200']],
  [1100, ['0', '300', '600', '900', '1,200']],
])('the scale up to %d has round whole steps', (most, ticks) => {
  expect(numbersIn(drawn([most, 0]))).toEqual(ticks)
})

test('a huge value leaves the scale: its bar is broken and carries its number', () => {
  const svg = drawn([22_400, 412, 268, 154, 88, 36], { breaksOutliers: true })
  expect(textsIn(svg)).toContain('22,400 单')
  expect(Math.max(...numbersIn(svg).map((text) => Number(text.replace(',', ''))))).toBeLessThan(500)
  expect(svg).toContain('linearGradient')
  expect(textsIn(drawn([22_400, 412, 268, 154, 88, 36]))).not.toContain('22,400 单')
})

test('large values show in another unit on the axis', () => {
  const svg = drawn([42_000], { axis: { unit: 'MWh', per: 1000 } })
  expect(textsIn(svg)).toContain('MWh')
  expect(numbersIn(svg).at(-1)).toBe('50')
})

test('a line ends at a gap, and a point between two gaps is a dot', () => {
  const marksOf = (values: (number | null)[]) => {
    const svg = drawn(values, {}, { kind: 'line' })
    const [line] = /<path[^>]*stroke="#aa0000"[^>]*>/.exec(svg)!
    return { parts: line.match(/M/g)!.length, dots: svg.match(/fill="#aa0000"/g)?.length ?? 0 }
  }
  expect(marksOf([1, 2, 3, 4, 5])).toEqual({ parts: 1, dots: 0 })
  expect(marksOf([1, 2, null, 4, 5])).toEqual({ parts: 2, dots: 0 })
  expect(marksOf([1, 2, null, 4, null])).toMatchObject({ dots: 1 })
})

test('an unfinished last point is reached by a line with dashes', () => {
  const dashed = (rest: Partial<Description>) =>
    drawn([1, 2, 3], rest, { kind: 'line' }).match(/stroke-dasharray/g) ?? []
  expect(dashed({})).toHaveLength(0)
  expect(dashed({ unfinished: true })).toHaveLength(1)
})

test('the second series of a kind differs by dashes or stripes, not by colour alone', () => {
  const both = (kind: Series['kind']) => {
    const one: Series = { name: '实际', kind, tone: 'own', values: [1, 2] }
    return drawn([], {
      points: { title: '日期', names: ['一', '二'] },
      series: [one, { ...one, name: '计划', tone: 'expected' }],
    })
  }
  expect(both('line')).toContain('stroke-dasharray')
  expect(both('bar')).toContain('<pattern')
})

test('100,000 points are thinned to the width', () => {
  const values = Array.from({ length: 100_000 }, (_each, at) => Math.round(50 + 40 * Math.sin(at / 700)))
  expect(drawn(values, {}, { kind: 'line' }).length).toBeLessThan(100_000)
})
