import type { Output } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { toWireTime } from '../../kernel/wire-time.ts'

type Detail = Output<(typeof workOrderCalls)['detail']>

/** What is recorded of order `o` in tables of their own, as JSON in the statement of its detail. */
export const recordColumns = sql`
  (select coalesce(json_agg(json_build_object('id', h.id::text, 'executorName', h.executor_name,
      'actualStartTime', h.actual_start_time, 'actualEndTime', h.actual_end_time,
      'peopleNum', h.people_num, 'workHours', h.work_hours, 'remark', h.remark) order by h.id), '[]')
    from work_order_hours h where h.tenant_id = o.tenant_id and h.order_id = o.id) as "workHoursList",
  (select coalesce(json_agg(json_build_object('id', x.id::text, 'applyUserName', u.realname,
      'applyTime', x.asked_at, 'oldPlanEndTime', x.old_end, 'planEndTime', x.new_end, 'reason', x.reason,
      'status', x.status, 'auditUserName', x.decider_name, 'auditTime', x.decided_at, 'auditOpinion', x.opinion,
      'processInstanceId', x.instance_id::text) order by x.id desc), '[]')
    from work_order_extension x join app_user u on u.tenant_id = x.tenant_id and u.id = x.asker_id
    where x.tenant_id = o.tenant_id and x.order_id = o.id) as "extensionList",
  (select json_build_object('reportNo', x.report_no, 'insurer', x.insurer, 'reportTime', x.reported_at,
      'handlerId', x.handler_id::text, 'handlerName', u.realname, 'surveyTime', x.surveyed_at,
      'surveyNote', x.survey, 'lossAmount', x.assessed, 'paidAmount', x.paid, 'paidTime', x.paid_at, 'remark', x.remark)
    from work_order_insurance x join app_user u on u.tenant_id = x.tenant_id and u.id = x.handler_id
    where x.tenant_id = o.tenant_id and x.order_id = o.id) as insurance`

type Records = Pick<Detail, 'workHoursList' | 'extensionList' | 'insurance'>

/** Instants inside JSON are texts with an offset. */
const instants: ReadonlySet<string> = new Set([
  'actualStartTime',
  'actualEndTime',
  'applyTime',
  'oldPlanEndTime',
  'planEndTime',
  'auditTime',
  'reportTime',
  'surveyTime',
  'paidTime',
])

const wired = <Row extends object>(row: Row, zone: string): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && instants.has(name) ? toWireTime(new Date(value), zone) : value,
    ]),
  ) as Row

export const recordsOf = ({ workHoursList, extensionList, insurance }: Records, zone: string): Records => ({
  workHoursList: workHoursList.map((row) => wired(row, zone)),
  extensionList: extensionList.map((row) => wired(row, zone)),
  insurance: insurance && wired(insurance, zone),
})
