import { estimatedTime, fieldMarks } from '@heliodesk/contract/field-conflicts.ts'
import { DEFECT_TYPE, type fieldReportCalls } from '@heliodesk/contract/field-reports.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { onKey } from '../../platform/on-key.ts'
import { announceReported } from '../field-photos/index.ts'
import { createSeenOrder } from '../work-orders/index.ts'

type Calls = typeof fieldReportCalls

/** However often a report arrives, and with whatever key, it has one order. */
export const reportDefect: Handler<Calls['report']> = async (ctx, input) => {
  const { report, at, skew, psId, text, latitude, longitude } = input
  // Of two that arrive at once, the second finds the order of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('defect report ' || app.tenant_id() || ' ' || ${report}::text, 0))`.execute(
    ctx.db,
  )
  const known = await findReport(ctx, report)
  if (known) {
    const { orderId, workCode, marks } = known
    return { outcome: 'same', orderId, workCode, marks, message: `此前已受理，工单 ${workCode}` }
  }
  const { doneAt, marks: ofTime } = estimatedTime({ at, skew }, ctx.now.getTime())
  const phone = { at: new Date(at), skew, doneAt: new Date(doneAt) }
  const { deviceCode, deviceName, defectLevel } = input
  const { order, odd } = await createSeenOrder(
    ctx,
    { psId, taskType: DEFECT_TYPE, taskDescription: text, deviceCode, deviceName, defectLevel },
    phone,
  )
  const marks = [...odd, ...ofTime.map((mark) => fieldMarks[mark])]
  await ctx.db
    .insertInto('defect_report')
    .values({
      id: report,
      order_id: order.id,
      reporter_name: ctx.who.realname,
      text,
      content: JSON.stringify({ psId, deviceCode, deviceName, defectLevel }),
      marks,
      latitude,
      longitude,
      device_at: phone.at,
      device_skew: skew,
      done_at: phone.doneAt,
      at: ctx.now,
    })
    .execute()
  const { workCode } = order
  const noted = marks.length > 0 ? `，并注明“${marks.join('、')}”` : ''
  return { outcome: 'done', orderId: order.id, workCode, marks, message: `已受理，工单 ${workCode}${noted}` }
}

/** A photo belongs to the order of its report, which its author need not see any more. */
export const announcePhoto: Handler<Calls['photo']> = async (ctx, { report, ...photo }) => {
  const known = await findReport(ctx, report)
  if (!known) throw new DomainError('report.unknown', '还没有收到这份缺陷上报，照片留在手机上')
  await ctx.db.selectFrom('work_order').select('id').where('id', '=', known.orderId).forUpdate().execute()
  return announceReported(ctx, known.orderId, photo)
}

/** The caller's own report, with its order; throws if the id is that of another person's. */
async function findReport({ db, who }: Ctx, report: string) {
  const known = await db
    .selectFrom('defect_report as r')
    .innerJoin('work_order as o', onKey('o.id', 'r.order_id'))
    .select(['r.order_id as orderId', 'r.marks', 'r.reporter_id', 'o.work_code as workCode'])
    .where('r.id', '=', report)
    .executeTakeFirst()
  if (known && known.reporter_id !== who.userId)
    throw new DomainError('report.used', '上报编号已用于他人的上报，请重新填写')
  return known
}
