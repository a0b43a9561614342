import type { Segment } from '@heliodesk/contract/checks.ts'
import { insertRows } from '../platform/insert-rows.ts'
import type { Db } from '../platform/postgres.ts'

type StandardRule = { code: string; name: string; description: string; segments: Segment[] }

/** The rules that forms of the product refer to; companies define them as they need. */
const standardRules: StandardRule[] = [
  {
    code: 'workNo',
    name: '工号',
    description: '用户的工号',
    segments: [
      { digits: 1, pattern: '[0-9A-Za-z]', message: '工号以字母或数字开头' },
      { digits: '*', pattern: '[0-9A-Za-z-]*', message: '工号只含字母、数字和连字符' },
    ],
  },
  {
    code: 'dictCode',
    name: '字典编码',
    description: '新建字典的编码',
    segments: [
      { digits: 1, pattern: '[A-Za-z]', message: '字典编码以字母开头' },
      { digits: '*', pattern: '[A-Za-z0-9_]*', message: '字典编码只含字母、数字和下划线' },
    ],
  },
]

/** Adds the standard rules that the tenant lacks; existing ones stay unchanged. */
export async function addMissingCheckRules(db: Db): Promise<void> {
  const rows = await db.selectFrom('check_rule').select('rule_code').execute()
  const known = new Set(rows.map((row) => row.rule_code))
  await insertRows(
    db,
    'check_rule',
    standardRules
      .filter(({ code }) => !known.has(code))
      .map(({ code, name, description, segments }) => ({
        rule_code: code,
        rule_name: name,
        description,
        segments,
        built_in: true,
      })),
  )
}
