import { APPEARANCE } from '@heliodesk/contract/appearance-score.ts'
import { cleaningTypes } from '@heliodesk/contract/cleaning-list.ts'
import { INSPECTION } from '@heliodesk/contract/work-order-rules.ts'
import { isWhole, type KnownOrder, type OrderDetail } from '../order.ts'

type Facts = Pick<
  OrderDetail,
  'taskType' | 'flowSts' | 'otherSts' | 'needTicket' | 'needWorkHours' | 'purchasesWay'
> & {
  prerequisiteList: readonly unknown[]
  stepList: readonly unknown[]
  extensionList: readonly unknown[]
  signatureList: readonly unknown[]
  insurance: unknown
  fieldRecords: number
  report?: unknown
}

/** The sections of the detail in order, each with its display condition (spec 2 §2). */
const sections = [
  { key: 'basic', title: '基本信息', shows: () => true },
  { key: 'device', title: '设备信息', shows: ({ taskType }) => taskType === 7 || taskType === 8 },
  // Not of the specification: what its reporter told from a phone; kept answers of older builds do not say it.
  { key: 'report', title: '现场上报', shows: ({ report }) => Boolean(report) },
  { key: 'generation', title: '发电信息', shows: ({ taskType }) => taskType === 10 },
  {
    key: 'tickets',
    title: '两票信息',
    shows: ({ needTicket, otherSts }) => (needTicket === 1 || needTicket === 2) && otherSts > 2,
  },
  {
    key: 'prerequisites',
    title: '先决条件',
    shows: ({ prerequisiteList, flowSts }) => prerequisiteList.length > 0 && flowSts > 1,
  },
  {
    key: 'execution',
    title: '执行信息',
    shows: ({ otherSts, taskType, purchasesWay }) =>
      (otherSts > 2 || otherSts === 0) && !(taskType === 1 && purchasesWay),
  },
  // Not of the specification: the zones and the benefit of a cleaning.
  {
    key: 'cleaning',
    title: '清洗与效益',
    shows: ({ taskType, flowSts }) => cleaningTypes.has(taskType) && flowSts > 1,
  },
  // Not of the specification: the items of an appearance inspection.
  {
    key: 'appearance',
    title: '检查单',
    shows: ({ taskType, flowSts }) => taskType === APPEARANCE && flowSts > 1,
  },
  // Not of the specification: how far the round of an inspection is.
  {
    key: 'inspection',
    title: '巡检记录',
    shows: ({ taskType }) => taskType === INSPECTION,
  },
  { key: 'steps', title: '作业步骤', shows: ({ stepList, flowSts }) => stepList.length > 0 && flowSts > 1 },
  {
    key: 'hours',
    title: '工时信息',
    shows: ({ otherSts, needWorkHours, taskType }) => otherSts > 2 && needWorkHours !== 0 && taskType !== 10,
  },
  // Not of the specification: who signed the work on a phone.
  { key: 'signatures', title: '签名', shows: ({ signatureList }) => signatureList.length > 0 },
  // Not of the specification: what technicians did on phones and what has no effect, or waits for a choice.
  { key: 'fieldRecords', title: '补充记录', shows: ({ fieldRecords }) => fieldRecords > 0 },
  // Not of the specification: what is out because of the order, and what it costs.
  { key: 'outages', title: '停机与损失', shows: ({ taskType }) => taskType !== 10 },
  { key: 'extensions', title: '延期信息', shows: ({ extensionList }) => extensionList.length > 0 },
  // Not of the specification: the case of an order about damage.
  { key: 'insurance', title: '保险信息', shows: ({ insurance }) => insurance !== null },
  { key: 'termination', title: '终止信息', shows: ({ flowSts }) => flowSts === 5 },
  // Not of the specification: the orders that belong to it, and what people say about it.
  { key: 'relations', title: '相关工单', shows: () => true },
  { key: 'comments', title: '评论', shows: () => true },
] as const satisfies readonly { key: string; title: string; shows: (order: Facts) => boolean }[]

export type SectionKey = (typeof sections)[number]['key']
export type Section = { key: SectionKey; title: string }

export const sectionsOf = (order: Facts): Section[] =>
  sections.filter(({ shows }) => shows(order)).map(({ key, title }) => ({ key, title }))

/** The sections above those whose display depends on more than the row of the list. */
const first: ReadonlySet<SectionKey> = new Set(['basic', 'device', 'generation', 'tickets'])
const noLists = {
  prerequisiteList: [],
  stepList: [],
  extensionList: [],
  signatureList: [],
  insurance: null,
  fieldRecords: 0,
  needWorkHours: 0,
  purchasesWay: null,
} as const

/** The sections that what is known suffices for; the others follow below them. */
export const knownSectionsOf = (order: KnownOrder): Section[] =>
  isWhole(order)
    ? sectionsOf(order)
    : sectionsOf({ ...order, ...noLists }).filter(({ key }) => first.has(key))

/** The suggestion shows wherever a score does; for type 9 only if there is one (spec 2 §2). */
export const showsSuggestion = ({
  taskType,
  scored,
  suggestion,
}: Pick<OrderDetail, 'scored' | 'suggestion' | 'taskType'>): boolean =>
  scored && (taskType !== 9 || Boolean(suggestion))
