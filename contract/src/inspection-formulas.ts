import { z } from 'zod'

/** Below this rise over the surroundings δ says nothing. */
export const LEAST_RISE = 10

/** What sheets have once for all their readings; formulas take it as their last. */
export const AMBIENT = '环境温度'

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length

/** δ = (T1 − T2) ÷ (T1 − T0) in percent, of a hot spot, its normal twin and the surroundings; null if T1 − T0 < 10 K. */
export function relativeDifference(hot: number, twin: number, ambient: number): number | null {
  const rise = hot - ambient
  return rise < LEAST_RISE ? null : ((hot - twin) / rise) * 100
}

/** 离散率: the standard deviation of currents over their mean in percent; null without a current. */
export function dispersionOf(currents: readonly number[]): number | null {
  if (currents.length === 0) return null
  const middle = mean(currents)
  if (middle <= 0) return null
  return (Math.sqrt(mean(currents.map((each) => (each - middle) ** 2))) / middle) * 100
}

/** By how much the lowest current is below the mean, in percent of it. */
export function deviationOf(currents: readonly number[]): number | null {
  if (currents.length === 0) return null
  const middle = mean(currents)
  return middle <= 0 ? null : ((middle - Math.min(...currents)) / middle) * 100
}

/** 离散率 by its bands of domain practice: 0–5, 5–10, 10–20, ≥ 20 %. */
export function dispersionBand(percent: number): 0 | 1 | 2 | 3 {
  if (percent >= 20) return 3
  if (percent >= 10) return 2
  return percent >= 5 ? 1 : 0
}

type Formula = {
  title: string
  /** The readings that it takes; `many` takes up to thirty of one kind. */
  takes: readonly string[]
  many: boolean
  /** Null if the readings say nothing; `silent` tells why. */
  of: (values: readonly number[]) => number | null
  silent: string
}

const at = (values: readonly number[], place: number) => values[place] ?? 0

/** What items of the kind 计算 are computed by. */
export const formulas = {
  rise: {
    title: '温升',
    takes: ['温度', AMBIENT],
    many: false,
    of: (values) => at(values, 0) - at(values, 1),
    silent: '',
  },
  phases: {
    title: '相间温差',
    takes: ['A 相', 'B 相', 'C 相'],
    many: false,
    of: (values) => Math.max(...values) - Math.min(...values),
    silent: '',
  },
  relative: {
    title: '相对温差 δ',
    takes: ['热点', '正常对应点', AMBIENT],
    many: false,
    of: (values) => relativeDifference(at(values, 0), at(values, 1), at(values, 2)),
    silent: `温升不足 ${LEAST_RISE} K，相对温差不作判断`,
  },
  dispersion: {
    title: '组串离散率',
    takes: ['电流'],
    many: true,
    of: dispersionOf,
    silent: '没有电流，离散率不作判断',
  },
  deviation: {
    title: '组串电流偏差',
    takes: ['电流'],
    many: true,
    of: deviationOf,
    silent: '没有电流，偏差不作判断',
  },
  efficiency: {
    title: '转换效率',
    takes: ['直流功率', '交流功率'],
    many: false,
    of: (values) => (at(values, 0) <= 0 ? null : (at(values, 1) / at(values, 0)) * 100),
    silent: '没有直流功率，效率不作判断',
  },
  difference: {
    title: '相对差',
    takes: ['关口表', '后台'],
    many: false,
    of: (values) =>
      at(values, 0) === 0 ? null : (Math.abs(at(values, 0) - at(values, 1)) / Math.abs(at(values, 0))) * 100,
    silent: '关口表读数为 0，不作判断',
  },
} as const satisfies Record<string, Formula>

export type FormulaKey = keyof typeof formulas
export const formulaKey = z.enum(Object.keys(formulas) as [FormulaKey, ...FormulaKey[]], '请选择计算方法')

export const formulaOf = (key: FormulaKey): Formula => formulas[key]

/** The most readings that a formula of many takes. */
export const MOST_PARTS = 30

/** Why a formula does not take so many readings, as a Chinese sentence; null if it does. */
export function partsRefusal(key: FormulaKey, count: number): string | null {
  const { takes, many } = formulaOf(key)
  if (many) return count >= 2 && count <= MOST_PARTS ? null : `应填写 2~${MOST_PARTS} 个${takes.join('、')}`
  return count === takes.length ? null : `应填写${takes.join('、')}`
}

/** What a formula makes of readings, to two decimals; null if they say nothing. */
export function computed(key: FormulaKey, values: readonly number[]): number | null {
  const value = formulaOf(key).of(values)
  return value === null ? null : Math.round(value * 100) / 100
}
