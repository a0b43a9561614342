import { reworkStates, type Rework } from '@heliodesk/contract/appearance-score.ts'
import { scoreQuery } from '@heliodesk/contract/appearance-scores.ts'
import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import { cellsOf } from '../../kernel/cursor.ts'
import { described, rowColumn, type ExportKind, type RowColumn } from '../../kernel/export-kind.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'

type Row = {
  psName: string
  workCode: string
  flowSts: FlowStatus
  closedAt: Date | null
  total: number | null
  no: number
  category: string
  project: string
  mark: number
  isNotInvolve: boolean
  selfScore: number | null
  firstScore: number | null
  score: number | null
  rework: Rework
  suggest: string
}

const columns: RowColumn<Row>[] = [
  rowColumn('电站', 'text', 24, ({ psName }) => psName),
  rowColumn('工单编号', 'text', 20, ({ workCode }) => workCode),
  rowColumn('状态', 'text', 10, ({ flowSts }) => flowStatuses[flowSts]),
  rowColumn('验收时间', 'time', 20, ({ closedAt }, zone) => closedAt && toWireTime(closedAt, zone)),
  rowColumn('总分', 'number', 10, ({ total }) => total),
  rowColumn('序号', 'number', 8, ({ no }) => no),
  rowColumn('分组', 'text', 12, ({ category }) => category),
  rowColumn('检查项', 'text', 24, ({ project }) => project),
  rowColumn('分值', 'number', 8, ({ mark }) => mark),
  rowColumn('不涉及', 'text', 8, ({ isNotInvolve }) => (isNotInvolve ? '是' : '否')),
  rowColumn('自评', 'number', 8, ({ selfScore }) => selfScore),
  rowColumn('初评', 'number', 8, ({ firstScore }) => firstScore),
  rowColumn('得分', 'number', 8, ({ score }) => score),
  rowColumn('整改', 'text', 16, ({ rework }) => reworkStates[rework] || null),
  rowColumn('评审建议', 'text', 30, ({ suggest }) => suggest || null),
]

const source = sql`appearance_row r
  join work_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
  join station s on s.tenant_id = o.tenant_id and s.id = o.station_id`

/** What each item of each sheet scored: station by station, the oldest sheet first, so that its course can be drawn. */
export const scoreExport: ExportKind = {
  columns: described(columns),
  async open(ctx, query) {
    const { psId } = scoreQuery.parse(query)
    const wanted = allOf(visibleOrders(ctx.who, 'o'), psId && sql`o.station_id = ${psId}`)
    const counted = await sql<{ n: number }>`
      select count(*)::int as n from ${source} where ${wanted}`.execute(ctx.db)
    const statement = sql<Row>`
      select s.name as "psName", o.work_code as "workCode", o.flow_sts as "flowSts", o.flow_end_time as "closedAt",
        o.score as total, r.no, r.category, r.project, r.mark, r.is_not_involve as "isNotInvolve",
        r.self_score as "selfScore", r.first_score as "firstScore", r.score, r.rework, r.examine_suggest as suggest
      from ${source} where ${wanted}
      order by s.dep_code, s.name_place, s.id, coalesce(o.flow_end_time, 'infinity'), o.id, r.no`
    return {
      rowCount: one(counted.rows).n,
      pages: cellsOf(ctx.db, 'exported_scores', statement, (row) =>
        columns.map(({ cell }) => cell(row, ctx.who.timeZone)),
      ),
    }
  },
}
