import { sql } from 'kysely'
import type { Ctx, Who } from '../../kernel/context.ts'
import { requireExecutors } from '../work-orders/index.ts'
import { lockPlan } from './write.ts'

/**
 * Gives the legs of a plan that are still walked to another person, in the versions that count or are going to; false if
 * none is the first person's any more. Orders made before have their own hand-over.
 */
export async function handOverPlan(
  ctx: Ctx,
  { id, fromId, successor }: { id: string; fromId: string; successor: Who },
): Promise<boolean> {
  await lockPlan(ctx, { id })
  const { rows } = await sql<{ stationId: string }>`
    select distinct l.station_id as "stationId" from inspection_plan_leg l
    where l.plan_id = ${id} and l.person_id = ${fromId} and ${isWalked} order by 1`.execute(ctx.db)
  for (const { stationId } of rows) await requireExecutors(ctx, stationId, [successor.userId])
  await sql`
    update inspection_plan_leg l set person_id = ${successor.userId}
    where l.plan_id = ${id} and l.person_id = ${fromId} and ${isWalked}`.execute(ctx.db)
  await sql`update inspection_plan set version = version + 1, updated_at = ${ctx.now} where id = ${id}`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** Of a leg `l`: its version has no later one that counts already. */
const isWalked = sql`not exists (
  select from inspection_plan_version v join inspection_plan_version own
    on own.tenant_id = v.tenant_id and own.plan_id = v.plan_id and own.no = l.version_no
  where v.tenant_id = l.tenant_id and v.plan_id = l.plan_id and v.no > l.version_no and v.state = 'effective'
    and v.from_day <= current_date)`
