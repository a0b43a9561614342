import { REPORT_STATIONS, type fieldReportCalls } from '@heliodesk/contract/field-reports.ts'
import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { visibleOrders, visibleStations } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { gradesOf } from '../defects/index.ts'

type Calls = typeof fieldReportCalls

/** As many as a phone shows. */
const LATEST = 50

type Row = {
  report: string
  text: string
  psName: string
  orderId: string
  workCode: string
  flowSts: FlowStatus
  isVisible: boolean
  marks: string[]
  doneAt: Date
}

export const listMine: Handler<Calls['mine']> = async ({ db, who }) => {
  const { rows } = await sql<Row>`
    select r.id as report, r.text, s.name as "psName", r.order_id as "orderId",
      o.work_code as "workCode", o.flow_sts as "flowSts", ${visibleOrders(who, 'o')} as "isVisible", r.marks,
      r.done_at as "doneAt"
    from defect_report r
    join work_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
    join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    where r.reporter_id = ${who.userId} order by r.at desc, r.id limit ${sql.lit(LATEST)}`.execute(db)
  return rows.map(({ flowSts, doneAt, ...row }) => ({
    ...row,
    flowStsName: flowStatuses[flowSts],
    reportTime: toWireTime(doneAt, who.timeZone),
  }))
}

export const listChoices: Handler<Calls['choices']> = async ({ db, who }) => {
  const { rows: stations } = await sql<{ psId: string; psName: string }>`
    select s.id as "psId", s.name as "psName" from station s
    where s.status = '1' and ${visibleStations(who, 's')}
    order by s.dep_code, s.name, s.id limit ${sql.lit(REPORT_STATIONS)}`.execute(db)
  const grades = await gradesOf(db)
  return { stations, levels: grades.map(({ defectLevel, label }) => ({ defectLevel, label })) }
}
