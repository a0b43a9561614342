import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** The planned hand-over of a worker, with what was already told of it. */
export async function addHandoverRecord({ owner }: Harness, tenant: TestTenant): Promise<void> {
  const worker = Object.values(tenant.users).find(({ roleCode }) => roleCode === 'r10030')!
  await owner.query(
    `with planned as (
       insert into handover (tenant_id, person_id, successors, reason, last_day, due_at, freezes, created_by, created_name,
         created_at)
       values ($1, $2, jsonb_build_object('order', $3::bigint::text), '机密原因', now(), now(), false, $3, '机密人员', now())
       returning *
     )
     insert into handover_result (tenant_id, handover_id, kind, record, name, successor_id, successor_name, outcome, told, at)
     select tenant_id, id, 'order', '1', '机密工单', created_by, '机密人员', 'refused', '机密说明', now() from planned`,
    [tenant.tenantId, worker.id, administratorOf(tenant).id],
  )
}
