import { cleaningMethods, cleaningQuery, cleaningStates } from '@heliodesk/contract/cleaning-list.ts'
import { sql } from 'kysely'
import { cellsOf } from '../../kernel/cursor.ts'
import { described, rowColumn, type ExportKind, type RowColumn } from '../../kernel/export-kind.ts'
import {
  cleaningColumns,
  cleaningOrder,
  cleaningTables,
  countCleanings,
  matchingCleanings,
  type CleaningRecord,
} from './rows.ts'

const columns: RowColumn<CleaningRecord>[] = [
  rowColumn('工单编号', 'text', 20, ({ workCode }) => workCode),
  rowColumn('电站', 'text', 24, ({ psName }) => psName),
  rowColumn('清洗区域', 'text', 18, ({ areaName }) => areaName),
  rowColumn('状态', 'text', 10, ({ state }) => cleaningStates[state]),
  rowColumn('容量 kWp', 'number', 12, ({ capacityKwp }) => capacityKwp),
  rowColumn('清洗方式', 'text', 10, ({ method }) => cleaningMethods[method]),
  rowColumn('外委单位', 'text', 18, ({ contractor }) => contractor || null),
  rowColumn('清洗日期', 'text', 12, ({ cleanedOn }) => cleanedOn),
  { ...rowColumn<CleaningRecord>('费用 元', 'number', 12, ({ cost }) => cost), column: 'cost' },
  rowColumn('用水量 t', 'number', 10, ({ water }) => water),
  rowColumn('破损数', 'number', 8, ({ broken }) => broken),
  rowColumn('清洗前 SR', 'number', 10, ({ srBefore }) => srBefore),
  rowColumn('清洗后 SR', 'number', 10, ({ srAfter }) => srAfter),
]

export const cleaningExport: ExportKind = {
  columns: described(columns),
  async open(ctx, query) {
    const wanted = cleaningQuery.parse(query)
    const statement = sql<CleaningRecord>`
      select ${cleaningColumns} from ${cleaningTables} where ${matchingCleanings(ctx, wanted)}
      order by ${cleaningOrder}`
    return {
      rowCount: await countCleanings(ctx, wanted),
      pages: cellsOf(ctx.db, 'exported_cleanings', statement, (row) =>
        columns.map(({ cell }) => cell(row, ctx.who.timeZone)),
      ),
    }
  },
}
