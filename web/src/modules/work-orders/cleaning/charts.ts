import {
  intervalCost,
  type BenefitInputs,
  type BenefitOutcome,
} from '@heliodesk/contract/cleaning-benefit.ts'
import type { SoilingCourse } from '@heliodesk/contract/cleaning-rounds.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'
import type { Description, Mark } from '../../../kit/chart/description.ts'
import { formatNumber } from '../../../kit/format.ts'
import type { Benefit } from './round.ts'

type Known = {
  inputs: BenefitInputs
  outcome: BenefitOutcome
  cleanedOn: string | null
  rain: Benefit['rain']
}

/** A chart of more days would tell nothing more. */
const MOST_DAYS = 120
const LEAST_DAYS = 20
/** Larger amounts are written in 万元 on the axis. */
const LARGE_YUAN = 50_000

const axisFor = (most: number) => (most >= LARGE_YUAN ? { unit: '万元', per: 10_000 } : undefined)
const cents = (value: number) => Math.round(value * 100) / 100

/** What has come in after each day against what the cleaning cost. */
export function breakEvenChart({ inputs, outcome, cleanedOn, rain }: Known): Description {
  const { days, cost, price } = inputs
  const { dailyKwh, breakEvenDays } = outcome
  const last = Math.min(MOST_DAYS, Math.max(LEAST_DAYS, days + 5))
  const names = Array.from({ length: last + 1 }, (_day, at) =>
    cleanedOn ? `${dayAfter(cleanedOn, at)}，第 ${at} 天` : `第 ${at} 天`,
  )
  const income = names.map((_name, at) => cents(dailyKwh * price * Math.min(at, days)))
  const isBack = breakEvenDays !== null && breakEvenDays <= Math.min(days, last)
  const marks: Mark[] = [
    ...(isBack
      ? [{ at: Math.ceil(breakEvenDays), text: `第 ${formatNumber(breakEvenDays, 1)} 天回本` }]
      : []),
    ...(rain && days <= last ? [{ at: days, text: `降雨 ${rain.mm} mm` }] : []),
  ]
  return {
    label: '累计增收与费用',
    points: { title: '清洗后', names, short: (_name, at) => `${at} 天` },
    unit: '元',
    axis: axisFor(Math.max(cost, ...income)),
    marks,
    series: [
      { name: '累计增收', kind: 'line', tone: 'own', values: income, filled: true },
      { name: '费用', kind: 'line', tone: 'expected', values: names.map(() => cost) },
    ],
  }
}

/** What a day costs by the interval between cleanings; null where no interval is the best. */
export function intervalChart(inputs: BenefitInputs, best: number | null): Description | null {
  if (best === null || best <= 0) return null
  // Very short intervals would flatten all the others.
  const first = Math.max(1, Math.floor(best / 3))
  const last = Math.max(first + LEAST_DAYS, Math.min(MOST_DAYS * 3, Math.ceil(best * 2.5)))
  const intervals = Array.from({ length: last - first + 1 }, (_each, at) => first + at)
  const costs = intervals.map((interval) => intervalCost(inputs, interval))
  return {
    label: '每天的代价与清洗间隔',
    points: {
      title: '清洗间隔',
      names: intervals.map((interval) => `每 ${interval} 天`),
      short: (_name, at) => `${intervals[at]} 天`,
    },
    unit: '元/天',
    marks: [{ at: Math.round(best) - first, text: `${formatNumber(best, 1)} 天最省` }],
    series: [
      {
        name: '合计',
        kind: 'line',
        tone: 'own',
        values: costs.map(({ cleaning, soiling }) => cents(cleaning + soiling)),
      },
      {
        name: '清洗费用',
        kind: 'line',
        tone: 'expected',
        values: costs.map(({ cleaning }) => cents(cleaning)),
      },
      { name: '积灰损失', kind: 'line', tone: 'second', values: costs.map(({ soiling }) => cents(soiling)) },
    ],
  }
}

/** The loss by soiling with the days of cleaning and of rain. */
export function soilingChart({ days, washingRain }: SoilingCourse): Description {
  const isCleaned = new Set(days.filter(({ cleanedKwp }) => cleanedKwp > 0).map(({ day }) => day))
  const marks = days.flatMap(({ day, cleanedKwp, othersKwp, rain }, at): Mark[] => {
    const before = days[at - 1]
    if (cleanedKwp > 0) return before && before.cleanedKwp > 0 ? [] : [{ at, text: `${day.slice(5)} 清洗` }]
    if (othersKwp > 0) return before && before.othersKwp > 0 ? [] : [{ at, text: `${day.slice(5)} 其他清洗` }]
    return rain !== null && rain >= washingRain ? [{ at, text: `${day.slice(5)} 雨 ${rain} mm` }] : []
  })
  return {
    label: '积灰损失',
    points: { title: '日期', names: days.map(({ day }) => day), short: (day) => day.slice(5) },
    unit: '%',
    digits: 2,
    isShaded: (day) => isCleaned.has(day),
    marks,
    series: [
      { name: '推算', kind: 'line', tone: 'own', values: days.map(({ loss }) => loss) },
      { name: '清洗前实测', kind: 'line', tone: 'expected', values: days.map(({ before }) => before) },
      { name: '清洗后实测', kind: 'line', tone: 'second', values: days.map(({ after }) => after) },
    ],
  }
}
