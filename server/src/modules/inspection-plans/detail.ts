import type { Output } from '@heliodesk/contract/call.ts'
import type { inspectionPlanCalls, PlanDetail } from '@heliodesk/contract/inspection-plans.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { visiblePlans } from '../inspection-cycles/index.ts'
import { readPlan } from './rows.ts'

type Detail = Output<(typeof inspectionPlanCalls)['detail']>
type Version = PlanDetail['versions'][number]

/** A plan with all its versions, the newest first. */
export async function getPlan(ctx: Ctx, { id }: { id: string }): Promise<Detail> {
  const plan = await readPlan(ctx, id)
  const { rows } = await sql<Omit<Version, 'submitTime'> & { submitTime: Date | null }>`
    select v.no, v.state, v.name as "planName", v.department_id as "depId", d.name as "depName",
      v.cycle_id as "cycleId", c.name as "cycleName", v.from_day::text as "fromDay", v.until_day::text as "untilDay",
      v.holidays, v.lead_days as "leadDays", v.abnormal, v.remark, u.realname as "submitterName",
      v.submitted_at as "submitTime", coalesce((
        select jsonb_agg(jsonb_build_object('id', i.id::text, 'name', i.name) order by w.place)
        from unnest(v.item_ids) with ordinality as w (id, place)
        join inspection_item i on i.tenant_id = v.tenant_id and i.id = w.id), '[]') as items, coalesce((
        select jsonb_agg(jsonb_build_object('no', l.no, 'psId', l.station_id::text, 'psName', s.name,
          'spaces', coalesce((
            select jsonb_agg(jsonb_build_object('id', x.id::text, 'name', x.name) order by array_position(l.space_ids, x.id))
            from space x where x.tenant_id = l.tenant_id and x.id = any(l.space_ids)), '[]'),
          'devices', coalesce((
            select jsonb_agg(jsonb_build_object('id', x.id::text, 'name', x.name) order by array_position(l.device_ids, x.id))
            from device x where x.tenant_id = l.tenant_id and x.id = any(l.device_ids)), '[]'),
          'deviceCount', (
            select count(*) from device x where x.tenant_id = l.tenant_id and x.station_id = l.station_id
              and x.status = '1' and (l.device_ids = '{}' or x.id = any(l.device_ids))
              and (l.space_ids = '{}' or x.space_id = any(l.space_ids))),
          'personId', l.person_id::text, 'personName', p.realname, 'hours', l.hours) order by l.no)
        from inspection_plan_leg l
        join station s on s.tenant_id = l.tenant_id and s.id = l.station_id
        join app_user p on p.tenant_id = l.tenant_id and p.id = l.person_id
        where l.tenant_id = v.tenant_id and l.plan_id = v.plan_id and l.version_no = v.no), '[]') as legs
    from inspection_plan_version v
    join department d on d.tenant_id = v.tenant_id and d.id = v.department_id
    join inspection_cycle c on c.tenant_id = v.tenant_id and c.id = v.cycle_id
    left join app_user u on u.tenant_id = v.tenant_id and u.id = v.submitted_by
    where v.plan_id = ${id} order by v.no desc`.execute(ctx.db)
  return { ...plan, versions: rows.map((row) => withWireTimes(row, ctx.who.timeZone)) }
}

/** The id of a plan that the caller sees, by its code. */
export async function findPlan(ctx: Ctx, { planCode }: { planCode: string }): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`
    select p.id from inspection_plan p where p.code = ${planCode} and ${visiblePlans(ctx)}`.execute(ctx.db)
  const [plan] = rows
  if (!plan) throw notFound()
  return plan
}
