import type { Output } from '@heliodesk/contract/call.ts'
import type { dataRoleCalls, DataRule } from '@heliodesk/contract/data-roles.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { mentions } from '../../kernel/conditions.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { ownDepartments } from '../departments/index.ts'
import { visiblePsas } from '../stations/index.ts'
import { usersInScope } from '../users/index.ts'

type Calls = typeof dataRoleCalls
export type DataRole = Output<Calls['add']>

/** Ids with their names, in the order of the names; what is gone or out of the caller's sight has none. */
const namesOf = (ids: string, found: RawBuilder<unknown>) => sql<{ id: string; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', wanted.id::text, 'name', coalesce(found.name, '')) order by found.name, wanted.id)
  from unnest(${sql.ref(ids)}) as wanted (id) left join (${found}) found on found.id = wanted.id), '[]')`

/** People `u` for whom the data role `r` is meant, directly or through a role. */
export const isMeant = sql<SqlBool>`(
  exists (select from data_role_user given
    where given.tenant_id = r.tenant_id and given.data_role_id = r.id and given.user_id = u.id)
  or exists (select from data_role_role through
    join user_role held on held.tenant_id = through.tenant_id and held.role_id = through.role_id
    where through.tenant_id = r.tenant_id and through.data_role_id = r.id and held.user_id = u.id))`

const dataRoleRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('data_role as r')
    .select([
      'r.id',
      'r.code',
      'r.name',
      'r.description',
      'r.enabled',
      'r.version',
      'r.created_at as createTime',
    ])
    .select(['r.most_export_rows as mostExportRows', 'r.task_types_excluded as taskTypesExcluded'])
    .select([
      sql<string[] | null>`r.department_ids::text[]`.as('departmentIds'),
      sql<string[] | null>`r.psa_ids::text[]`.as('psaIds'),
      sql<string[] | null>`r.station_ids::text[]`.as('stationIds'),
      sql<DataRule['siteTypes']>`r.site_types`.as('siteTypes'),
      sql<number[] | null>`r.task_types`.as('taskTypes'),
      sql<DataRule['ownOrders']>`r.own_orders`.as('ownOrders'),
      sql<DataRule['columns']>`r.columns`.as('columns'),
    ])
    .select([
      namesOf(
        'r.department_ids',
        sql`select d.id, d.name from department d where ${ownDepartments(ctx.who, 'd.org_code')}`,
      ).as('departments'),
      namesOf(
        'r.psa_ids',
        sql`select p.id, p.name from psa p
          join department d on d.tenant_id = p.tenant_id and d.id = p.department_id where ${visiblePsas(ctx.who)}`,
      ).as('psas'),
      namesOf(
        'r.station_ids',
        sql`select s.id, s.name from station s where ${visibleStations(ctx.who, 's')}`,
      ).as('stations'),
      sql<{ id: string; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', held.id::text, 'name', held.role_name) order by held.id)
        from data_role_role through
        join role held on held.tenant_id = through.tenant_id and held.id = through.role_id
        where through.data_role_id = r.id), '[]')`.as('roles'),
      sql<{ id: string; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', u.id::text, 'name', u.realname) order by u.name_place, u.id)
        ${usersInScope(ctx)} and exists (
          select from data_role_user given where given.data_role_id = r.id and given.user_id = u.id)), '[]')`.as(
        'users',
      ),
      sql<number>`(select count(*)::int ${usersInScope(ctx)} and ${isMeant})`.as('userCount'),
    ])

export const listDataRoles = (
  ctx: Ctx,
  { keyword, ...page }: { keyword: string; pageNo: number; pageSize: number },
) =>
  sysPageOf(
    dataRoleRows(ctx)
      .where(mentions(sql`r.code || ' ' || r.name`, keyword, 'r'))
      .orderBy('r.enabled', 'desc')
      .orderBy('r.id'),
    page,
    (row) => withWireTimes(row, ctx.who.timeZone),
  )

export async function readDataRole(ctx: Ctx, id: string): Promise<DataRole> {
  const row = await dataRoleRows(ctx).where('r.id', '=', id).executeTakeFirstOrThrow(notFound)
  return withWireTimes(row, ctx.who.timeZone)
}

/** All of them, as flat nodes of a tree. */
export async function dataRoleNodes({ db }: Ctx, keyword: string) {
  const rows = await db
    .selectFrom('data_role as r')
    .select(['r.id', 'r.code', 'r.name', 'r.enabled'])
    .where(mentions(sql`r.code || ' ' || r.name`, keyword, 'r'))
    .orderBy('r.id')
    .execute()
  return rows.map(({ id, code, name, enabled }) => ({
    id,
    key: id,
    value: id,
    title: name,
    label: name,
    code,
    enabled,
    isLeaf: true,
    children: [],
  }))
}
