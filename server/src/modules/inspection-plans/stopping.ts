import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { inspectionPlanCalls, PlanRow } from '@heliodesk/contract/inspection-plans.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { eachApart } from './apart.ts'
import { askToMake } from './job.ts'
import { readPlan } from './rows.ts'
import { lockPlan, todayOf, type LockedPlan } from './write.ts'

type Calls = typeof inspectionPlanCalls

type Change = { action: 'restart' | 'stop'; day: string; reason: string }

async function write(ctx: Ctx, { id }: LockedPlan, { action, day, reason }: Change): Promise<void> {
  await sql`
    with told as (
      insert into inspection_plan_event (plan_id, at, actor_id, actor_name, action, day, reason)
      values (${id}, ${ctx.now}, ${ctx.who.userId}, ${ctx.who.realname}, ${action}, ${day}, ${reason})
    )
    update inspection_plan set version = version + 1, updated_at = ${ctx.now}, make_on = ${todayOf(ctx)}::date,
      stop_on = ${action === 'stop' ? day : null}::date
    where id = ${id}`.execute(ctx.db)
  await askToMake(ctx.db)
}

/** From a day on, no more orders are made; what was made stays. */
export function stopPlans(
  ctx: Ctx,
  { plans, fromDay, reason }: Input<Calls['stop']>,
): Promise<Output<Calls['stop']>> {
  if (fromDay < todayOf(ctx)) throw new DomainError('plan.stop_day', '停用日期（fromDay）：不能早于今天')
  return eachApart(ctx, plans, async (seen) => {
    const plan = await lockPlan(ctx, seen)
    if (plan.state !== 'effective')
      throw new DomainError('plan.not_in_effect', `计划“${plan.name}”还没有生效，不用停用`)
    if (plan.stopOn !== null)
      throw new DomainError('plan.stopped', `计划“${plan.name}”已定于 ${plan.stopOn} 停用`)
    return () => write(ctx, plan, { action: 'stop', day: fromDay, reason })
  })
}

/** What came due meanwhile is caught up on by the rule of the cycle. */
export async function restartPlan(ctx: Ctx, seen: Input<Calls['restart']>): Promise<PlanRow> {
  const plan = await lockPlan(ctx, seen)
  if (plan.stopOn === null) throw new DomainError('plan.not_stopped', `计划“${plan.name}”没有停用`)
  await write(ctx, plan, { action: 'restart', day: todayOf(ctx), reason: '' })
  return readPlan(ctx, plan.id)
}
