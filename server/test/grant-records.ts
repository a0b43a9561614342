import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** A change of a role's permissions that waits for a second person. */
export async function addPendingGrant({ owner }: Harness, tenant: TestTenant): Promise<void> {
  await owner.query(
    `insert into pending_grant (tenant_id, kind, role_id, people, added, removed, words, seen, reason, asked_by, asked_name,
       asked_at, expires_at)
     select r.tenant_id, 'permissions', r.id, '{}', array[p.id], '{}',
       '{"role": "机密角色", "people": [], "added": ["机密权限"], "removed": []}', '{}', '机密原因', $2, '机密人员',
       now(), now() + interval '14 days'
     from role r join permission p on p.tenant_id = r.tenant_id
     where r.tenant_id = $1 and r.role_code = 'r10055' order by p.id limit 1`,
    [tenant.tenantId, administratorOf(tenant).id],
  )
}
