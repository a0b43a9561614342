import type { Segment } from '@heliodesk/contract/checks.ts'
import { entryOf } from '../../platform/certain.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'

const rules: { code: string; name: string; description: string; segments: Segment[] }[] = [
  {
    code: 'assetNo',
    name: '资产编号',
    description: '类别两位大写字母，购置年份四位，流水号 4 至 6 位',
    segments: [
      { digits: 2, pattern: '[A-Z]{2}', message: '前两位是类别，为大写字母' },
      { digits: 4, pattern: '20\\d{2}', message: '第三至六位是购置年份，如 2026' },
      { digits: '*', pattern: '\\d{4,6}', message: '最后是 4 至 6 位流水号' },
    ],
  },
  {
    code: 'contractNo',
    name: '合同编号',
    description: '以 HT- 开头',
    segments: [
      { digits: 3, pattern: 'HT-', message: '合同编号以 HT- 开头' },
      { digits: '*', pattern: '[0-9A-Z-]{6,20}', message: 'HT- 后为 6 至 20 位大写字母、数字或连字符' },
    ],
  },
]

/** Causes by what failed, two levels deep. */
const causes: [value: string, text: string, below: [value: string, text: string][]][] = [
  [
    '1',
    '设备本体',
    [
      ['11', '元器件老化'],
      ['12', '绝缘下降'],
      ['13', '机械磨损'],
    ],
  ],
  [
    '2',
    '外部环境',
    [
      ['21', '雷击'],
      ['22', '覆冰积雪'],
      ['23', '鸟害与小动物'],
    ],
  ],
  [
    '3',
    '人为因素',
    [
      ['31', '误操作'],
      ['32', '施工遗留'],
    ],
  ],
  ['4', '原因不明', []],
]

/** The company's own code rules, and a dictionary with levels. */
export async function createCodes(db: Db): Promise<void> {
  await insertRows(
    db,
    'check_rule',
    rules.map(({ code, name, description, segments }) => ({
      rule_code: code,
      rule_name: name,
      description,
      segments,
    })),
  )
  const { id } = await db
    .insertInto('dictionary')
    .values({ dict_code: 'faultCause', dict_name: '故障原因', description: '故障分析时选择，分两级' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = (value: string, text: string, at: number, parent: string | null) => ({
    dictionary_id: id,
    parent_id: parent,
    item_value: value,
    item_text: text,
    sort_order: (at + 1) * 10,
  })
  await insertRows(
    db,
    'dictionary_item',
    causes.map(([value, text], at) => item(value, text, at, null)),
  )
  const tops = await db
    .selectFrom('dictionary_item')
    .select(['id', 'item_value'])
    .where('dictionary_id', '=', id)
    .execute()
  const idOf = new Map(tops.map((row) => [row.item_value, row.id]))
  await insertRows(
    db,
    'dictionary_item',
    causes.flatMap(([above, , below]) =>
      below.map(([value, text], at) => item(value, text, at, entryOf(idOf, above))),
    ),
  )
}
