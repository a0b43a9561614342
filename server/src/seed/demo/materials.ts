import type { MaterialUse } from '@heliodesk/contract/materials.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'
import { insertRows } from '../../platform/insert-rows.ts'

/** Categories of spare parts and tools of a solar company (domain.md §7); two digits per level. */
const classes: [code: string, name: string][] = [
  ['01', '阵列汇流'],
  ['0101', '组件与组串附件'],
  ['0102', '汇流箱部件'],
  ['02', '电气一次'],
  ['0201', '逆变器部件'],
  ['0202', '箱变与变压器'],
  ['0203', '电缆附件与避雷器'],
  ['0204', '开关与SVG部件'],
  ['03', '二次通讯'],
  ['0301', '保护与测控'],
  ['0302', '通讯与网络'],
  ['0303', '直流与蓄电池'],
  ['04', '监测'],
  ['0401', '气象与辐照'],
  ['0402', '视频与安防'],
  ['05', '安全工器具与耗材'],
  ['0501', '绝缘与接地工具'],
  ['0502', '个人防护用品'],
  ['0503', '除草与清洗耗材'],
]

const useOf = (code: string): MaterialUse => (code.startsWith('05') ? 'tool' : 'spare')

export async function createMaterialCategories(db: Db): Promise<void> {
  await insertRows(
    db,
    'material_category',
    classes.map(([code, name]) => ({ code, name, belong_to: useOf(code) })),
  )
  await sql`update material_category child set parent_id = parent.id from material_category parent
    where parent.code = left(child.code, -2)`.execute(db)
}
