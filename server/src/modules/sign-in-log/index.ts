import { dayAfter } from '@heliodesk/contract/days.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { signInLogCalls } from '@heliodesk/contract/sign-in-log.ts'
import { sql } from 'kysely'
import { defineModule, type Ctx } from '../../kernel/context.ts'
import { describeDevice } from '../../kernel/device.ts'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { fromWireTime, withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { ownDepartments } from '../departments/index.ts'

export { recordSignIn } from './record.ts'

type Filters = Input<(typeof signInLogCalls)['list']>

type Entry = Output<(typeof signInLogCalls)['list']>['records'][number]
type Row = Stored<Omit<Entry, 'device'>, 'time'> & { userAgent: string | null }

/** Entries of people whose department is in the caller's scope. */
const entriesInScope = ({ who }: Ctx) => sql`
  from sign_in_log l
  left join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
  left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
  where ${ownDepartments(who, 'd.org_code')}`

function matches({ keyword, personId, method, outcome, from, to }: Filters, zone: string) {
  const midnight = (day: string) => fromWireTime(`${day} 00:00:00`, zone)
  return allOf(
    mentions(sql`concat_ws(' ', l.login, u.username, u.realname, l.client_address)`, keyword, 'u'),
    personId && sql`l.user_id = ${personId}`,
    method && sql`l.method = ${method}`,
    outcome && sql`l.outcome = ${outcome}`,
    from && sql`l.at >= ${midnight(from)}`,
    to && sql`l.at < ${midnight(dayAfter(to))}`,
  )
}

export const signInLog = defineModule(signInLogCalls, {
  async list(ctx, input) {
    const { pageNo, pageSize } = input
    const filters = matches(input, ctx.who.timeZone)
    const { rows } = await sql<Row>`
      select l.id, l.at as time, l.user_id as "userId", u.realname, l.login, l.method, l.outcome, l.reason,
        l.client_address as "clientAddress", l.user_agent as "userAgent", l.device_id as "deviceId",
        l.session_id as "sessionId"
      ${entriesInScope(ctx)} and ${filters}
      order by l.at desc, l.id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
    const counted = await sql<{ total: number }>`
      select count(*)::int as total ${entriesInScope(ctx)} and ${filters}`.execute(ctx.db)
    const records = rows.map(({ userAgent, ...row }) => ({
      ...withWireTimes(row, ctx.who.timeZone),
      device: describeDevice(userAgent),
    }))
    return pagesOf(records, one(counted.rows).total, input)
  },
})
