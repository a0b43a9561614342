import { orderQuery, orderTitles, type OrderQuery } from '@heliodesk/contract/work-order-list.ts'
import { sql } from 'kysely'
import { cellsOf } from '../../kernel/cursor.ts'
import type { Cell, ExportColumn, ExportCtx, ExportKind } from '../../kernel/export-kind.ts'
import { one } from '../../platform/certain.ts'
import { selectionOf } from './list.ts'
import { rowColumns, rowJoins, toRow, type OrderRecord } from './rows.ts'

type Column = Omit<ExportColumn, 'title'> & { title?: string; cell?: (order: OrderRecord) => Cell }

const text = (width: number): Column => ({ type: 'text', width })
const time: Column = { type: 'time', width: 18 }

/** The list's columns in order; values that it shows only for open orders are exported only for them. */
const columns: Record<keyof typeof orderTitles, Column> = {
  workCode: text(20),
  flowStsName: text(10),
  psName: text(24),
  taskTypeLabel: text(14),
  taskDescription: text(40),
  liablePerson: text(12),
  planStartTime: time,
  planEndTime: time,
  overHours: { type: 'number', width: 10, title: `${orderTitles.overHours} h` },
  lossPower: {
    type: 'number',
    width: 13,
    cell: ({ flowSts, lossPower }) => (flowSts < 4 && lossPower > 0 ? lossPower : null),
  },
  psaName: text(24),
  siteTypeLabel: text(14),
  taskCategoryLabel: text(12),
  workSubclass: text(14),
  defectLevelLabel: text(12),
  opsBusinessSourceLabel: text(12),
  opsSourceCategoryLabel: text(12),
  flowEndTime: time,
  impCommitTime: time,
  realStartTime: time,
  planCode: text(18),
  ticketNo: text(18),
  areaName: text(14),
  depName: text(18),
  createTime: time,
}

const fields = Object.keys(orderTitles) as (keyof typeof orderTitles)[]

function toCells(order: OrderRecord, { now, who }: ExportCtx): Cell[] {
  const row = toRow(order, now, who.timeZone)
  return fields.map((field) => {
    const { cell } = columns[field]
    return cell ? cell(order) : row[field]
  })
}

export const workOrderExport: ExportKind = {
  columns: fields.map((field) => {
    const { title = orderTitles[field], type, width } = columns[field]
    return { title, type, width }
  }),
  async open(ctx, query) {
    const wanted = orderQuery.parse(query)
    return { rowCount: await countOrders(ctx, wanted), pages: readOrders(ctx, wanted) }
  },
}

async function countOrders(ctx: ExportCtx, query: OrderQuery): Promise<number> {
  const { preface, total } = selectionOf(ctx, query)
  const { rows } = await sql<{ n: string }>`${preface} ${total}`.execute(ctx.db)
  return Number(one(rows).n)
}

function readOrders(ctx: ExportCtx, query: OrderQuery) {
  const { preface, isSelected, sorting } = selectionOf(ctx, query)
  const statement = sql<OrderRecord>`
    ${preface} select ${rowColumns} from work_order o ${rowJoins} where ${isSelected} order by ${sorting.by}`
  return cellsOf(ctx.db, 'exported_work_orders', statement, (each) => toCells(each, ctx))
}
