import { own } from '@heliodesk/contract/own.ts'
import { siteTypes } from '@heliodesk/contract/stations.ts'
import {
  businessSource,
  flowStatuses,
  sourceCategory,
  taskCategory,
  taskTypes,
  type TaskType,
} from '@heliodesk/contract/work-order-rules.ts'
import type { Db } from '../platform/postgres.ts'

export type BuiltInDictionary = { code: string; name: string; description: string; items: [string, string][] }

/** Work subclasses are stored and shown as their text, because the list has no separate label column (spec 2 §3). */
export const workSubclasses: Record<TaskType, string[]> = {
  1: ['人工清洗', '机械清洗', '机器人清洗', '局部补洗'],
  2: ['人工除草', '机械除草', '防火带清理'],
  3: ['高压预试', '红外检测', 'IV测试', 'EL检测', '接地电阻测试', '保护校验'],
  4: ['监控系统', '通讯网络', '继电保护', 'AGC/AVC', '功率预测', '网络安全'],
  7: ['逆变器故障', '汇流箱故障', '箱变故障', '集电线路故障', '升压站故障', '监控通讯故障'],
  8: [
    '组件缺陷',
    '支架缺陷',
    '汇流箱缺陷',
    '逆变器缺陷',
    '箱变缺陷',
    '集电线路缺陷',
    '升压站缺陷',
    '监控通讯缺陷',
    '辅助设施缺陷',
  ],
  9: ['设备改造', '系统升级', '安全整改'],
  10: ['低效整改', '遮挡治理', '积灰治理'],
  11: ['计划停电', '临时停电'],
  12: ['资料台账', '迎检接待', '除雪', '防汛', '培训演练'],
  13: ['标杆组串清洗'],
  14: ['电费核对', '抄表'],
  15: ['设备抢修', '线路抢修', '灾害抢修'],
  16: ['备件', '工器具', '耗材'],
  18: ['月度检查', '专项整治'],
}

const taskTitles: Record<string, string> = taskTypes

export const builtInDictionaries: BuiltInDictionary[] = [
  {
    code: 'taskType',
    name: '任务类型',
    description: '程序规则使用的工单类型',
    items: Object.entries(taskTypes),
  },
  { code: 'flowSts', name: '工单状态', description: '工单流转状态', items: Object.entries(flowStatuses) },
  {
    code: 'taskCategory',
    name: '任务分类',
    description: '工单的任务分类',
    items: [
      [taskCategory.preventive, '预防性'],
      [taskCategory.corrective, '纠正性'],
      [taskCategory.modification, '改造'],
      [taskCategory.other, '其他'],
    ],
  },
  {
    code: 'opsBusinessSource',
    name: '业务来源',
    description: '工单的业务归属',
    items: [
      [businessSource.own, '自营'],
      [businessSource.entrusted, '委托'],
      [businessSource.warranty, '质保'],
    ],
  },
  {
    code: 'opsSourceCategory',
    name: '来源分类',
    description: '工单由何产生',
    items: [
      [sourceCategory.manual, '人工'],
      [sourceCategory.alarm, '告警'],
      [sourceCategory.inspection, '巡检'],
      [sourceCategory.plan, '计划'],
      [sourceCategory.copy, '复制'],
      [sourceCategory.imported, '导入'],
    ],
  },
  {
    code: 'purchasesWay',
    name: '采购方式',
    description: '外委清洗的采购方式',
    items: [
      ['1', '公开招标'],
      ['2', '询比价'],
      ['3', '框架协议'],
    ],
  },
  { code: 'siteType', name: '电站类型', description: '电站的场地类型', items: Object.entries(siteTypes) },
  {
    code: 'maintenanceStatus',
    name: '运维状态',
    description: '电站是否在维',
    items: [
      ['1', '在维'],
      ['2', '退场'],
    ],
  },
  ...Object.entries(workSubclasses).map(([type, names]) => ({
    code: `workSubclass_${type}`,
    name: `任务子类（${own(taskTitles, type)}）`,
    description: `任务类型“${own(taskTitles, type)}”的子类`,
    items: names.map((name): [string, string] => [name, name]),
  })),
]

/** Formerly built in: device types are now the tree of the device ledger. */
const FORMER = ['deviceType']

/** Former built-in dictionaries become the company's own, which it may keep or delete. */
export async function releaseFormerDictionaries(db: Db): Promise<void> {
  await db
    .updateTable('dictionary')
    .set({ built_in: false })
    .where('dict_code', 'in', FORMER)
    .where('built_in', '=', true)
    .execute()
}
