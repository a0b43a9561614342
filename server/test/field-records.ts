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
  await harness.owner.query(
    `with announced as (
       insert into field_photo (tenant_id, id, order_id, step_no, part, name, size, sha256, device_at, is_record,
         announced_by, announced_at, state_at, state_by, received, received_at)
       select $1, gen_random_uuid(), min(id), 1, 'step', '机密照片', 9, sha256('机密'), now(), false, $2, now(), now(), $2, 3,
         now() from work_order where tenant_id = $1 returning *
     )
     insert into field_photo_piece (tenant_id, photo_id, at, bytes) select tenant_id, id, 0, '机密' from announced`,
    [tenant.tenantId, administratorOf(tenant).id],
  )
  await harness.owner.query(
    `insert into defect_report (tenant_id, id, order_id, reporter_id, reporter_name, text, content, marks, device_at,
       done_at, at)
     select tenant_id, gen_random_uuid(), min(id), $2, '机密人员', '机密缺陷', '{}', '{机密说明}', now(), now(), now()
     from work_order where tenant_id = $1 group by 1`,
    [tenant.tenantId, administratorOf(tenant).id],
  )
  await harness.owner.query(
    `insert into order_signature (tenant_id, id, order_id, role, name, title, strokes, author_id, author_name, device_at,
       done_at, at, marks)
     select $1, gen_random_uuid(), min(id), 'witness', '机密见证人', '机密身份', '1,2,3,4', $2, '机密人员', now(), now(),
       now(), '{}' from work_order where tenant_id = $1`,
    [tenant.tenantId, administratorOf(tenant).id],
  )
}
