import { expect, test } from 'vitest'
import { benefit } from './benefit.fixture.ts'
import { breakEvenChart, intervalChart, soilingChart } from './charts.ts'

const { inputs, outcome, cleanedOn } = benefit.estimate
const known = { inputs, outcome, cleanedOn, rain: null }
const seriesOf = (chart: ReturnType<typeof breakEvenChart>, name: string) =>
  chart.series.find((each) => each.name === name)!.values

test('the income crosses the cost on the break-even day, and stays as it is after the days that count', () => {
  const chart = breakEvenChart(known)
  const [income, cost] = [seriesOf(chart, '累计增收'), seriesOf(chart, '费用')]
  const crossing = income.findIndex((value, at) => value! >= cost[at]!)
  expect(chart.marks).toEqual([{ at: crossing, text: '第 24.1 天回本' }])
  expect(chart.points.names[crossing]).toBe('2030-01-27，第 25 天')
  expect(income[30]).toBe(124_393.5)
  expect(income.at(-1)).toBe(124_393.5)
  expect(chart.axis).toEqual({ unit: '万元', per: 10_000 })
})

test('a rain before that is marked instead, and so is nothing that never comes', () => {
  const rained = { ...inputs, days: 10 }
  const rain = { day: '2030-01-12', mm: 14 }
  expect(breakEvenChart({ ...known, inputs: rained, rain }).marks).toEqual([{ at: 10, text: '降雨 14 mm' }])
  const never = { ...outcome, dailyKwh: 0, breakEvenDays: null }
  const chart = breakEvenChart({ ...known, outcome: never, cleanedOn: null })
  expect(chart.marks).toEqual([])
  expect(chart.points.names[3]).toBe('第 3 天')
})

test('neither a break-even after years nor years that count stretch the chart', () => {
  const late = { ...outcome, breakEvenDays: 4000 }
  const chart = breakEvenChart({ ...known, outcome: late })
  expect(chart.points.names).toHaveLength(36)
  expect(chart.marks).toEqual([])
  expect(breakEvenChart({ ...known, inputs: { ...inputs, days: 365 } }).points.names).toHaveLength(121)
})

test('the best interval is where a day costs least', () => {
  const chart = intervalChart(inputs, outcome.bestIntervalDays)!
  const total = seriesOf(chart, '合计').map(Number)
  const least = total.indexOf(Math.min(...total))
  expect(chart.marks).toEqual([{ at: least, text: '34.7 天最省' }])
  expect(chart.points.names[least]).toBe('每 35 天')
  expect(intervalChart(inputs, null)).toBeNull()
  expect(intervalChart({ ...inputs, cost: 0 }, 0)).toBeNull()
})

test('soiling has a mark for each run of cleaning days, of others and of rain, and keeps its gaps', () => {
  const day = (at: number, more: object = {}) => ({
    day: `2030-01-0${at}`,
    loss: null,
    before: null,
    after: null,
    cleanedKwp: 0,
    othersKwp: 0,
    rain: null,
    ...more,
  })
  const chart = soilingChart({
    rate: 0.16,
    rateSource: 'setting',
    washingRain: 10,
    rainDays: 2,
    days: [
      day(1, { rain: 9 }),
      day(2, { othersKwp: 10 }),
      day(3, { rain: 14, loss: 2 }),
      day(4, { cleanedKwp: 5, before: 4, after: 1, loss: 1.5 }),
      day(5, { cleanedKwp: 5, before: 4, after: 1, loss: 1 }),
    ],
  })
  expect(chart.marks).toEqual([
    { at: 1, text: '01-02 其他清洗' },
    { at: 2, text: '01-03 雨 14 mm' },
    { at: 3, text: '01-04 清洗' },
  ])
  expect(chart.points.names.map((name) => chart.isShaded!(name))).toEqual([false, false, false, true, true])
  expect(seriesOf(chart, '推算')).toEqual([null, null, 2, 1.5, 1])
})
