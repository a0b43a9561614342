import type { Harness } from './harness.ts'
import { administratorOf } from './hire.ts'
import type { TestTenant } from './test-tenant.ts'

/** The records of calls about messages, by the start of their paths. */
export const messageTypes = [
  {
    path: '/mc/msg/setting/save',
    table: 'message_choice',
    noun: '接收设置',
    code: 'messageChoice',
    holds: 'select from app_user where tenant_id = $1 for no key update',
  },
  {
    path: '/mc/msg/company/save',
    table: 'message_channel',
    noun: '消息通道',
    code: 'messageChannel',
    holds: `select pg_advisory_xact_lock(hashtext('message_channel'), $1)`,
  },
  { path: '/mc/msg/', table: 'message' },
]

/** A message to the administrator. */
export async function addMessageRecords({ owner }: Harness, tenant: TestTenant): Promise<void> {
  await owner.query(
    `with told as (
       insert into message (tenant_id, kind, about, key, words, at)
       values ($1, 'planToAudit', 'plan', 'secret', '{"code": "机密计划"}', now()) returning *
     ), choice as (
       insert into message_choice (tenant_id, user_id, choices) values ($1, $2, '{"all": []}')
       on conflict do nothing
     ), channel as (
       insert into message_channel (tenant_id, channel, enabled, updated_at)
       select $1, channel, false, now() from unnest(array['wecom', 'dingtalk', 'feishu', 'sms', 'mail', 'push']) channel
       on conflict do nothing
     )
     insert into message_to (tenant_id, user_id, message_id) select tenant_id, $2, id from told`,
    [tenant.tenantId, administratorOf(tenant).id],
  )
}
