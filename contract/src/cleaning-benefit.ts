import { z } from 'zod'
import { keyOf } from './fields.ts'

/** What a company takes for what nobody has measured, among its settings. */
export type CleaningDefaults = {
  /** For how many days a cleaning is taken to last. */
  days: number
  /** Performance ratio of clean modules. */
  pr: number
  /** kWh/m² a day, without measured irradiation. */
  irradiation: number
  /** 元/kWh, for a station without a tariff. */
  price: number
  /** Loss that a day of soiling adds, in per cent. */
  soilingRate: number
}

export const usualCleaning: CleaningDefaults = {
  days: 30,
  pr: 0.84,
  irradiation: 5,
  price: 0.3949,
  soilingRate: 0.16,
}

/** Where a figure comes from. */
export const benefitSources = {
  records: '清洗记录',
  measured: '实测辐照',
  station: '电站电价',
  setting: '业务配置',
} as const
export const benefitSource = keyOf(benefitSources)

/** The inputs of the economics of a cleaning. */
export const benefitInputs = z.object({
  capacityKwp: z.number(),
  /** kWh/m² a day. */
  irradiation: z.number(),
  pr: z.number(),
  /** Soiling ratio after less before, weighted by capacity. */
  srGain: z.number(),
  days: z.number(),
  price: z.number(),
  cost: z.number(),
  /** Loss that a day of soiling adds, as a fraction. */
  soilingRate: z.number(),
})
export type BenefitInputs = z.output<typeof benefitInputs>

export const benefitOutcome = z.object({
  /** Gained each day, and over the days. */
  dailyKwh: z.number(),
  energyKwh: z.number(),
  income: z.number(),
  profit: z.number(),
  /** Days until the income covers the cost; null if it never does. */
  breakEvenDays: z.number().nullable(),
  /** Days between cleanings at which soiling and cleaning together cost least; null if nothing is lost by soiling. */
  bestIntervalDays: z.number().nullable(),
})
export type BenefitOutcome = z.output<typeof benefitOutcome>

const rounded = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100

/** The economics of a cleaning (domain.md §2). */
export function benefitOf(inputs: BenefitInputs): BenefitOutcome {
  const { capacityKwp, irradiation, pr, srGain, days, price, cost, soilingRate } = inputs
  const cleanKwh = capacityKwp * irradiation * pr
  const dailyKwh = cleanKwh * srGain
  const dailyIncome = dailyKwh * price
  const lossGrowth = soilingRate * cleanKwh * price
  return {
    dailyKwh: rounded(dailyKwh),
    energyKwh: rounded(dailyKwh * days),
    income: rounded(dailyIncome * days),
    profit: rounded(dailyIncome * days - cost),
    breakEvenDays: dailyIncome > 0 ? rounded(cost / dailyIncome) : null,
    bestIntervalDays: lossGrowth > 0 ? rounded(Math.sqrt((2 * cost) / lossGrowth)) : null,
  }
}
