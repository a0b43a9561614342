import {
  auditRefusal,
  extensionRefusal,
  usualExtension,
  type ExtensionFacts,
  type ExtensionLimits,
} from './extension-rules.ts'
import type { PermissionCode } from './permissions.ts'

/** Task types (spec 2 §9). Type 5 occurs only among the score columns, not as a type of order (domain.md §2). */
export const taskTypes = {
  1: '清洗',
  2: '除草',
  3: '试验/检测',
  4: '系统维护',
  7: '故障',
  8: '缺陷',
  9: '技改',
  10: '应发电量',
  11: '陪停',
  12: '其他事项',
  13: '标准组串清洗',
  14: '下网电费',
  15: '抢修',
  16: '物资代采',
  18: '站容站貌',
} as const

/** Inspections, which plans make: a type of the product between the specification's numbers and those of companies. */
export const INSPECTION = 100

/** The types that the product comes with. */
export const productTypes = { ...taskTypes, [INSPECTION]: '巡检' } as const

export type TaskType = keyof typeof productTypes

/** Types whose assign, execute and check go through `/ops/order/{reformType}/…` (spec 2 §7). */
export const reformTypes = [10, 18] as const

export const flowStatuses = { 1: '待指派', 2: '处理中', 3: '验收中', 4: '已完成', 5: '已终止' } as const

export type FlowStatus = keyof typeof flowStatuses

/** The states that the status filter 'all' stands for (spec 2 §2). */
export const allStatuses: FlowStatus[] = [1, 2, 3, 4, 5]

/** The sub-states that the detail page depends on (product.md "Work orders"). */
export const otherStatuses = {
  recordedAsDone: 0,
  toAssign: 1,
  notStarted: 2,
  inExecution: 3,
  submitted: 4,
  accepted: 5,
  returned: 6,
} as const

export type OrderAction =
  | 'assign'
  | 'claim'
  | 'reassign'
  | 'reschedule'
  | 'start'
  | 'save'
  | 'submit'
  | 'pass'
  | 'reject'
  | 'extend'
  | 'audit'
  | 'terminate'

/**
 * The state table of product.md: for each action the required permissions (all of them), the states in which it is
 * allowed and the state it leads to, null if it stays; everything else is refused. A person who takes an order can
 * execute it. An order in progress can be reassigned with the work done so far.
 */
export const orderActions = {
  assign: { title: '指派', perms: ['order:assign'], from: [1], to: 2 },
  claim: { title: '接单', perms: ['order:claim', 'order:execute'], from: [1], to: 2 },
  reassign: { title: '改派', perms: ['order:assign'], from: [2], to: 2 },
  reschedule: { title: '改期', perms: ['order:assign'], from: [1, 2], to: null },
  start: { title: '开始作业', perms: ['order:execute'], from: [2], to: 2 },
  save: { title: '保存', perms: ['order:execute'], from: [2], to: 2 },
  submit: { title: '提交验收', perms: ['order:execute'], from: [2], to: 3 },
  pass: { title: '验收通过', perms: ['order:check'], from: [3], to: 4 },
  reject: { title: '退回', perms: ['order:check'], from: [3], to: 2 },
  extend: { title: '申请延期', perms: ['order:extend'], from: [2], to: 2 },
  audit: { title: '审批延期', perms: ['order:audit'], from: [2], to: 2 },
  terminate: { title: '作废', perms: ['order:terminate'], from: [1, 2, 3], to: 5 },
} as const satisfies Record<
  OrderAction,
  { title: string; perms: readonly PermissionCode[]; from: readonly FlowStatus[]; to: FlowStatus | null }
>

/** The state in which an action leaves an order. */
export const stateAfter = (action: OrderAction, before: FlowStatus): FlowStatus =>
  orderActions[action].to ?? before

/** Reasons for reassigning an order; the last one needs an explanation. */
export const reassignReasons = ['人员请假', '进度停滞', '资质不符', '转检修中心', '其他'] as const

/** The fields of an order and of a person that the rules read. */
export type OrderFacts = {
  flowSts: FlowStatus
  otherSts: number
  taskType: number
  needTicket: number
  liableUserId: string | null
  assistUserIds: string[]
  liablePerson: string | null
  reporterId: string | null
  planStartTime: string | Date | null
} & ExtensionFacts

/**
 * Why this person may not take this action on this order, as a Chinese sentence; null if it is allowed. The server
 * enforces it and the web client disables its buttons by it; permissions are checked separately.
 */
export function refusalOf(
  action: OrderAction,
  order: OrderFacts,
  userId: string,
  limits: ExtensionLimits = usualExtension,
): string | null {
  const rule = orderActions[action]
  if (!(rule.from as readonly number[]).includes(order.flowSts)) {
    if (action === 'claim' && order.flowSts === 2) return `工单已被 ${order.liablePerson ?? '他人'} 接单`
    return `工单${flowStatuses[order.flowSts]}，不能${rule.title}`
  }
  switch (action) {
    case 'start':
    case 'save':
    case 'submit':
      return executionRefusal(action, order, userId)
    case 'pass':
    case 'reject':
      return checkRefusal(order, userId)
    case 'extend':
      return isExecutor(order, userId) ? extensionRefusal(order, limits) : onlyExecutors(action, order)
    case 'audit':
      return auditRefusal(order, userId)
    case 'reschedule':
      if (order.extensionAskerId !== null) return '有延期申请等待审批，请先审批'
      return order.flowSts === 1 && order.planStartTime === null ? '工单还没有计划时间，请在指派时安排' : null
    default:
      return null
  }
}

const isExecutor = ({ liableUserId, assistUserIds }: OrderFacts, userId: string) =>
  liableUserId === userId || assistUserIds.includes(userId)

const onlyExecutors = (action: OrderAction, { liablePerson }: OrderFacts) =>
  `只有负责人 ${liablePerson ?? ''} 和协作人可以${orderActions[action].title}`

function executionRefusal(action: 'start' | 'save' | 'submit', order: OrderFacts, userId: string) {
  if (!isExecutor(order, userId)) return onlyExecutors(action, order)
  const started = order.otherSts === otherStatuses.inExecution || order.otherSts === otherStatuses.returned
  if (action === 'start') return started ? '已开始作业，无需重复开始' : null
  if (!started) return '请先开始作业'
  return null
}

export const OWN_WORK = '执行人不能验收自己的工单'

/** The accepting person must not be the executor; for faults and defects, nor the reporter. */
function checkRefusal(order: OrderFacts, userId: string) {
  if (isExecutor(order, userId)) return OWN_WORK
  if ([7, 8].includes(order.taskType) && order.reporterId === userId) return '故障和缺陷不能由报告人验收'
  return null
}

export type ExecutionDocument = {
  prerequisiteList: { name: string; required: boolean; met: boolean }[]
  stepList: {
    name: string
    required: boolean
    needPhoto: boolean
    needValue: boolean
    done: boolean
    value: string
  }[]
  /** `stepNo` is the place of the step, from 1. */
  photoList: readonly { stepNo: number }[]
  workHoursList: unknown[]
}

/** What is missing, as a short Chinese sentence, and how several of its kind are counted. */
export type Missing = { text: string; kind: keyof typeof measures | '工时' | null }

/** What is missing before the work can be submitted for acceptance. */
export function missingForSubmit(
  order: { taskType: number; purchasesWay: string | null; needWorkHours: number },
  { prerequisiteList, stepList, photoList, workHoursList }: ExecutionDocument,
): Missing[] {
  if (order.taskType === 1 && order.purchasesWay) return []
  const unmet = prerequisiteList.filter((each) => each.required && !each.met)
  const undone = stepList.filter((step) => step.required && !step.done)
  const valueless = stepList.filter((step) => step.done && step.needValue && step.value === '')
  const photographed = new Set(photoList.map(({ stepNo }) => stepNo))
  const photoless = stepList.filter((step, at) => step.done && step.needPhoto && !photographed.has(at + 1))
  return [
    ...unmet.map(({ name }) => ({ text: `先决条件“${name}”未满足`, kind: '先决条件' as const })),
    ...undone.map(({ name }) => ({ text: `作业步骤“${name}”未完成`, kind: '必做步骤' as const })),
    ...valueless.map(({ name }) => ({ text: `作业步骤“${name}”未填写数值`, kind: '数值' as const })),
    ...photoless.map(({ name }) => ({ text: `作业步骤“${name}”未上传照片`, kind: '照片' as const })),
    ...(order.needWorkHours !== 0 && order.taskType !== 10 && workHoursList.length === 0
      ? [{ text: '未填写工时', kind: '工时' as const }]
      : []),
  ]
}

const measures = {
  先决条件: '项',
  必做步骤: '个',
  数值: '个',
  照片: '步的',
  自评: '项',
  现场照片: '项的',
  整改: '项',
  巡检对象: '个',
} as const

/** 还差 2 项先决条件、10 个必做步骤、工时，另有 1 处填写有误. What is of no kind is filled in wrongly. */
export function inShort(missing: readonly Missing[]): string {
  const counts = new Map<NonNullable<Missing['kind']>, number>()
  for (const { kind } of missing) if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const parts = [...counts].map(([kind, count]) =>
    kind === '工时' ? kind : `${count} ${measures[kind]}${kind}`,
  )
  const wrong = missing.filter(({ kind }) => kind === null).length
  if (parts.length === 0) return `有 ${wrong} 处填写有误`
  return `还差 ${parts.join('、')}${wrong > 0 ? `，另有 ${wrong} 处填写有误` : ''}`
}

/** 工时 = 人数 × (结束 − 开始), exact to 0.1 h (domain.md §2); times in milliseconds. */
export const workHoursOf = (startMs: number, endMs: number, people: number): number =>
  Math.round(((endMs - startMs) / 3_600_000) * people * 10) / 10

/** The codes of an order's dictionaries that the program itself writes; administrators may add more. */
export const taskCategory = { preventive: '1', corrective: '2', modification: '3', other: '4' } as const
export const businessSource = { own: '1', entrusted: '2', warranty: '3' } as const
export const sourceCategory = {
  manual: '1',
  alarm: '2',
  inspection: '3',
  plan: '4',
  copy: '5',
  imported: '6',
} as const
