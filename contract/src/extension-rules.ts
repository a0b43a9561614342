/** What a company allows of extensions (domain.md §3), among its settings. */
export type ExtensionLimits = {
  /** After the planned end, too. */
  late: boolean
  /** How often an order is extended. */
  times: number
  /** How many times as long as first planned an order may take in all. */
  factor: number
}

export const usualExtension: ExtensionLimits = { late: false, times: 1, factor: 2 }

/** The fields of an order that the rules of its extension read. */
export type ExtensionFacts = {
  planEndTime: unknown
  /** Null if an open order is not overdue. */
  overHours: number | null
  /** Who asked for the extension that is waiting for a decision. */
  extensionAskerId: string | null
  /** How often it has been extended. */
  extensionCount: number
}

/** Why no extension can be asked for now. */
export function extensionRefusal(
  { planEndTime, overHours, extensionAskerId, extensionCount }: ExtensionFacts,
  { late, times }: ExtensionLimits,
): string | null {
  if (extensionAskerId !== null) return '已有延期申请等待审批'
  if (!planEndTime) return '工单没有计划结束时间，无需延期'
  if (extensionCount >= times) return `工单已延期 ${extensionCount} 次，最多延期 ${times} 次`
  if (overHours !== null && !late) return '已超过计划结束时间，不能再申请延期'
  return null
}

export const OWN_EXTENSION = '不能审批自己的延期申请'

export function auditRefusal({ extensionAskerId }: ExtensionFacts, userId: string): string | null {
  if (extensionAskerId === null) return '没有等待审批的延期申请'
  return extensionAskerId === userId ? OWN_EXTENSION : null
}

/** The latest end of an order that was to run from `from` to `to`, all in milliseconds. */
export const latestExtension = (
  from: number,
  to: number,
  { factor }: Pick<ExtensionLimits, 'factor'>,
): number => from + Math.max(0, to - from) * factor

/** The states of a request, which are those of its process. */
export const extensionStates = {
  running: '待审批',
  completed: '已同意',
  refused: '不同意',
  withdrawn: '已撤回',
  voided: '已结束',
} as const
export type ExtensionState = keyof typeof extensionStates
