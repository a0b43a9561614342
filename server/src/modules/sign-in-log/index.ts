import type { Input } from '@heliodesk/contract/call.ts'
import { signInLogCalls, type SignInOutcome } from '@heliodesk/contract/sign-in-log.ts'
import { type SignInMethod } from '@heliodesk/contract/sign-in-methods.ts'
import { sql } from 'kysely'
import { defineModule, type Ctx } from '../../kernel/context.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { fromWireTime, toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { ownDepartments } from '../departments/index.ts'
import { describeDevice } from './device.ts'

export { describeDevice } from './device.ts'
export { recordSignIn } from './record.ts'

type Filters = Input<(typeof signInLogCalls)['list']>

type Row = {
  id: string
  at: Date
  user_id: string | null
  realname: string | null
  login: string
  method: SignInMethod
  outcome: SignInOutcome
  reason: string | null
  client_address: string | null
  user_agent: string | null
  device_id: string | null
  session_id: string | null
}

/** Entries of people whose department is in the caller's scope. */
const entriesInScope = ({ who }: Ctx) => sql`
  from sign_in_log l
  left join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
  left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
  where ${ownDepartments(who, 'd.org_code')}`

const DAY_MS = 86_400_000

function matches({ keyword, personId, method, outcome, from, to }: Filters, zone: string) {
  const midnight = (day: string) => fromWireTime(`${day} 00:00:00`, zone)
  const dayAfter = (day: string) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return sql.join(
    [
      sql`true`,
      ...(keyword === '' ? [] : [mentions(keyword)]),
      ...(personId ? [sql`l.user_id = ${personId}`] : []),
      ...(method ? [sql`l.method = ${method}`] : []),
      ...(outcome ? [sql`l.outcome = ${outcome}`] : []),
      ...(from ? [sql`l.at >= ${midnight(from)}`] : []),
      ...(to ? [sql`l.at < ${midnight(dayAfter(to))}`] : []),
    ],
    sql` and `,
  )
}

const mentions = (keyword: string) =>
  sql`strpos(lower(concat_ws(' ', l.login, u.username, u.realname, l.client_address)), ${keyword.toLowerCase()}) > 0`

export const signInLog = defineModule(signInLogCalls, {
  async list(ctx, input) {
    const { pageNo, pageSize } = input
    const filters = matches(input, ctx.who.timeZone)
    const { rows } = await sql<Row>`
      select l.id, l.at, l.user_id, u.realname, l.login, l.method, l.outcome, l.reason, l.client_address,
        l.user_agent, l.device_id, l.session_id
      ${entriesInScope(ctx)} and ${filters}
      order by l.at desc, l.id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
    const counted = await sql<{ total: number }>`
      select count(*)::int as total ${entriesInScope(ctx)} and ${filters}`.execute(ctx.db)
    const records = rows.map((row) => ({
      id: row.id,
      time: toWireTime(row.at, ctx.who.timeZone),
      userId: row.user_id,
      realname: row.realname,
      login: row.login,
      method: row.method,
      outcome: row.outcome,
      reason: row.reason,
      clientAddress: row.client_address,
      device: describeDevice(row.user_agent),
      deviceId: row.device_id,
      sessionId: row.session_id,
    }))
    return pagesOf(records, one(counted.rows).total, pageNo, pageSize)
  },
})
