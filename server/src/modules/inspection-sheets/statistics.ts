import type { Output } from '@heliodesk/contract/call.ts'
import { countDays } from '@heliodesk/contract/days.ts'
import type { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { sql } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import { DomainError, type Handler } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { findingCounts, findings, judgedSheets, outcomeCounts } from './outcome.ts'

type Calls = typeof inspectionSheetCalls
type Rows = Output<Calls['statistics']>['rows']
type InspectionCounts = Omit<Rows[number], 'id' | 'name'>

/** The longest period that is counted at once. */
const MOST_DAYS = 400

const earlierOf = (a: string, b: string) => (a < b ? a : b)

/** What was due on some days until today, with what became of each by now. */
export const countInspections: Handler<Calls['statistics']> = async (ctx, { begin, end, by, psId }) => {
  const { db, now, who } = ctx
  if (end < begin) throw new DomainError('inspectionSheet.period', '结束日期（end）：不能早于开始日期')
  if (countDays({ begin, end }) > MOST_DAYS)
    throw new DomainError('inspectionSheet.period', `结束日期（end）：一次最多统计 ${MOST_DAYS} 天`)
  const days = { from: begin, until: earlierOf(end, toWireDay(now, who.timeZone)) }
  const condition = allOf(psId !== undefined && sql`o.station_id = ${psId}`, visibleOrders(who, 'o'))
  const [key, name] =
    by === 'station'
      ? [sql`j.station_id`, sql`min(ps.name)`]
      : [sql`coalesce(j.liable_user_id, 0)`, sql`coalesce(max(j.liable_person), '未指派')`]
  const { rows } = await sql<Rows[number]>`
    select (${key})::text as id, ${name} as name, ${outcomeCounts},
      (count(*) filter (where j.finished_at is not null))::int as done, ${findingCounts}
    from (${judgedSheets(ctx, days, condition)}) j
    join station ps on ps.tenant_id = app.tenant_id() and ps.id = j.station_id
    ${findings} group by ${key} order by missed desc, late desc, due desc, id limit 500`.execute(db)
  const sum = (field: keyof InspectionCounts) => rows.reduce((total, row) => total + row[field], 0)
  return {
    total: {
      due: sum('due'),
      onTime: sum('onTime'),
      late: sum('late'),
      missed: sum('missed'),
      running: sum('running'),
      done: sum('done'),
      abnormal: sum('abnormal'),
      defects: sum('defects'),
      exempt: sum('exempt'),
    },
    rows,
  }
}
