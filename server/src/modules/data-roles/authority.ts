import type { DataRule } from '@heliodesk/contract/data-roles.ts'
import { sql, type RawBuilder } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { ownDepartments } from '../departments/index.ts'
import { visiblePsas } from '../stations/index.ts'
import { isAbove, usersInScope } from '../users/index.ts'

export type Audience = { roleIds: string[]; userIds: string[] }

const NARROWED = new DomainError(
  'dataRole.narrowed',
  '您自己的数据受数据角色限制，不能新建、修改或删除数据角色',
)
const COMPANY_WIDE = new DomainError(
  'dataRole.company',
  '角色在全公司通用，只有拥有全部数据权限的人可以把数据角色授予角色',
)

/** Nobody widens what narrows them, nor hands out what they do not see. */
export function requireUnnarrowed({ who }: Ctx): void {
  if (who.narrowing !== null) throw NARROWED
}

/** Refuses ids that do not exist or that the caller does not see. */
export async function requireKnownPlaces(ctx: Ctx, rule: DataRule): Promise<void> {
  const own = ownDepartments(ctx.who, 'd.org_code')
  await requireAll(ctx, rule.departmentIds, sql`select d.id from department d where ${own}`)
  await requireAll(
    ctx,
    rule.psaIds,
    sql`select p.id from psa p join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
      where ${visiblePsas(ctx.who)}`,
  )
  await requireAll(
    ctx,
    rule.stationIds,
    sql`select s.id from station s where ${visibleStations(ctx.who, 's')}`,
  )
}

async function requireAll({ db }: Ctx, ids: string[] | null, known: RawBuilder<unknown>): Promise<void> {
  if (ids === null) return
  const { rows } = await sql`
    select from unnest(${ids}::bigint[]) as wanted (id) where wanted.id not in (${known})`.execute(db)
  if (rows.length > 0) throw notFound()
}

/** Who is in the audience before or after a change must be people and roles that the caller may decide about. */
export async function requireAudience(ctx: Ctx, given: Audience, before: Audience): Promise<void> {
  const roleIds = symmetricDifference(given.roleIds, before.roleIds)
  await requireAll(ctx, given.roleIds, sql`select id from role`)
  if (roleIds.length > 0 && !ctx.who.hasAllData) throw COMPANY_WIDE
  const userIds = symmetricDifference(given.userIds, before.userIds)
  if (userIds.length === 0) return
  const { rows } = await sql<{ realname: string; above: boolean }>`
    select u.realname, ${isAbove(ctx.who, 'u')} as above ${usersInScope(ctx)} and u.id = any(${userIds}::bigint[])`.execute(
    ctx.db,
  )
  if (rows.length < userIds.length) throw notFound()
  const beyond = rows.filter(({ above }) => above).map(({ realname }) => realname)
  if (beyond.length > 0)
    throw new DomainError('dataRole.beyond', `${beyond.join('、')}拥有您没有的权限，不能为其改变数据角色`)
}

function symmetricDifference(one: string[], other: string[]): string[] {
  const left = new Set(one)
  const right = new Set(other)
  return [...new Set([...one.filter((id) => !right.has(id)), ...other.filter((id) => !left.has(id))])]
}
