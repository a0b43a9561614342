import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** A supplementary record of the company's first order, from which somebody has chosen. */
export async function addFieldRecord(harness: Harness, tenant: TestTenant): Promise<void> {
  await harness.owner.query(
    `with record as (
       insert into field_record (tenant_id, order_id, act, outcome, marks, author_id, author_name, device_at, done_at, at,
         content, beside, why)
       select tenant_id, min(id), 'note', 'both', '{}', $2, '机密人员', now(), now(), now(),
         '{"of": "note", "executionNote": "机密情况"}', '{"value": "机密现值", "authorName": "机密人员", "doneAt": null}', '机密原因'
       from work_order where tenant_id = $1 group by 1 returning *
     )
     insert into field_choice (tenant_id, record_id, chosen, chooser_id, chooser_name, at)
     select tenant_id, id, false, author_id, '机密人员', now() from record`,
    [tenant.tenantId, administratorOf(tenant).id],
  )
}
