import type { Output } from '@heliodesk/contract/call.ts'
import type { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { sql, type RawBuilder } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import { DomainError, type Handler } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'
import { outcomeOf } from './outcome.ts'

type Calls = typeof inspectionSheetCalls
type Rows = Output<Calls['statistics']>['rows']
type InspectionCounts = Omit<Rows[number], 'id' | 'name'>

/** The longest period that is counted at once. */
const MOST_DAYS = 400
const DAY_MS = 86_400_000

/** Sheets of orders that were due in a period, with what became of each by now. */
const judgedSheets = (now: Date, condition: RawBuilder<unknown>) => sql`
  select o.id, o.station_id, o.liable_user_id, o.liable_person, s.finished_at, ${outcomeOf(now)} as outcome
  from inspection_sheet s
  join work_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
  where o.task_type = 100 and o.plan_end_time is not null and o.plan_end_time <= ${now} and ${condition}`

const countColumns = sql`
  count(*)::int as due,
  (count(*) filter (where j.finished_at is not null))::int as done,
  (count(*) filter (where j.outcome = 'late'))::int as late,
  (count(*) filter (where j.outcome = 'missed'))::int as missed,
  coalesce(sum(f.abnormal), 0)::int as abnormal, coalesce(sum(f.defects), 0)::int as defects,
  coalesce(sum(f.exempt), 0)::int as exempt`

const findings = sql`
  left join lateral (
    select (count(*) filter (where l.verdict = 'abnormal'))::int as abnormal,
      count(distinct l.defect_order_id)::int as defects,
      (count(*) filter (where l.exempt_reason <> ''))::int as exempt
    from inspection_sheet_line l
    where l.tenant_id = app.tenant_id() and l.order_id = j.id and l.verdict = 'abnormal') f on true`

export const countInspections: Handler<Calls['statistics']> = async (ctx, { begin, end, by, psId }) => {
  const { db, now, who } = ctx
  const from = fromWireTime(`${begin} 00:00:00`, who.timeZone)
  const until = new Date(fromWireTime(`${end} 00:00:00`, who.timeZone).getTime() + DAY_MS)
  if (until <= from) throw new DomainError('inspectionSheet.period', '结束日期（end）：不能早于开始日期')
  if (until.getTime() - from.getTime() > MOST_DAYS * DAY_MS)
    throw new DomainError('inspectionSheet.period', `结束日期（end）：一次最多统计 ${MOST_DAYS} 天`)
  const condition = allOf(
    sql`o.plan_end_time >= ${from} and o.plan_end_time < ${until}`,
    psId !== undefined && sql`o.station_id = ${psId}`,
    visibleOrders(who, 'o'),
  )
  const [key, name] =
    by === 'station'
      ? [sql`j.station_id`, sql`min(ps.name)`]
      : [sql`coalesce(j.liable_user_id, 0)`, sql`coalesce(max(j.liable_person), '未指派')`]
  const { rows } = await sql<Rows[number]>`
    select (${key})::text as id, ${name} as name, ${countColumns}
    from (${judgedSheets(now, condition)}) j
    join station ps on ps.tenant_id = app.tenant_id() and ps.id = j.station_id
    ${findings} group by ${key} order by missed desc, late desc, due desc, id limit 500`.execute(db)
  const sum = (field: keyof InspectionCounts) => rows.reduce((total, row) => total + row[field], 0)
  return {
    total: {
      due: sum('due'),
      done: sum('done'),
      late: sum('late'),
      missed: sum('missed'),
      abnormal: sum('abnormal'),
      defects: sum('defects'),
      exempt: sum('exempt'),
    },
    rows,
  }
}
