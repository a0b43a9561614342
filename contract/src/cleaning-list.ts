import { z } from 'zod'
import { day, id, keyOf, named, sortedBy, text } from './fields.ts'
import { filters, scopeFilter } from './work-order-list.ts'

/** The types whose orders have records of cleaning: 清洗 and 标准组串清洗. */
export const cleaningTypes: ReadonlySet<number> = new Set([1, 13])

export const cleaningMethods = { own: '自有', contract: '外委' } as const
export const cleaningMethod = keyOf(cleaningMethods, '请选择清洗方式')

export const cleaningStates = { planned: '未清洗', done: '已清洗', accepted: '已验收' } as const
export const cleaningState = keyOf(cleaningStates, '状态不正确')

/** What narrows records, and rounds to those with such a record. */
const ofRecords = {
  method: named('清洗方式', cleaningMethod.optional()),
  from: named('开始日期', day.optional()),
  to: named('结束日期', day.optional()),
}

/** The filters of the list of cleanings and of its export. */
export const cleaningQuery = z.object({
  orderId: named('工单', id.optional()),
  psId: named('电站', id.optional()),
  state: named('状态', cleaningState.optional()),
  ...ofRecords,
  keyword: named('工单编号或区域', text(64).default('')),
})

export const roundSortFields = ['createTime', 'coveredKwp', 'cost', 'water', 'cleanedOn'] as const

const { keyword, flowSts, depCode, psId, liableUserId } = filters

/** What the list of rounds is narrowed by, without the state. */
export const roundFilters = { ...scopeFilter, keyword, depCode, psId, liableUserId, ...ofRecords }

/** Filters and order of the rounds, shared by the list and the export. */
export const roundQuery = z.object({
  ...roundFilters,
  flowSts,
  ...sortedBy(roundSortFields),
})

/** The titles of a round's columns by field; exports use the same. */
export const roundTitles = {
  workCode: '工单编号',
  flowStsName: '状态',
  psName: '电站',
  taskDescription: '任务描述',
  liablePerson: '负责人',
  coveredKwp: '已洗容量',
  zones: '区域',
  methods: '清洗方式',
  cleanedOn: '清洗日期',
  cost: '费用 元',
  water: '用水 t',
  broken: '破损',
  srAfter: 'SR 清洗前 → 后',
  profit: '收益 元',
  breakEvenDay: '回本日',
  depName: '运维班组',
  createTime: '创建时间',
} as const
