/** Categories after IEC TS 63019 (domain.md §5). */
export const outageCategories = {
  majeure: '不可抗力',
  suspended: '中止',
  scheduled: '计划检修',
  planned: '计划消缺',
  forced: '强迫停运',
  requested: '要求停机',
  electrical: '电气超限',
  environment: '环境超限',
  unavailable: '无数据',
} as const
export type OutageCategory = keyof typeof outageCategories

/** Where several hold at once, the one that counts first; a company sets another order. */
export const usualOrder = Object.keys(outageCategories) as OutageCategory[]

export const outageParties = {
  operator: '运维单位',
  maker: '设备厂家',
  owner: '业主',
  grid: '电网',
  third: '第三方',
  none: '无责任方',
} as const
export type OutageParty = keyof typeof outageParties

/** Who usually answers for a category; a suggestion that people may change. */
export const usualParty: Readonly<Record<OutageCategory, OutageParty>> = {
  forced: 'operator',
  planned: 'operator',
  scheduled: 'operator',
  requested: 'grid',
  electrical: 'grid',
  environment: 'none',
  majeure: 'none',
  suspended: 'operator',
  unavailable: 'none',
}

/** How the lost energy was found, the first that the data suffices for. */
export const lossMethods = {
  measured: '实测期望功率',
  reference: '参照设备',
  irradiance: '辐照',
} as const
export type LossMethod = keyof typeof lossMethods

/** Fewer healthy devices tell nothing about what is usual. */
export const LEAST_PEERS = 3

/** What the tenant sets, with its defaults (domain.md §2 and §5). */
export type LossSettings = {
  closedToSubmit: boolean
  pr: number
  irradiation: number
  price: number
  meterShare: number
  order: OutageCategory[]
}
export const usualLosses: LossSettings = {
  closedToSubmit: true,
  pr: 0.82,
  irradiation: 4,
  price: 0.3949,
  meterShare: 10,
  order: usualOrder,
}
