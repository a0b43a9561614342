import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** The records of workflow calls, by the start of their paths. */
export const workflowTypes = [
  { path: '/workflow/v1/runtime/', table: 'process_instance' },
  { path: '/workflow/v1/task/', table: 'process_instance' },
  { path: '/workflow/v1/instance/', table: 'process_instance' },
  { path: '/workflow/v1/delegation/', table: 'process_delegation' },
  { path: '/workflow/v1/definition/', table: 'process_definition' },
  { path: '/workflow/v1/draft/', table: 'process_draft', noun: '草稿' },
]

/** What people keep for themselves, and what administrators keep for other systems. */
export async function addOfficeRecords(harness: Harness, tenant: TestTenant): Promise<void> {
  const administrator = administratorOf(tenant)
  await harness.owner.query(
    `with view as (
       insert into saved_view (tenant_id, owner_id, code, name, query, department_id, created_at, updated_at)
       values ($1, $2, 'A01', '机密视图', '{"keyword": ["机密"]}', $3, now(), now()) returning *
     ), place as (
       insert into saved_view_place (tenant_id, user_id, view_id, pinned) select tenant_id, owner_id, id, true from view
     )
     insert into saved_view_event (tenant_id, view_id, at, actor_id, actor_name, action, name, query)
     select tenant_id, id, now(), owner_id, '机密人员', 'add', name, query from view`,
    [tenant.tenantId, administrator.id, tenant.departments['A01']],
  )
  await harness.owner.query(
    `insert into api_token (tenant_id, token_hash, prefix, name, user_id, read_only, created_by, created_at, expires_at)
     select $1, sha256('机密令牌'), 'hd_机密', '机密令牌', $2, true, $2, now(), now() + interval '1 day'`,
    [tenant.tenantId, administrator.id],
  )
  await harness.owner.query(
    `with hook as (
       insert into webhook (tenant_id, name, kind, url, secret, events, owner_id, created_at)
       values ($1, '机密推送', 'https', 'https://secret.example/', '机密密钥', '{order.*}', $2, now()) returning *
     ), delivery as (
       insert into webhook_delivery (tenant_id, hook_id, event, object_kind, object_id, object_code, at, data, state)
       select tenant_id, id, 'order.closed', 'order', 1, '机密工单', now(), '{}', 'failed' from hook returning *
     )
     insert into webhook_attempt (tenant_id, delivery_id, number, at, ms, request, response)
     select tenant_id, id, 1, now(), 1, '机密请求', '机密回答' from delivery`,
    [tenant.tenantId, administrator.id],
  )
}
