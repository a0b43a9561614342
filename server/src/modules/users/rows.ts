import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { userCalls } from '@heliodesk/contract/users.ts'
import type { userQuery } from '@heliodesk/contract/user-query.ts'
import { conflictsOf } from '@heliodesk/contract/duty-conflicts.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { mayDo } from '../../kernel/rights.ts'
import { isUnder } from '../../kernel/scope.ts'
import { withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { holdsPosition, positionsOf, postOf } from '../positions/index.ts'
import { mayRelate } from '../stations/index.ts'
import { codesOf, isAbove, usersInScope } from './scope.ts'

export type User = Output<(typeof userCalls)['add']>

type UserRecord = Stored<Omit<User, 'conflicts' | 'hasAllData' | 'manageable'>, 'createTime'> & {
  hasAllData: boolean
  above: boolean
  codes: string[]
}

/** Whose sight decides. */
type Reader = Pick<Ctx, 'who'>

/** Other people's numbers are masked for who may not see them: as maskPhone of the contract. */
export const shownPhone = ({ who }: Reader) => sql`
  case when u.id = ${who.userId}::bigint or ${mayDo(who.userId, 'user:personal')} then u.phone
    else regexp_replace(u.phone, '^(\\d{3})\\d+(\\d{4})$', '\\1****\\2') end`

const columns = (ctx: Reader) => sql`
  u.id, u.version, u.username, u.realname, ${shownPhone(ctx)} as phone, u.work_no as "workNo", u.department_id as "depId",
  d.name as "depName", d.org_code as "orgCode", u.user_type as "userType", u.company_id as "companyId",
  u.has_all_data as "hasAllData", u.status, u.must_change_password as "mustChangePassword", u.created_at as "createTime",
  (select coalesce(json_agg(json_build_object('id', r.id::text, 'roleCode', r.role_code, 'roleName', r.role_name)
      order by r.id), '[]')
    from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = u.tenant_id and ur.user_id = u.id) as roles,
  ${postOf('u')} as post, ${positionsOf('u')} as positions,
  (select coalesce(json_agg(json_build_object('id', p.id::text, 'name', p.name) order by p.name_place, p.name), '[]')
    from user_psa up join psa p on p.tenant_id = up.tenant_id and p.id = up.psa_id
    where up.tenant_id = u.tenant_id and up.user_id = u.id and ${mayRelate(ctx.who, 'p')}) as "relPsas",
  ${codesOf('u')} as codes, ${isAbove(ctx.who, 'u')} as above`

const toUser = ({ above, codes, ...row }: UserRecord, zone: string): User => ({
  ...withWireTimes(row, zone),
  conflicts: conflictsOf(codes),
  hasAllData: row.hasAllData ? '1' : '0',
  manageable: !above,
})

export async function getUser(ctx: Pick<Ctx, 'db' | 'who'>, id: string): Promise<User> {
  const { rows } = await sql<UserRecord>`
    select ${columns(ctx)} ${usersInScope(ctx)} and u.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return toUser(rows[0], ctx.who.timeZone)
}

type Filters = Pick<z.output<typeof userQuery>, 'depCode' | 'keyword' | 'post' | 'roleCode' | 'status'>

/** The people `u` of departments `d` that a list or an export is about. */
export const matching = (ctx: Reader, { keyword, depCode, status, roleCode, post }: Filters) =>
  allOf(
    mentions(sql`concat_ws(' ', u.username, u.realname, ${shownPhone(ctx)})`, keyword, 'u'),
    depCode && isUnder('d.org_code', depCode),
    status && sql`u.status = ${status}`,
    roleCode && hasRole(roleCode),
    post && holdsPosition('u', post),
  )

export async function listUsers(ctx: Ctx, input: Input<(typeof userCalls)['list']>) {
  const { pageNo, pageSize, username, realname } = input
  const filters = allOf(
    matching(ctx, input),
    mentions(sql`u.username`, username),
    mentions(sql`u.realname`, realname, 'u'),
  )
  // Limits to the page first: roles, projects and permissions are then looked up for its rows only.
  const { rows } = await sql<UserRecord>`
    with page as (
      select u.id ${usersInScope(ctx)} and ${filters}
      order by d.org_code, u.name_place, u.id limit ${pageSize} offset ${(pageNo - 1) * pageSize}
    )
    select ${columns(ctx)} ${usersInScope(ctx)} and u.id in (select id from page)
    order by d.org_code, u.name_place, u.id`.execute(ctx.db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${usersInScope(ctx)} and ${filters}`.execute(ctx.db)
  const records = rows.map((row) => toUser(row, ctx.who.timeZone))
  return pagesOf(records, one(counted.rows).total, input)
}

const hasRole = (roleCode: string) => sql`exists (
  select from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
  where ur.tenant_id = u.tenant_id and ur.user_id = u.id and r.role_code = ${roleCode})`

/** The people of one department of the caller's. */
export async function listOfDepartment(
  ctx: Ctx,
  { id, realname }: Input<(typeof userCalls)['ofDepartment']>,
): Promise<User[]> {
  const { rows } = await sql<UserRecord>`
    select ${columns(ctx)} ${usersInScope(ctx)} and d.id = ${id} and strpos(u.realname, ${realname}) > 0
    order by u.name_place, u.id limit 500`.execute(ctx.db)
  return rows.map((row) => toUser(row, ctx.who.timeZone))
}
