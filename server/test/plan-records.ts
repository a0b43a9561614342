import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** The tables that ids of inspection plans and cycles refer to. */
export const planFields = {
  cycleId: 'inspection_cycle',
  planId: 'inspection_plan',
  depId: 'department',
  itemIds: 'inspection_item',
  spaceIds: 'space',
  deviceIds: 'device',
}

export const planTypes = [
  { path: '/planManage/template/', table: 'inspection_plan_template' },
  { path: '/planManage/', table: 'inspection_plan', noun: '巡检计划', code: 'plan' },
  { path: '/inspectionCycle/', table: 'inspection_cycle', noun: '周期', code: 'cycle' },
]

/** A plan in effect with an order, which is stopped from next year on. */
export async function addPlanRecords({ owner }: Harness, tenant: TestTenant): Promise<void> {
  await owner.query(
    `with cycle as (
       insert into inspection_cycle (tenant_id, name, kind, rule, begin_time, end_time, holidays, lead_days, deadline_days,
         catch_up, updated_at, updated_by)
       values ($1, '机密周期', 'calendar', '{"calendar": {"every": "day"}}', '08:00', '18:00', 'keep', 0, 0, 'none', now(), null)
       returning *
     ), plan as (
       insert into inspection_plan (tenant_id, code, name, department_id, cycle_id, state, created_at, created_by, updated_at)
       select tenant_id, '机密计划', '机密计划', $3, id, 'effective', now(), $2, now() from cycle returning *
     ), version as (
       insert into inspection_plan_version (tenant_id, plan_id, no, state, name, department_id, cycle_id, from_day, holidays,
         lead_days, abnormal, item_ids, submitted_by)
       select tenant_id, id, 1, 'effective', name, department_id, cycle_id, '2020-01-01', 'keep', 0, 'press', '{}', $2
       from plan returning *
     ), leg as (
       insert into inspection_plan_leg (tenant_id, plan_id, version_no, no, station_id, person_id, hours)
       select tenant_id, plan_id, no, 1, $4, $2, 1 from version
     ), made as (
       insert into inspection_due (tenant_id, plan_id, leg_no, due_on, nominal_on, version_no, order_id, made_at)
       select v.tenant_id, v.plan_id, 1, '2020-01-01', '2020-01-01', 1,
         (select min(id) from work_order where tenant_id = $1), now() from version v
     ), template as (
       insert into inspection_plan_template (tenant_id, name, cycle_id, holidays, lead_days, abnormal, item_ids, updated_at,
         updated_by)
       select tenant_id, '机密模板', id, 'keep', 0, 'press', '{}', now(), $2 from cycle
     ), alarm as (
       insert into alarm_event (tenant_id, station_id, code, name, level, edge, at, received_at, key)
       values ($1, $4, '机密告警', '机密告警', 1, 'raise', '2020-01-01', now(), '机密告警')
     ), counter as (
       insert into inspection_plan_counter (tenant_id, day, last) values ($1, '2020-01-01', 1)
     )
     insert into inspection_plan_event (tenant_id, plan_id, at, actor_id, actor_name, action, day, reason)
     select tenant_id, plan_id, now(), $2, '机密人员', 'stop', '2050-01-01', '机密原因' from version`,
    [tenant.tenantId, administratorOf(tenant).id, tenant.departments['A01'], tenant.stations[0]!.id],
  )
}

/** Calls that answer for each of several plans or events, also where it is refused: the tests beside them prove it of unknown and stale ones. */
export const answersForEach: ReadonlySet<string> = new Set([
  '/planManage/batchAudit',
  '/planManage/stopPlan',
  '/alarm/v1/ingest',
])
