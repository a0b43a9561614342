import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** A data role of nobody, with its history. */
export async function addDataRoleRecord({ owner }: Harness, tenant: TestTenant): Promise<void> {
  await owner.query(
    `with added as (
       insert into data_role (tenant_id, code, name, task_types, enabled)
       values ($1, 'secret', '机密数据角色', '{16}', false) returning *
     ), given as (
       insert into data_role_user (tenant_id, data_role_id, user_id) select tenant_id, id, $2 from added
     ), through as (
       insert into data_role_role (tenant_id, data_role_id, role_id)
       select a.tenant_id, a.id, r.id from added a join role r on r.tenant_id = a.tenant_id and r.role_code = 'r10055'
     )
     insert into data_role_event (tenant_id, data_role_id, at, actor_id, actor_name, action)
     select tenant_id, id, now(), $2, '机密人员', 'create' from added`,
    [tenant.tenantId, administratorOf(tenant).id],
  )
}
