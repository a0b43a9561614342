import { randomUUID } from 'node:crypto'
import type { webhookCalls } from '@heliodesk/contract/webhooks.ts'
import { sql } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'

/** Departments or people in one delivery. */
const PAGE = 500

/**
 * Pushes the directory to every webhook that listens: departments, then people without personal numbers, as far as the
 * webhook is told of their department. Pages of one webhook arrive in their order. A second press within a minute
 * answers the run of the first.
 */
export const syncAll: Handler<(typeof webhookCalls)['syncAll']> = async (ctx) => {
  await sql`select pg_advisory_xact_lock(hashtext('directory'), app.tenant_id())`.execute(ctx.db)
  const latest = await sql<{ runNo: string; deliveries: number }>`
    select coalesce(data ->> 'run', '') as "runNo", count(*)::int as deliveries from webhook_delivery
    where event = 'directory.synced' and at > ${ctx.now}::timestamptz - interval '1 minute'
    group by 1 order by max(at) desc limit 1`.execute(ctx.db)
  const [running] = latest.rows
  if (running) return running
  const runNo = randomUUID()
  const { rows } = await sql<{ deliveries: number }>`
    with hook as (
      select h.* from webhook h
      where h.enabled and h.removed_at is null and h.events && array['directory.synced', 'directory.*', '*']
    ), place as (
      select h.id as hook, d.* from hook h join department d on h.department_ids = '{}' and h.station_ids = '{}'
        or exists (select from department above
          where above.id = any(h.department_ids) and starts_with(d.org_code, above.org_code))
    ), entry as (
      select p.hook, 1 as part, row_number() over (partition by p.hook order by p.org_code) - 1 as at, jsonb_build_object(
          'id', p.id::text, 'orgCode', p.org_code, 'departName', p.name, 'status', p.status) as value
        from place p
      union all
      select p.hook, 2, row_number() over (partition by p.hook order by p.org_code, u.id) - 1, jsonb_build_object(
          'id', u.id::text, 'username', u.username, 'realname', u.realname, 'orgCode', p.org_code,
          'departName', p.name, 'status', u.status)
        from place p join app_user u on u.tenant_id = p.tenant_id and u.department_id = p.id and u.status <> '3'
          and u.gone_at is null
    ), page as (
      select hook, part, at / ${PAGE}::int as number, jsonb_agg(value order by at) as entries
      from entry group by 1, 2, 3
    ), numbered as (
      select *, row_number() over (partition by hook order by part, number) as page,
        count(*) over (partition by hook) as pages from page
    ), added as (
      insert into webhook_delivery (hook_id, event, object_kind, object_id, object_code, at, actor_id, data)
      select hook, 'directory.synced', 'directory', page, '第 ' || page || '/' || pages || ' 页', ${ctx.now}::timestamptz,
        app.user_id(), jsonb_build_object('run', ${runNo}::text, 'page', page, 'pages', pages,
          case part when 1 then 'departments' else 'people' end, entries)
      from numbered order by hook, page returning id, hook_id, object_id
    ), queued as (
      select app.enqueue_job('webhook', jsonb_build_object('id', a.id), a.hook_id || ' directory', clock_timestamp(),
        app.tenant_id()) from (select * from added order by hook_id, object_id) a
    )
    select count(*)::int as deliveries from queued`.execute(ctx.db)
  return { runNo, deliveries: one(rows).deliveries }
}
