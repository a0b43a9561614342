import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** A message to the administrator. */
export async function addMessageRecords({ owner }: Harness, tenant: TestTenant): Promise<void> {
  await owner.query(
    `with told as (
       insert into message (tenant_id, kind, about, key, words, at)
       values ($1, 'planToAudit', 'plan', 'secret', '{"code": "机密计划"}', now()) returning *
     )
     insert into message_to (tenant_id, user_id, message_id) select tenant_id, $2, id from told`,
    [tenant.tenantId, administratorOf(tenant).id],
  )
}
