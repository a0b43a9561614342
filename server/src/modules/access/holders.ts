import { reachTitles, type accessCalls } from '@heliodesk/contract/access.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { holderQuery, type HolderQuery } from '@heliodesk/contract/holder-query.ts'
import { sql, type RawBuilder } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { cellsOf } from '../../kernel/cursor.ts'
import type { ExportColumn, ExportCtx, ExportKind } from '../../kernel/export-kind.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { pagesOf } from '../../kernel/paging.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { ownOrgCode } from '../departments/index.ts'
import { usersInScope } from '../users/index.ts'
import { allStations, personColumns, sightTables, type PersonRow } from './sight.ts'

type Calls = typeof accessCalls
type Holder = Output<Calls['holders']>['records'][number]
type HolderRow = PersonRow & Pick<Holder, 'reach' | 'through'>

type Question = {
  /** Of the station or the department; null if any place is meant. */
  orgCode: string | null
  isStation: boolean
  tables: RawBuilder<unknown>
  filters: RawBuilder<unknown>
}

/** A place or a permission that the caller may not see is refused as one that does not exist. */
async function prepare(ctx: ExportCtx, query: HolderQuery): Promise<Question> {
  const { permissionId, psId, depId, keyword } = query
  if (permissionId && !(await hasRow(ctx.db.selectFrom('permission').where('id', '=', permissionId))))
    throw notFound()
  const station = psId === undefined ? null : await stationPlace(ctx, psId)
  const department = depId === undefined ? null : await ownOrgCode(ctx, depId)
  const orgCode = station ?? department
  const holds = sql`exists (select from user_role ur
      join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
    where ur.tenant_id = u.tenant_id and ur.user_id = u.id and rp.permission_id = ${permissionId})`
  return {
    orgCode,
    isStation: station !== null,
    tables: sightTables(ctx, { psId, orgCode: department ?? undefined }),
    filters: allOf(
      sql`u.status = '1'`,
      permissionId && holds,
      mentions(sql`concat_ws(' ', u.username, u.realname, d.name)`, keyword, 'u', 'd'),
    ),
  }
}

async function stationPlace({ db, who }: ExportCtx, psId: string): Promise<string> {
  const { dep_code } = await db
    .selectFrom('station as s')
    .select('s.dep_code')
    .where('s.id', '=', psId)
    .where(visibleStations(who, 's'))
    .executeTakeFirstOrThrow(notFound)
  return dep_code
}

/** The people who hold it; with a place only those who see it, or a part of it. */
function holderRows(
  ctx: ExportCtx,
  { permissionId }: HolderQuery,
  { orgCode, isStation, filters }: Question,
) {
  const covers = sql`starts_with(${orgCode ?? ''}::text, d.org_code)`
  const reach = sql`case when u.has_all_data then 'all'
    when ${orgCode === null}::boolean or ${covers} then 'department' else ${isStation ? 'project' : 'part'} end`
  return sql`
    select ${personColumns(ctx)}, ${reach} as reach, d.org_code as place_code, u.name_place,
      (select coalesce(json_agg(json_build_object('id', r.id::text, 'roleCode', r.role_code, 'roleName', r.role_name)
          order by r.id), '[]')
        from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and (${permissionId ?? null}::bigint is null or exists (
          select from role_permission rp where rp.tenant_id = r.tenant_id and rp.role_id = r.id
            and rp.permission_id = ${permissionId ?? null}))) as through
    ${usersInScope(ctx)} and ${filters}`
}

/** Everybody sees an empty department that their own one contains. */
const seesPlace = ({ orgCode }: Question) =>
  orgCode === null
    ? sql`true`
    : sql`(holder."stationCount" > 0 or (holder.reach in ('all', 'department') and ${allStations} = 0))`

const columns = sql`holder.id, holder.username, holder.realname, holder."depId", holder."depName", holder."hasAllData",
  holder."psaCount", holder."stationCount", holder.reach, holder.through`

const order = sql`holder.place_code, holder.name_place, holder.id`

export async function listHolders(
  ctx: Ctx,
  input: Input<Calls['holders']>,
): Promise<Output<Calls['holders']>> {
  const { pageNo, pageSize, ...query } = input
  const question = await prepare(ctx, query)
  const all = sql`with ${question.tables}, holder as (${holderRows(ctx, query, question)})`
  const { rows } = await sql<HolderRow>`
    ${all} select ${columns} from holder where ${seesPlace(question)}
    order by ${order} limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const counted = await sql<{ total: number; userCount: number; allStations: number }>`
    ${all} select (select count(*)::int from holder where ${seesPlace(question)}) as total,
      (select count(*)::int ${usersInScope(ctx)} and u.status = '1') as "userCount",
      ${allStations} as "allStations"`.execute(ctx.db)
  const { total, ...sums } = one(counted.rows)
  return { ...pagesOf(rows, total, input), ...sums }
}

const text = (title: string, width: number) => ({ title, type: 'text', width }) as const

const exported: readonly (ExportColumn & { cell: (holder: HolderRow) => string | number })[] = [
  { ...text('姓名', 14), cell: ({ realname }) => realname },
  { ...text('账号', 18), cell: ({ username }) => username },
  { ...text('部门', 20), cell: ({ depName }) => depName },
  { ...text('通过角色', 28), cell: ({ through }) => through.map(({ roleName }) => roleName).join('、') },
  { ...text('为什么能看到', 16), cell: ({ reach }) => reachTitles[reach] },
  { title: '能看到的电站', type: 'number', width: 14, cell: ({ stationCount }) => stationCount },
]

export const holderExport: ExportKind = {
  columns: exported.map(({ title, type, width }) => ({ title, type, width })),
  async open(ctx, query) {
    const wanted = holderQuery.parse(query)
    const question = await prepare(ctx, wanted)
    const all = sql`with ${question.tables}, holder as (${holderRows(ctx, wanted, question)})`
    const counted = await sql<{ total: number }>`
      ${all} select count(*)::int as total from holder where ${seesPlace(question)}`.execute(ctx.db)
    const statement = sql<HolderRow>`
      ${all} select ${columns} from holder where ${seesPlace(question)} order by ${order}`
    const pages = cellsOf(ctx.db, 'exported_holders', statement, (row) =>
      exported.map(({ cell }) => cell(row)),
    )
    return { rowCount: one(counted.rows).total, pages }
  },
}
