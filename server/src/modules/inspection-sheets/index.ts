import { sql } from 'kysely'
import { offerItemUse } from '../inspection-items/index.ts'

export { MOST_LINES, openSheet, openSheets, type SheetLine } from './open.ts'

offerItemUse('sheets', {
  noun: '张未完成的记录单',
  async count({ db }, itemIds) {
    const { rows } = await sql<{ id: string; sheets: number }>`
      select l.item_id as id, count(distinct l.order_id)::int as sheets
      from inspection_sheet s
      join inspection_sheet_line l on l.tenant_id = s.tenant_id and l.order_id = s.order_id
      join work_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
      where s.finished_at is null and o.flow_sts < 4 and l.item_id = any(${itemIds}::bigint[])
      group by l.item_id`.execute(db)
    return new Map(rows.map(({ id, sheets }) => [id, sheets]))
  },
})
