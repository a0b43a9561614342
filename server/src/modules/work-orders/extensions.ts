import type { ExtensionLimits } from '@heliodesk/contract/extension-rules.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import type { Db } from '../../platform/postgres.ts'
import { planStep } from '../workflow/index.ts'

export const EXTENSION = 'orderExtension'

export const extensionLimits = async (db: Db): Promise<ExtensionLimits> =>
  (await readSettings(db)).business.values.extension

type Extension = Output<(typeof workOrderCalls)['detail']>['extensionList'][number]

/** The requests to extend an order, the latest first. */
export async function extensionsOf(
  { db, who }: Pick<Ctx, 'db' | 'who'>,
  orderId: string,
): Promise<Extension[]> {
  const { rows } = await sql<Stored<Extension, 'applyTime' | 'oldPlanEndTime' | 'planEndTime' | 'auditTime'>>`
    select x.id, u.realname as "applyUserName", x.asked_at as "applyTime", x.old_end as "oldPlanEndTime",
      x.new_end as "planEndTime", x.reason, x.status, x.decider_name as "auditUserName", x.decided_at as "auditTime",
      x.opinion as "auditOpinion", i.id as "processInstanceId"
    from work_order_extension x
    join app_user u on u.tenant_id = x.tenant_id and u.id = x.asker_id
    join process_instance i on i.tenant_id = x.tenant_id and i.id = x.instance_id
    where x.order_id = ${orderId} order by x.id desc`.execute(db)
  return rows.map((row) => withWireTimes(row, who.timeZone))
}

/** Ends the open request of a locked order, because there is nothing left to decide. */
export async function endExtension(ctx: Ctx, { id }: { id: string }, why: string): Promise<void> {
  const subject = { businessType: EXTENSION, businessId: id }
  const step = await planStep(ctx, subject, ctx.who.userId, (run) => run.end('voided', why))
  await sql`with ${step.rows} select app.announce('process')`.execute(ctx.db)
  await step.carryOn()
}
