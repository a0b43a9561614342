import type { Harness } from './harness.ts'
import { insertOrders } from './insert-orders.ts'
import type { TestTenant } from './test-tenant.ts'

/**
 * Inserts orders of every state at every station of a tenant with plain SQL: some closed, some late, some without a
 * plan, from more than a year ago until the clock's current time, several of them exactly at midnight. Their numbers begin
 * `after` one.
 */
export async function fillWithOrders(
  harness: Harness,
  tenant: TestTenant,
  many: number,
  after = 0,
): Promise<void> {
  const workers = Object.values(tenant.users).filter((user) => user.roleCode === 'r10030')
  const master = Object.values(tenant.users).find((user) => user.roleCode === 'r10020')!
  await insertOrders(harness, tenant, [
    `with o as (
     insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
       flow_sts, other_sts, reporter_id, liable_user_id, assist_user_ids, liable_person, real_start_time, submit_time,
       flow_end_time, terminate_reason, plan_start_time, plan_end_time, loss_power, created_at)
     select 'GD20250101' || lpad(n::text, 6, '0'), ($1::bigint[])[1 + n % array_length($1::bigint[], 1)], 0, '',
       (array[1,2,7,8,12,15])[1 + n % 6], '第 ' || n || ' 单', '1', state,
       case when state = 4 and n % 4 = 1 then 0 else (array[1, 2, 4, 5, 1])[state] end,
       case when n % 4 = 0 then $4::bigint end, case when state between 2 and 4 then worker end,
       case when n % 3 = 0 and state > 1 then array[($2::bigint[])[1]] else '{}' end,
       case when state between 2 and 4 then '甲' end,
       case when state between 2 and 4 then at + interval '1 hour' end,
       case when state in (3, 4) then at + interval '4 hours' end,
       case when state >= 4 then at + interval '6 hours' end, case when state = 5 then '重复' end,
       case when n % 5 > 0 then at end, case when n % 5 > 0 then at + (n % 60) * interval '1 day' end,
       case when n % 3 = 0 then 0 else n % 40 end, at
     from (
       select n, 1 + (n * 7 % 5) as state, ($2::bigint[])[2 + n % (array_length($2::bigint[], 1) - 1)] as worker,
         case when n % 9 = 0 then date_trunc('day', $5::timestamptz at time zone 'Asia/Shanghai' - n * interval '1 day')
             at time zone 'Asia/Shanghai' - (n % 2) * interval '1 millisecond'
           else $5::timestamptz - (n * 37 % 9000) * interval '1 hour' end as at
       from generate_series($6::int + 1, $6::int + $3::int) n
     ) dealt returning tenant_id, id, flow_sts, created_at
     )
     insert into work_order_event (tenant_id, order_id, at, actor_name, action, to_sts)
     select tenant_id, id, created_at, '甲', 'import', flow_sts from o`,
    [
      tenant.stations.map((station) => station.id),
      workers.map((worker) => worker.id),
      many,
      master.id,
      harness.clock.now(),
      after,
    ],
  ])
}
