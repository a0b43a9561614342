import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import type { Narrowing } from '../../kernel/narrowing.ts'
import { usersInScope } from '../users/index.ts'

type Row = {
  userId: string
  username: string
  realname: string
  orgCode: string
  hasAllData: boolean
  relatedPsas: string[]
  narrowing: Narrowing | null
  mustChangePassword: boolean
  depName: string
  status: string
}

/**
 * Another person as whoever a call serves, so that the conditions of lists and details answer for them. Only to ask: what
 * is asked must also be limited to what the caller sees. A person out of the caller's departments is not found.
 */
export async function asPerson(ctx: Ctx, personId: string): Promise<{ as: Ctx; person: Row }> {
  const { rows } = await sql<Row>`
    select u.id as "userId", u.username, u.realname, d.org_code as "orgCode", d.name as "depName", u.status,
      u.has_all_data as "hasAllData", u.must_change_password as "mustChangePassword",
      case when u.has_all_data then '{}' else array(
        select up.psa_id::text from user_psa up where up.tenant_id = u.tenant_id and up.user_id = u.id) end as "relatedPsas",
      app.narrowing_of(u.tenant_id, u.id) as narrowing
    ${usersInScope(ctx)} and u.id = ${personId}`.execute(ctx.db)
  const [person] = rows
  if (!person) throw notFound()
  const { depName: _dep, status: _status, ...who } = person
  return { as: { ...ctx, who: { ...ctx.who, ...who, sessionId: null } }, person }
}

/** Why nothing is open to the account; null if it is in use. */
export const accountFault = ({
  status,
  mustChangePassword,
}: Pick<Row, 'status' | 'mustChangePassword'>): string | null =>
  status !== '1'
    ? '账号已冻结，不能登录'
    : mustChangePassword
      ? '尚未修改初始密码，修改前不能办理任何业务'
      : null
