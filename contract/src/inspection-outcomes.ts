/** What became of an inspection by now (ADR 0103). */
export const inspectionOutcomes = {
  onTime: '按期完成',
  late: '迟检',
  missed: '漏检',
  running: '进行中',
} as const
export type InspectionOutcome = keyof typeof inspectionOutcomes

type Behind = {
  from: string
  until: string
  outcome?: InspectionOutcome
  psId?: string
}

/** The address parameters of the list of orders that has exactly the orders behind a figure of inspections. */
export const ordersBehind = ({ from, until, outcome, psId }: Behind) => ({
  view: 'all',
  due: [from, until],
  ...(outcome && { outcome }),
  ...(psId !== undefined && { psId }),
})
