import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { stationCalls } from '@heliodesk/contract/stations.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DomainError, notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { mentions } from '../../kernel/conditions.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { isReadOnly } from '../../kernel/read-only.ts'
import { isUnder, visibleStations } from '../../kernel/scope.ts'
import { requireUnused } from '../../kernel/uses.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { deleteRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { onKey } from '../../platform/on-key.ts'
import { ownDepartments, requireOpenDepartment, viewerOf } from '../departments/index.ts'
import { idsOf } from './rows.ts'

type Psa = Output<(typeof stationCalls)['addPsa']>
type Options = Output<(typeof stationCalls)['psaOptions']>

const NAME_TAKEN = new DomainError('psa.name_taken', '项目名称已存在')

/** Projects of the own departments, related ones, and those of any station in scope; needs `p` and its `d`. */
export const visiblePsas = (who: Who): RawBuilder<SqlBool> => {
  const hasVisible = sql<SqlBool>`exists (
    select from station s where s.tenant_id = p.tenant_id and s.psa_id = p.id and ${visibleStations(who, 's')})`
  // Whom a data role shows some stations only sees the projects of these.
  if (who.narrowing?.rows) return hasVisible
  return sql<SqlBool>`(
    ${ownDepartments(who, 'd.org_code')} or p.id = any(${who.relatedPsas}::bigint[]) or ${hasVisible})`
}

/**
 * Whether the caller may relate a project to a person, who then sees all its stations: only if the caller sees all of
 * them too. `table` is the project's alias.
 */
export const mayRelate = (who: Who, table: string): RawBuilder<SqlBool> => {
  if (who.hasAllData) return sql<SqlBool>`true`
  const psa = (column: string) => sql.ref(`${table}.${column}`)
  return sql<SqlBool>`(${psa('id')} = any(${who.relatedPsas}::bigint[]) or (
    exists (select from department own where own.tenant_id = ${psa('tenant_id')} and own.id = ${psa('department_id')}
      and ${isUnder('own.org_code', who.orgCode)})
    and not exists (select from station beyond where beyond.tenant_id = ${psa('tenant_id')}
      and beyond.psa_id = ${psa('id')} and not ${isUnder('beyond.dep_code', who.orgCode)})))`
}

/** Requires that the projects exist and are in `already` or may be related by the caller; locks them until commit. */
export async function requireRelatablePsas(ctx: Ctx, ids: string[], already: string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('psa as p')
    .select('p.id')
    .where(sql<SqlBool>`p.id = any(${ids}::bigint[])`)
    .where(sql<SqlBool>`(p.id = any(${already}::bigint[]) or ${mayRelate(ctx.who, 'p')})`)
    .orderBy('p.id')
    .forKeyShare()
    .execute()
  if (rows.length < new Set(ids).size) throw notFound()
}

const psaRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('psa as p')
    .innerJoin('department as d', onKey('d.id', 'p.department_id'))
    .where(visiblePsas(ctx.who))

export async function requireVisiblePsa(ctx: Ctx, id: string): Promise<void> {
  await psaRows(ctx).select('p.id').where('p.id', '=', id).executeTakeFirstOrThrow(notFound)
}

/** The project that a station is to join: in scope, not closed, and locked until commit. */
export async function requireOpenPsa(ctx: Ctx, id: string): Promise<void> {
  const row = await psaRows(ctx)
    .select(['p.name', 'p.status'])
    .where('p.id', '=', id)
    .forShare('p')
    .executeTakeFirstOrThrow(notFound)
  if (row.status !== '1') throw new DomainError('psa.closed', `项目“${row.name}”已关闭，不能加入电站`)
}

type OptionRow = { id: string; name: string; status: string }

/** The rows contain one more than the page if there are more. */
const pageOfPsas = (rows: OptionRow[], pageSize: number): Options => ({
  t1: rows.length > pageSize,
  t2: rows.slice(0, pageSize),
})

type OptionQuery = Input<(typeof stationCalls)['psaOptions']>

/** Projects in the scope of both the caller and the given person. */
export async function listPsaOptions(ctx: Ctx, input: OptionQuery): Promise<Options> {
  return optionsOf(ctx, input, visiblePsas(await viewerOf(ctx, input.userId)))
}

/** Projects related to a person; another person's only if the caller may relate them. */
export async function listRelatedPsas(ctx: Ctx, input: OptionQuery): Promise<Options> {
  const { userId, relatedPsas } = await viewerOf(ctx, input.userId)
  const given = userId === ctx.who.userId ? sql`true` : mayRelate(ctx.who, 'p')
  return optionsOf(ctx, input, sql<SqlBool>`p.id = any(${relatedPsas}::bigint[]) and ${given}`)
}

const hasOtherThanHouseholds = sql<SqlBool>`(
  not exists (select from station h where h.tenant_id = p.tenant_id and h.psa_id = p.id)
  or exists (select from station h where h.tenant_id = p.tenant_id and h.psa_id = p.id and h.site_type <> 'H'))`

async function optionsOf(ctx: Ctx, input: OptionQuery, within: RawBuilder<SqlBool>): Promise<Options> {
  const { deptCode, pageNo, pageSize, fuzz, excludeHy, excludeClosed, top, initValue } = input
  let matches = psaRows(ctx)
    .select(['p.id', 'p.name', 'p.status'])
    .where(within)
    .where(mentions(sql`p.name`, fuzz, 'p'))
  if (deptCode) matches = matches.where(isUnder('d.org_code', deptCode))
  if (excludeHy === '1') matches = matches.where(hasOtherThanHouseholds)
  if (excludeClosed === '1') matches = matches.where('p.status', '<>', '3')
  if (isReadOnly(input)) matches = matches.where(sql<SqlBool>`p.id = any(${idsOf(initValue)}::bigint[])`)
  const rows = await matches
    .orderBy(sql`p.id = any(${idsOf(top)}::bigint[])`, 'desc')
    .orderBy('p.name_place')
    .orderBy('p.name')
    .limit(pageSize + 1)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return pageOfPsas(rows, pageSize)
}

const psaColumns = (ctx: Ctx) =>
  psaRows(ctx)
    .select(['p.id', 'p.name', 'p.version', 'p.created_at as createTime'])
    .select(sql<Psa['status']>`p.status`.as('status'))
    .select(['d.id as depId', 'd.name as depName', 'd.org_code as depCode'])
    .select(
      sql<number>`(select count(*)::int from station s
        where s.psa_id = p.id and ${visibleStations(ctx.who, 's')})`.as('stationCount'),
    )

export async function getPsa(ctx: Ctx, id: string): Promise<Psa> {
  const row = await psaColumns(ctx).where('p.id', '=', id).executeTakeFirstOrThrow(notFound)
  return withWireTimes(row, ctx.who.timeZone)
}

export async function listPsas(ctx: Ctx, input: Input<(typeof stationCalls)['psaList']>) {
  const { keyword, depCode, status } = input
  let matches = psaColumns(ctx).where(mentions(sql`p.name`, keyword, 'p'))
  if (depCode) matches = matches.where(isUnder('d.org_code', depCode))
  if (status) matches = matches.where('p.status', '=', status)
  const ordered = matches.orderBy('d.org_code').orderBy('p.name_place').orderBy('p.name')
  return sysPageOf(ordered, input, (row) => withWireTimes(row, ctx.who.timeZone))
}

export async function addPsa(ctx: Ctx, input: Input<(typeof stationCalls)['addPsa']>): Promise<Psa> {
  await requireOpenDepartment(ctx, input.depId)
  const id = await insertRow(ctx.db, 'psa', {
    name: input.name,
    department_id: input.depId,
    status: input.status,
  }).catch(onViolation('psa_tenant_id_name_key', NAME_TAKEN))
  return getPsa(ctx, id)
}

export async function editPsa(ctx: Ctx, input: Input<(typeof stationCalls)['editPsa']>): Promise<Psa> {
  const current = await lockOwnPsa(ctx, input.id, false)
  requireVersion(current, input.version, stale('psa', '项目'))
  if (current.department_id !== input.depId) await requireOpenDepartment(ctx, input.depId)
  await updateRow(ctx.db, 'psa', input.id, {
    name: input.name,
    department_id: input.depId,
    status: input.status,
    version: input.version + 1,
  }).catch(onViolation('psa_tenant_id_name_key', NAME_TAKEN))
  return getPsa(ctx, input.id)
}

export async function removePsa(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const current = await lockOwnPsa(ctx, id, true)
  const inUse = (stations: string) =>
    new DomainError('psa.in_use', `项目“${current.name}”下还有 ${stations}，不能删除`)
  await requireUnused(ctx, id, [['station', 'psa_id', '座电站']], inUse)
  await deleteRow(ctx.db, 'psa', id)
  return null
}

/** Locks a project of the own departments, `toGo` with the stronger lock of a deletion. Related ones are read-only. */
async function lockOwnPsa(ctx: Ctx, id: string, toGo: boolean) {
  return ctx.db
    .selectFrom('psa as p')
    .innerJoin('department as d', onKey('d.id', 'p.department_id'))
    .select(['p.name', 'p.version', 'p.department_id'])
    .where('p.id', '=', id)
    .where(ownDepartments(ctx.who, 'd.org_code'))
    .$if(toGo, (query) => query.forUpdate('p'))
    .$if(!toGo, (query) => query.forNoKeyUpdate('p'))
    .executeTakeFirstOrThrow(notFound)
}
