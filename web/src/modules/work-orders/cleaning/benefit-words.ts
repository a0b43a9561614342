import {
  benefitSources,
  type BenefitInputs,
  type BenefitOutcome,
} from '@heliodesk/contract/cleaning-benefit.ts'
import type { Figure } from '../../../kit/Figures.tsx'
import { formatDay, formatNumber } from '../../../kit/format.ts'
import type { Benefit } from './round.ts'

export type InputName = keyof BenefitInputs

type Input = { label: string; unit: string; precision: 0 | 2 | 3 | 4; max: number; percent?: boolean }

export const inputFields: Record<InputName, Input> = {
  capacityKwp: { label: '清洗容量', unit: 'kWp', precision: 2, max: 10_000_000 },
  irradiation: { label: '日辐照', unit: 'kWh/m²', precision: 3, max: 12 },
  pr: { label: '清洁组件 PR', unit: '', precision: 3, max: 1 },
  srGain: { label: 'SR 提升', unit: '%', precision: 2, max: 100, percent: true },
  days: { label: '收益天数', unit: '天', precision: 0, max: 365 },
  price: { label: '电价', unit: '元/kWh', precision: 4, max: 100 },
  cost: { label: '费用', unit: '元', precision: 2, max: 1_000_000_000 },
  soilingRate: { label: '积灰速率', unit: '%/天', precision: 3, max: 10, percent: true },
}
export const inputNames = Object.keys(inputFields) as InputName[]

/** Rates are shown and typed in per cent. */
export const shownOf = (name: InputName, value: number) =>
  inputFields[name].percent ? Math.round(value * 100 * 10_000) / 10_000 : value
export const valueOf = (name: InputName, typed: number) => (inputFields[name].percent ? typed / 100 : typed)

export function sourceOf(
  name: InputName,
  { sources, measuredDays, rain }: Pick<Benefit, 'sources' | 'measuredDays' | 'rain'>,
): string {
  const source = benefitSources[sources[name]]
  if (sources[name] === 'measured') return `${source}，${measuredDays} 天平均`
  return sources[name] === 'rain' && rain ? `${source}，${formatDay(rain.day)} ${rain.mm} mm` : source
}

type Known = { inputs: BenefitInputs; outcome: BenefitOutcome }
/** What is known of the days, unless other values are being tried. */
type Days = Pick<Benefit, 'breakEvenDay' | 'rain'> | null

export function figuresOf({ inputs, outcome }: Known, days: Days): Figure[] {
  const { breakEvenDays, bestIntervalDays, energyKwh, income, profit, dailyKwh } = outcome
  return [
    {
      title: `${inputs.days} 天多发`,
      value: formatNumber(energyKwh),
      unit: 'kWh',
      note: `每天 ${formatNumber(dailyKwh)} kWh`,
    },
    { title: '增收', value: formatNumber(income), unit: '元', note: '多发电量 × 电价' },
    {
      title: `${inputs.days} 天收益`,
      value: formatNumber(profit),
      unit: '元',
      note: '增收 − 费用',
      bad: profit < 0,
    },
    {
      title: '回本',
      value: breakEvenDays === null ? null : formatNumber(breakEvenDays, 1),
      ...(breakEvenDays !== null && { unit: '天' }),
      note: breakEvenNote(breakEvenDays, inputs.days, days),
    },
    {
      title: '最佳间隔',
      value: bestIntervalDays === null ? null : formatNumber(bestIntervalDays, 1),
      ...(bestIntervalDays !== null && { unit: '天' }),
      note: `积灰 ${formatNumber(inputs.soilingRate * 100, 2)} %/天`,
    },
  ]
}

function breakEvenNote(breakEvenDays: number | null, counted: number, days: Days): string {
  if (breakEvenDays === null) return '没有增收，不能回本'
  if (days?.breakEvenDay) return `${formatDay(days.breakEvenDay)} 回本`
  if (days?.rain) return `${formatDay(days.rain.day)} 降雨，未回本`
  return breakEvenDays > counted ? `超过 ${counted} 天，未回本` : '费用 ÷ 每天增收'
}
