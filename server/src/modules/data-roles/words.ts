import { columnEffects, dataColumns, type DataColumn } from '@heliodesk/contract/data-columns.ts'
import { ownOrders } from '@heliodesk/contract/data-roles.ts'
import { siteTypes } from '@heliodesk/contract/station-fields.ts'
import type { DataRole } from './rows.ts'

const listed = (rows: { name: string }[], isSet: boolean) =>
  isSet ? rows.map(({ name }) => name || '已删除').join('、') : '不限'

/** A data role in words, for its history: always the same titles in the same order. */
export const wordsOf = (role: DataRole): { title: string; text: string }[] => [
  { title: '编码', text: role.code },
  { title: '名称', text: role.name },
  { title: '说明', text: role.description },
  { title: '启用', text: role.enabled ? '是' : '否' },
  { title: '部门', text: listed(role.departments, role.departmentIds !== null) },
  { title: '项目', text: listed(role.psas, role.psaIds !== null) },
  { title: '电站', text: listed(role.stations, role.stationIds !== null) },
  { title: '电站类型', text: role.siteTypes?.map((type) => siteTypes[type]).join('、') ?? '不限' },
  {
    title: '任务类型',
    text: role.taskTypes
      ? `${role.taskTypesExcluded ? '不含 ' : '只含 '}${role.taskTypes.join('、')}`
      : '不限',
  },
  { title: '工单范围', text: role.ownOrders ? ownOrders[role.ownOrders] : '不限' },
  {
    title: '列',
    text: Object.entries(role.columns)
      .map(([column, effect]) => `${dataColumns[column as DataColumn].title} ${columnEffects[effect]}`)
      .toSorted()
      .join('、'),
  },
  { title: '每次最多导出', text: role.mostExportRows === null ? '不限' : `${role.mostExportRows} 行` },
  { title: '角色', text: role.roles.map(({ name }) => name).join('、') },
  { title: '用户', text: role.users.map(({ name }) => name).join('、') },
]
