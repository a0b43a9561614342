import { insuranceStages, stageOf } from '@heliodesk/contract/order-insurance.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { DAY, earlierAtWork } from '../../../kernel/first-data/calendar.ts'
import { readTable } from '../../../kernel/first-data/data-file.ts'
import type { DemoCompany } from '../../../kernel/first-data/offer.ts'
import { joinMaster } from './masters.ts'
import { insertRows } from '../../../platform/insert-rows.ts'

const money = z.coerce.number().optional()

const cases = readTable(new URL('./insurance.csv', import.meta.url), {
  report_no: z.string(),
  insurer: z.string(),
  survey: z.string().optional(),
  assessed: money,
  paid: money,
  remark: z.string(),
})

type Order = {
  id: string
  since: Date
  flowSts: number
  handlerId: string
  handler: string
  masterId: string
  master: string
}

/** Insurance cases at every stage, of faults and defects of the last weeks. */
export async function addInsurance({ db, now }: Pick<DemoCompany, 'db' | 'now'>): Promise<void> {
  const { rows } = await sql<Order>`
    select o.id, o.updated_at as since, o.flow_sts as "flowSts", u.id as "handlerId", u.realname as handler,
      m.id as "masterId", m.realname as master
    from work_order o join app_user u on u.tenant_id = o.tenant_id and u.id = o.liable_user_id
    ${joinMaster}
    where o.task_type in (7, 8) and o.flow_sts in (2, 4) and o.updated_at < ${new Date(now.getTime() - DAY)}
    order by o.flow_sts desc, o.updated_at desc, o.id limit ${cases.length}`.execute(db)
  const filled = rows.flatMap((order, place) => {
    const given = cases[place]
    return given ? [{ order, given, at: earlierAtWork(now.getTime(), 30 + 60 * place) }] : []
  })
  await insertRows(
    db,
    'work_order_insurance',
    filled.map(({ order, given, at }) => ({
      ...given,
      survey: given.survey ?? '',
      order_id: order.id,
      handler_id: order.handlerId,
      reported_at: order.since.toISOString(),
      surveyed_at: given.survey ? new Date(order.since.getTime() + DAY / 2).toISOString() : null,
      assessed: given.assessed ?? null,
      paid: given.paid ?? null,
      paid_at: given.paid === undefined ? null : new Date(at).toISOString(),
      updated_at: new Date(at).toISOString(),
    })),
  )
  await insertRows(
    db,
    'work_order_event',
    filled.map(({ order, given, at }) => ({
      order_id: order.id,
      at: new Date(at).toISOString(),
      actor_id: order.masterId,
      actor_name: order.master,
      action: 'insurance',
      from_sts: order.flowSts,
      to_sts: order.flowSts,
      note: `${given.report_no} ${insuranceStages[stageOf({ surveyTime: given.survey ?? null, lossAmount: given.assessed ?? null, paidAmount: given.paid ?? null })]}，${order.handler} 办理`,
    })),
  )
}
