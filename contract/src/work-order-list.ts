import { z } from 'zod'
import { day, id, joined, keyOf, named, sortedBy, text, time } from './fields.ts'
import { inspectionOutcomes } from './inspection-outcomes.ts'

export const flowSts = named(
  '状态',
  z.coerce.number().pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])),
)

export const taskType = named(
  '任务类型',
  z.coerce.number().int().min(1, '没有这种任务类型').max(9999, '没有这种任务类型'),
)

const joinedBy = (title: string, most: number, each: RegExp, fault: string) =>
  named(
    title,
    joined(
      text(most).refine((list) => list === '' || list.split(',').every((one) => each.test(one)), fault),
    ).optional(),
  )

/** Each list has at most `most` characters. */
export const scopeOf = (most: number) => ({
  depCodes: joinedBy('部门范围', most, /^([A-Z]\d\d){1,10}$/, '不是有效的部门编码'),
  psaIds: joinedBy('项目范围', most, /^[1-9]\d{0,17}$/, '不是有效的编号'),
  psIds: joinedBy('电站范围', most, /^[1-9]\d{0,17}$/, '不是有效的编号'),
})

/**
 * What a tree of departments, sub-areas and stations emits, comma-joined (spec 2 §7): orders in any of them. An empty
 * selection does not filter.
 */
export const scopeFilter = scopeOf(200_000)

/** The list's filters by row field; an order must match all of them. */
export const filters = {
  ...scopeFilter,
  keyword: named('关键词', text(50).optional()),
  flowSts: named('状态', z.array(flowSts).max(5).optional()),
  taskType: named('任务类型', z.array(taskType).max(20).optional()),
  depCode: named(
    '运维班组',
    z
      .string()
      .regex(/^([A-Z]\d\d)+$/, '不是有效的部门编码')
      .optional(),
  ),
  psId: named('电站', z.array(id).max(500).optional()),
  psaId: named('项目', z.array(id).max(500).optional()),
  liableUserId: named('负责人', id.optional()),
  deviceId: named('设备', id.optional()),
  workSubclass: named('任务子类', text(32).optional()),
  /** Only these orders, for what is done with chosen ones. */
  ids: named('工单', z.array(id).max(100).optional()),
  /** Open orders that the caller is responsible for or helps with. */
  mine: z.boolean().optional(),
  /** Orders whose next step is the caller's: to assign, to execute or to accept. */
  todo: z.boolean().optional(),
  overdue: z.boolean().optional(),
  planStartTimeBegin: named('计划开始', time.optional()),
  planStartTimeEnd: named('计划开始', time.optional()),
  createTimeBegin: named('创建时间', time.optional()),
  createTimeEnd: named('创建时间', time.optional()),
  flowEndTimeBegin: named('关闭时间', time.optional()),
  flowEndTimeEnd: named('关闭时间', time.optional()),
  /** Of inspections: the days on which they were due, and what became of them by now. */
  dueDayBegin: named('巡检到期', day.optional()),
  dueDayEnd: named('巡检到期', day.optional()),
  outcome: named('巡检结果', z.array(keyOf(inspectionOutcomes)).max(4).optional()),
}

export const orderSortFields = [
  'createTime',
  'lossPower',
  'planStartTime',
  'planEndTime',
  'overHours',
  'workCode',
] as const

/** Filters and order, shared by the list and the export. */
export const orderQuery = z.object({
  ...filters,
  ...sortedBy(orderSortFields),
})
export type OrderQuery = z.output<typeof orderQuery>

/** The list's column titles by row field; exports use the same. */
export const orderTitles = {
  workCode: '工单编号',
  flowStsName: '状态',
  psName: '电站',
  taskTypeLabel: '任务类型',
  taskDescription: '任务描述',
  liablePerson: '负责人',
  planStartTime: '计划开始',
  planEndTime: '计划结束',
  overHours: '超时',
  lossPower: '损失 kWh/h',
  psaName: '项目',
  siteTypeLabel: '电站类型',
  taskCategoryLabel: '任务分类',
  workSubclass: '任务子类',
  defectLevelLabel: '缺陷等级',
  opsBusinessSourceLabel: '业务来源',
  opsSourceCategoryLabel: '来源分类',
  flowEndTime: '关闭时间',
  impCommitTime: '承诺完成',
  realStartTime: '指派/接单时间',
  planCode: '关联任务',
  ticketNo: '关联两票',
  areaName: '区域',
  depName: '运维班组',
  createTime: '创建时间',
} as const
