import { z } from 'zod'
import { keyOf, time } from './fields.ts'

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
  /** mm of rain on one day that wash the modules, so that the benefit of a cleaning ends. */
  rain: number
}

export const usualCleaning: CleaningDefaults = {
  days: 30,
  pr: 0.84,
  irradiation: 5,
  price: 0.3949,
  soilingRate: 0.16,
  rain: 10,
}

/** Where a figure comes from. */
export const benefitSources = {
  records: '清洗记录',
  measured: '实测辐照',
  rain: '实测降雨',
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

const sources = z.object({
  capacityKwp: benefitSource,
  irradiation: benefitSource,
  pr: benefitSource,
  srGain: benefitSource,
  days: benefitSource,
  price: benefitSource,
  cost: benefitSource,
  soilingRate: benefitSource,
})

/** The figures that an acceptance keeps. */
export const keptBenefit = z.object({
  inputs: benefitInputs,
  /** Where each input comes from; `irradiation` is `measured` over `measuredDays`. */
  sources,
  measuredDays: z.int(),
  outcome: benefitOutcome,
  /** Zones without soiling ratios: they add cost at most. */
  unmeasured: z.int(),
  /** The last day of cleaning, and when its cost has come back; null if the days that count end before. */
  cleanedOn: z.string().nullable(),
  breakEvenDay: z.string().nullable(),
  /** The rain that ended the benefit early: `inputs.days` reach until that day. */
  rain: z.object({ day: z.string(), mm: z.number() }).nullable().default(null),
})

/** What a round is worth by the tariffs and settings of now, and as it was when it was accepted. */
export const benefitPair = z.object({
  estimate: keptBenefit,
  /** Null until the acceptance, which keeps the figures as they are then. */
  accepted: keptBenefit.extend({ acceptedTime: time, checkerName: z.string() }).nullable(),
})

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

/** What each day costs if a cleaning is repeated after so many days, 元: the cleaning, and the soiling until the next one. */
export function intervalCost(inputs: BenefitInputs, interval: number) {
  const { capacityKwp, irradiation, pr, price, cost, soilingRate } = inputs
  return {
    cleaning: cost / interval,
    soiling: (soilingRate * capacityKwp * irradiation * pr * price * interval) / 2,
  }
}
