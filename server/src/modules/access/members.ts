import type { accessCalls } from '@heliodesk/contract/access.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { conflictsOf } from '@heliodesk/contract/duty-conflicts.ts'
import { administratorRole } from '@heliodesk/contract/roles.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { one } from '../../platform/certain.ts'
import { askSecond, needsSecond, requireGivableRoles } from '../roles/index.ts'
import { demandsSecondFactor, endUnprovedSessions } from '../session/index.ts'
import {
  codesOf,
  isAbove,
  keepingAnAdministrator,
  lockUsers,
  recordMembers,
  requireNotAbove,
  usersInScope,
} from '../users/index.ts'
import { personColumns, sightTables, type PersonRow } from './sight.ts'

type Calls = typeof accessCalls
type Member = Output<Calls['members']>['records'][number]

/** As in the form of a person. */
const MOST_ROLES = 50

const hasRole = (roleId: string) => sql`exists (select from user_role ur
  where ur.tenant_id = u.tenant_id and ur.user_id = u.id and ur.role_id = ${roleId})`

export async function requireRole({ db }: Pick<Ctx, 'db'>, roleId: string): Promise<void> {
  if (!(await hasRow(db.selectFrom('role').where('id', '=', roleId)))) throw notFound()
}

export async function listMembers(
  ctx: Ctx,
  input: Input<Calls['members']>,
): Promise<Output<Calls['members']>> {
  const { roleId, pageNo, pageSize, keyword } = input
  await requireRole(ctx, roleId)
  const filters = allOf(
    hasRole(roleId),
    mentions(sql`concat_ws(' ', u.username, u.realname, d.name)`, keyword, 'u', 'd'),
  )
  const { rows } = await sql<
    PersonRow & Pick<Member, 'status' | 'otherRoles'> & { codes: string[]; above: boolean }
  >`
    with page as (
      select u.id ${usersInScope(ctx)} and ${filters}
      order by d.org_code, u.name_place, u.id limit ${pageSize} offset ${(pageNo - 1) * pageSize}
    ), ${sightTables(ctx)}
    select ${personColumns(ctx)}, u.status, ${codesOf('u')} as codes, ${isAbove(ctx.who, 'u')} as above,
      array(select r.role_name from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and r.id <> ${roleId} order by r.id) as "otherRoles"
    ${usersInScope(ctx)} and u.id in (select id from page)
    order by d.org_code, u.name_place, u.id`.execute(ctx.db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total ${usersInScope(ctx)} and ${filters}`.execute(ctx.db)
  const records = rows.map(({ codes, above, ...row }) => ({
    ...row,
    conflicts: conflictsOf(codes),
    manageable: !above,
  }))
  return pagesOf(records, one(counted.rows).total, input)
}

/** By conflict, who of the people would newly have it. */
export const newConflicts: Handler<Calls['newConflicts']> = async (ctx, { roleId, userIds }) => {
  await requireRole(ctx, roleId)
  const { rows } = await sql<{ realname: string; codes: string[]; more: string[] }>`
    select u.realname, ${codesOf('u')} as codes, array(
      select p.code from role_permission rp join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
      where rp.tenant_id = u.tenant_id and rp.role_id = ${roleId} and p.code is not null) as more
    ${usersInScope(ctx)} and u.id = any(${userIds}::bigint[]) order by u.name_place, u.id`.execute(ctx.db)
  if (rows.length < userIds.length) throw notFound()
  const found = rows.flatMap(({ realname, codes, more }) => {
    const has = new Set(conflictsOf(codes))
    return conflictsOf([...codes, ...more]).flatMap((key) => (has.has(key) ? [] : [{ key, realname }]))
  })
  return [...Map.groupBy(found, ({ key }) => key)].map(([key, all]) => ({
    key,
    people: all.map(({ realname }) => realname),
  }))
}

type Membership = { roleId: string; userIds: readonly string[] }

export const addMembers: Handler<Calls['addMembers']> = async (ctx, { roleId, userIdList, reason }) => {
  if (!(await needsSecond(ctx))) return giveRole(ctx, { roleId, userIds: userIdList })
  const people = await lockReceivers(ctx, { roleId, userIds: userIdList })
  const members = await membersAmong(ctx, roleId, people)
  await askEach(ctx, { people: people.filter(({ id }) => !members.has(id)), added: [roleId], reason })
  return 0
}

export const removeMembers: Handler<Calls['removeMembers']> = async (ctx, { roleId, userIds, reason }) => {
  if (!(await needsSecond(ctx))) return takeRole(ctx, { roleId, userIds })
  const people = await lockLosers(ctx, { roleId, userIds })
  const members = await membersAmong(ctx, roleId, people)
  await askEach(ctx, { people: people.filter(({ id }) => members.has(id)), removed: [roleId], reason })
  return 0
}

type Asked = {
  people: { id: string; realname: string }[]
  added?: string[]
  removed?: string[]
  reason: string
}

async function askEach(ctx: Ctx, { people, added = [], removed = [], reason }: Asked) {
  if (people.length > 0) await askSecond(ctx, { kind: 'roles', people, added, removed, reason })
}

async function membersAmong({ db }: Ctx, roleId: string, people: { id: string }[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from user_role
    where role_id = ${roleId} and user_id = any(${people.map(({ id }) => id)}::bigint[])`.execute(db)
  return new Set(rows.map((row) => row.user_id))
}

/** Locks people in the same order as their form does, so that neither waits for the other in a circle. */
async function lockReceivers(ctx: Ctx, { roleId, userIds }: Membership) {
  const people = await lockUsers(ctx, [...new Set(userIds)])
  await requireGivableRoles(ctx, [roleId])
  requireNotAbove(people)
  return people
}

async function lockLosers(ctx: Ctx, { roleId, userIds }: Membership) {
  await requireRole(ctx, roleId)
  const people = await lockUsers(ctx, [...new Set(userIds)])
  requireNotAbove(people)
  return people
}

/** Returns how many people did not have it. */
export async function giveRole(ctx: Ctx, membership: Membership): Promise<number> {
  const { roleId } = membership
  const people = await lockReceivers(ctx, membership)
  const { rows } = await sql<{ user_id: string }>`
    insert into user_role (user_id, role_id) select id, ${roleId} from unnest(${people.map(({ id }) => id)}::bigint[]) as given(id)
    on conflict do nothing returning user_id`.execute(ctx.db)
  const added = await noteChange(ctx, rows)
  await requireFewRoles(ctx, added)
  await recordMembers(ctx, roleId, { added: people.filter(({ id }) => added.includes(id)) })
  if (await demandsSecondFactor(ctx, ...added)) await endUnprovedSessions(ctx)
  return added.length
}

/** Returns how many people had it. */
export async function takeRole(ctx: Ctx, membership: Membership): Promise<number> {
  const { roleId, userIds } = membership
  const people = await lockLosers(ctx, membership)
  let removed: string[] = []
  const administers = await hasRow(
    ctx.db.selectFrom('role').where('id', '=', roleId).where('role_code', '=', administratorRole),
  )
  await keepingAnAdministrator(ctx, administers ? people : [], async () => {
    const { rows } = await sql<{ user_id: string }>`
      delete from user_role where role_id = ${roleId} and user_id = any(${[...userIds]}::bigint[])
      returning user_id`.execute(ctx.db)
    removed = await noteChange(ctx, rows)
  })
  await recordMembers(ctx, roleId, { removed: people.filter(({ id }) => removed.includes(id)) })
  return removed.length
}

/** An edit form that was opened before must not bring the old roles back. */
async function noteChange({ db }: Ctx, rows: { user_id: string }[]): Promise<string[]> {
  const ids = rows.map((row) => row.user_id)
  await sql`update app_user set version = version + 1 where id = any(${ids}::bigint[])`.execute(db)
  return ids
}

async function requireFewRoles({ db }: Ctx, ids: string[]) {
  const { rows } = await sql<{ realname: string }>`
    select u.realname from app_user u where u.id = any(${ids}::bigint[])
      and (select count(*) from user_role ur where ur.tenant_id = u.tenant_id and ur.user_id = u.id) > ${MOST_ROLES}
    order by u.id`.execute(db)
  if (rows.length === 0) return
  const names = rows.map(({ realname }) => realname).join('、')
  throw new DomainError('role.too_many', `“${names}”的角色已达 ${MOST_ROLES} 个，不能再添加`)
}
