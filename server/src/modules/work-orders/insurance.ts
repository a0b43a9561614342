import type { Input } from '@heliodesk/contract/call.ts'
import { insuranceRefusal, insuranceStages, stageOf } from '@heliodesk/contract/order-insurance.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { requireColumn } from '../../kernel/hidden-columns.ts'
import { reachesOrder } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { fromWireTime, fromWireTimeOrNull } from '../../kernel/wire-time.ts'
import { readVisible } from './lifecycle.ts'
import { readRow } from './rows.ts'

type Calls = typeof workOrderCalls
/** Records the case as it is now; what it was before is in the history. */
export const assignInsurance: Handler<Calls['insuranceAssign']> = async (ctx, input) => {
  const order = await readVisible(ctx, input.id, true)
  requireVersion(order, input.version, stale('order', '工单'))
  requireColumn(ctx.who, 'insurance', '您看不到保险金额，不能登记保险')
  const refusal = insuranceRefusal(order)
  if (refusal) throw new DomainError('order.insurance_refused', refusal)
  await requireFreeNumber(ctx, input)
  const handler = await requireHandler(ctx, input)
  await write(ctx, input, `${input.reportNo} ${insuranceStages[stageOf(input)]}，${handler} 办理`)
  return readRow(ctx, order.id)
}

type CaseInput = Input<Calls['insuranceAssign']>

async function requireFreeNumber({ db }: Ctx, { id, reportNo }: CaseInput): Promise<void> {
  // Two orders that take the same number come one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('report no ' || app.tenant_id() || ' ' || ${reportNo}, 0))`.execute(
    db,
  )
  const { rows } = await sql`
    select from work_order_insurance where report_no = ${reportNo} and order_id <> ${id}`.execute(db)
  if (rows.length > 0) throw new DomainError('order.report_no', `报案号“${reportNo}”已用于其他工单`)
}

/** The name of who sees to it: somebody at work who sees the order. */
async function requireHandler({ db }: Ctx, { id, handlerId }: CaseInput): Promise<string> {
  const { rows } = await sql<{ realname: string }>`
    select u.realname from work_order o
    join app_user u on u.tenant_id = o.tenant_id and u.id = ${handlerId} and u.status = '1'
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where o.id = ${id} and ${reachesOrder('u', 'd', 'o')}`.execute(db)
  if (!rows[0]) throw new DomainError('order.handler', '经办人不存在、已停用，或数据范围不包含该电站')
  return rows[0].realname
}

async function write({ db, now, who }: Ctx, input: CaseInput, note: string): Promise<void> {
  const at = (text: string | undefined) => fromWireTimeOrNull(text, who.timeZone)
  await sql`
    with o as (
      update work_order set version = version + 1, updated_at = ${now} where id = ${input.id} returning id, flow_sts
    ), kept as (
      insert into work_order_insurance (order_id, report_no, insurer, reported_at, handler_id, surveyed_at, survey,
        assessed, paid, paid_at, remark, updated_at)
      values (${input.id}, ${input.reportNo}, ${input.insurer}, ${fromWireTime(input.reportTime, who.timeZone)},
        ${input.handlerId}, ${at(input.surveyTime)}::timestamptz, ${input.surveyNote}, ${input.lossAmount ?? null}::numeric,
        ${input.paidAmount ?? null}::numeric, ${at(input.paidTime)}::timestamptz, ${input.remark}, ${now})
      on conflict (tenant_id, order_id) do update set report_no = excluded.report_no, insurer = excluded.insurer,
        reported_at = excluded.reported_at, handler_id = excluded.handler_id, surveyed_at = excluded.surveyed_at,
        survey = excluded.survey, assessed = excluded.assessed, paid = excluded.paid, paid_at = excluded.paid_at,
        remark = excluded.remark, updated_at = excluded.updated_at
    )
    insert into work_order_event (order_id, at, actor_id, actor_name, action, from_sts, to_sts, note)
    select o.id, ${now}, ${who.userId}::bigint, ${who.realname}, 'insurance', o.flow_sts, o.flow_sts, ${note} from o`.execute(
    db,
  )
}
