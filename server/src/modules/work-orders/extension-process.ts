import { OWN_EXTENSION } from '@heliodesk/contract/extension-rules.ts'
import { sql } from 'kysely'
import { mayDo } from '../../kernel/rights.ts'
import { visibleThrough } from '../../kernel/scope.ts'
import { actingName, registerBusiness, type Moved, type StepCtx } from '../workflow/index.ts'
import { EXTENSION } from './extensions.ts'
import { lockOrder } from './process.ts'

const ROW = {
  of: 'work_order',
  as: 'o',
  isThis: sql`o.tenant_id = i.tenant_id and o.id = i.business_id`,
} as const

registerBusiness(EXTENSION, {
  title: '工单延期',
  starterBarred: OWN_EXTENSION,
  lock: lockOrder,
  isReadable: (who) => sql`(${mayDo(who.userId, 'order:list')} and ${visibleThrough(who, 'i', ROW)})`,
  isTodo: ({ who }) => sql`i.starter_id is distinct from ${who.userId}::bigint`,
  moved: takeOver,
})

/** What became of a request is written into it and into its order, whoever decided it and wherever. */
async function takeOver(ctx: StepCtx, { instanceId, businessId, status }: Moved): Promise<void> {
  if (status !== 'running') return settle(ctx, instanceId, businessId, status)
  await ctx.db
    .updateTable('work_order_extension')
    .set({ instance_id: instanceId })
    .where('order_id', '=', businessId)
    .where('status', '=', 'running')
    .execute()
}

const actions = {
  completed: 'extensionAgree',
  refused: 'extensionRefuse',
  voided: 'extensionEnd',
  withdrawn: 'extensionEnd',
} as const

async function settle(
  { db, now }: StepCtx,
  instanceId: string,
  orderId: string,
  status: keyof typeof actions,
): Promise<void> {
  await sql`
    with decided as (
      select e.actor_id, coalesce(${actingName('u', 'absent')}, '系统') as actor_name,
        case e.kind when 'withdrawn' then '申请人撤回' else coalesce(e.opinion, '') end as opinion
      from process_event e
      left join app_user u on u.tenant_id = e.tenant_id and u.id = e.actor_id
      left join app_user absent on absent.tenant_id = e.tenant_id and absent.id = e.behalf_id
      where e.instance_id = ${instanceId} and e.kind in ('complete', 'voided', 'withdrawn', 'end')
      order by e.kind = 'end', e.seq desc limit 1
    ), x as (
      update work_order_extension x set status = ${status}, instance_id = ${instanceId}, decider_id = d.actor_id,
        decider_name = d.actor_name, decided_at = ${now}, opinion = d.opinion
      from decided d where x.order_id = ${orderId} and x.status = 'running' returning x.*
    ), o as (
      update work_order o set extension_asker_id = null, version = o.version + 1, updated_at = ${now},
        plan_end_time = case x.status when 'completed' then x.new_end else o.plan_end_time end,
        extension_count = o.extension_count + case x.status when 'completed' then 1 else 0 end
      from x where o.tenant_id = x.tenant_id and o.id = x.order_id returning o.id, o.flow_sts
    ), event as (
      insert into work_order_event (order_id, at, actor_id, actor_name, action, from_sts, to_sts, note)
      select o.id, ${now}, x.decider_id, x.decider_name, ${actions[status]}, o.flow_sts, o.flow_sts,
        concat_ws('：', case x.status when 'completed' then
            to_char(x.old_end at time zone t.time_zone, 'YYYY-MM-DD HH24:MI') || ' → '
            || to_char(x.new_end at time zone t.time_zone, 'YYYY-MM-DD HH24:MI') end, nullif(x.opinion, ''))
      from o cross join x join tenant t on t.id = x.tenant_id
    )
    select app.announce('order')`.execute(db)
}
