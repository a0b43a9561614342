import { cleaningMethods, cleaningQuery, cleaningStates } from '@heliodesk/contract/cleaning-list.ts'
import { sql } from 'kysely'
import { cellsOf } from '../../kernel/cursor.ts'
import type { Cell, ExportColumn, ExportKind } from '../../kernel/export-kind.ts'
import {
  cleaningColumns,
  cleaningOrder,
  cleaningTables,
  countCleanings,
  matchingCleanings,
  type CleaningRecord,
} from './rows.ts'

type Column = ExportColumn & { cell: (row: CleaningRecord) => Cell }

const column = (title: string, type: 'text' | 'number', width: number, cell: Column['cell']): Column => ({
  title,
  type,
  width,
  cell,
})

const columns: Column[] = [
  column('工单编号', 'text', 20, ({ workCode }) => workCode),
  column('电站', 'text', 24, ({ psName }) => psName),
  column('清洗区域', 'text', 18, ({ areaName }) => areaName),
  column('状态', 'text', 10, ({ state }) => cleaningStates[state]),
  column('容量 kWp', 'number', 12, ({ capacityKwp }) => capacityKwp),
  column('清洗方式', 'text', 10, ({ method }) => cleaningMethods[method]),
  column('外委单位', 'text', 18, ({ contractor }) => contractor || null),
  column('清洗日期', 'text', 12, ({ cleanedOn }) => cleanedOn),
  column('费用 元', 'number', 12, ({ cost }) => cost),
  column('用水量 t', 'number', 10, ({ water }) => water),
  column('破损数', 'number', 8, ({ broken }) => broken),
  column('清洗前 SR', 'number', 10, ({ srBefore }) => srBefore),
  column('清洗后 SR', 'number', 10, ({ srAfter }) => srAfter),
]

export const cleaningExport: ExportKind = {
  columns: columns.map(({ title, type, width }) => ({ title, type, width })),
  async open(ctx, query) {
    const wanted = cleaningQuery.parse(query)
    const statement = sql<CleaningRecord>`
      select ${cleaningColumns} from ${cleaningTables} where ${matchingCleanings(ctx, wanted)}
      order by ${cleaningOrder}`
    return {
      rowCount: await countCleanings(ctx, wanted),
      pages: cellsOf(ctx.db, 'exported_cleanings', statement, (row) => columns.map(({ cell }) => cell(row))),
    }
  },
}
