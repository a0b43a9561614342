import type { Output } from '@heliodesk/contract/call.ts'
import { ACTIVE_MINUTES, onlineUserCalls } from '@heliodesk/contract/online-users.ts'
import { sql } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { defineModule } from '../../kernel/context.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { describeDevice } from '../../kernel/device.ts'
import { isAbove, usersInScope } from '../users/index.ts'

type Session = Output<(typeof onlineUserCalls)['list']>['records'][number]
type Row = Stored<Omit<Session, 'device'>, 'lastUsedTime' | 'signInTime'> & { userAgent: string | null }

export const onlineUsers = defineModule(onlineUserCalls, {
  async list(ctx, { keyword, active, ...page }) {
    const { now, who } = ctx
    const since = new Date(now.getTime() - ACTIVE_MINUTES * 60_000)
    // The time of last use is written after the answer, and the caller is at work.
    const isActive = sql`(f.used_at >= ${since} or f.session_id is not distinct from ${who.sessionId}::uuid)`
    // Several tokens of one session count as one.
    const sessions = sql`session as materialized (
      select s.session_id, s.user_id, max(s.last_used_at) as used_at, min(s.signed_in_at) as signed_in_at,
        min(s.user_agent) as user_agent, min(s.client_address) as client_address, min(s.method) as method
      from user_session s where s.expires_at > ${now} and app.session_stands(s.signed_in_at, ${now})
      group by s.session_id, s.user_id
    ), found as materialized (
      select session.*, u.tenant_id, u.username, u.realname, u.name_sounds, u.department_id, d.name as department,
        not ${isAbove(who, 'u')} as manageable
      from (select u.*, d.name as department_name ${usersInScope(ctx)}) u
        join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        join session on session.user_id = u.id
    )`
    const filters = allOf(
      mentions(sql`concat_ws(' ', f.username, f.realname, f.client_address)`, keyword, 'f'),
      active === '1' && isActive,
    )
    const { rows } = await sql<Row>`
      with ${sessions}
      select f.session_id as id, f.user_id as "personId", f.username, f.realname, f.department_id as "depId",
        f.department as "depName", f.user_agent as "userAgent", f.client_address as "clientAddress", f.method,
        f.signed_in_at as "signInTime", f.used_at as "lastUsedTime", ${isActive} as "isActive",
        f.session_id is not distinct from ${who.sessionId}::uuid as current, f.manageable
      from found f where ${filters}
      order by f.used_at desc, f.session_id limit ${page.pageSize} offset ${(page.pageNo - 1) * page.pageSize}`.execute(
      ctx.db,
    )
    const counted = await sql<{ total: number; userCount: number; activeCount: number }>`
      with ${sessions}
      select (count(*) filter (where ${filters}))::int as total, count(distinct f.user_id)::int as "userCount",
        (count(distinct f.user_id) filter (where ${isActive}))::int as "activeCount"
      from found f`.execute(ctx.db)
    const { total, ...sums } = one(counted.rows)
    const records = rows.map(({ userAgent, ...row }) => ({
      ...withWireTimes(row, who.timeZone),
      device: describeDevice(userAgent),
    }))
    return { ...pagesOf(records, total, page), ...sums }
  },
})
