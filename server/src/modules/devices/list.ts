import type { deviceQuery } from '@heliodesk/contract/device-fields.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/context.ts'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { isUnder, visibleStations } from '../../kernel/scope.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { coveredBy } from '../stations/index.ts'
import { deviceColumns, deviceJoins, toRow, type DeviceRecord } from './rows.ts'

export type DeviceQuery = z.output<typeof deviceQuery>
type ListCtx = Pick<Ctx, 'db' | 'who' | 'now'>

/** With the requested types and their subtypes; null does not filter. */
type Prepared = DeviceQuery & { types: string[] | null }

const SOON_DAYS = 90

const below = (table: 'device_type' | 'space', ids: string[]) => sql<{ id: string }>`
  with recursive tree as (
    select id from ${sql.table(table)} where id = any(${ids}::bigint[])
    union select c.id from ${sql.table(table)} c join tree on c.parent_id = tree.id
  ) select id from tree order by id`

/** Looks up what the query's statements need in advance. */
export async function prepareQuery({ db }: ListCtx, query: DeviceQuery): Promise<Prepared> {
  if (!query.typeId) return { ...query, types: null }
  const { rows } = await below('device_type', query.typeId).execute(db)
  return { ...query, types: rows.map(({ id }) => id) }
}

/** The types are literals in the statement, so that the planner knows how few devices a rare type has. */
const isOfType = (types: string[]) =>
  types.length === 0 ? sql`false` : sql`d.type_id in (${sql.join(types.map((id) => sql.lit(id)))})`

function warrantyIs(state: NonNullable<DeviceQuery['warranty']>, today: string): RawBuilder<unknown> {
  switch (state) {
    case 'in':
      return sql`d.warranty_end >= ${today}::date`
    case 'soon':
      return sql`d.warranty_end between ${today}::date and ${today}::date + ${sql.lit(SOON_DAYS)}`
    case 'over':
      return sql`d.warranty_end < ${today}::date`
    case 'unknown':
      return sql`d.warranty_end is null`
  }
}

function matching({ who, now }: ListCtx, query: Prepared): RawBuilder<SqlBool> {
  const { keyword, ids, psId, depCode, types, spaceId, status, warranty, importId } = query
  return allOf(
    visibleStations(who, 's'),
    // In any of these departments, sub-areas and stations; an empty selection does not filter.
    (query.depCodes || query.psaIds || query.psIds) && coveredBy(query),
    ids && sql`d.id = any(${ids}::bigint[])`,
    psId && sql`d.station_id = any(${psId}::bigint[])`,
    depCode && isUnder('s.dep_code', depCode),
    types && isOfType(types),
    spaceId && sql`d.space_id in (${below('space', [spaceId])})`,
    status && sql`d.status = ${status}`,
    warranty && warrantyIs(warranty, toWireDay(now, who.timeZone)),
    importId && sql`d.id in (select e.device_id from device_event e where e.import_id = ${importId})`,
    mentions(sql`concat_ws(' ', d.name, d.code, d.serial_no, d.model, s.name)`, keyword, 'd', 's'),
  )
}

const sortColumns = {
  code: 'd.code',
  name: 'd.name_place',
  ratedKw: 'd.rated_kw',
  installedOn: 'd.installed_on',
  warrantyEnd: 'd.warranty_end',
} as const

function orderOf({ orderField, orderType }: DeviceQuery) {
  const asGrown = sql`d.station_id, d.code`
  if (!orderField) return asGrown
  const direction = orderType === 'asc' ? sql`asc` : sql`desc`
  return sql`${sql.ref(sortColumns[orderField])} ${direction} nulls last, ${asGrown}`
}

const narrowed = (ctx: ListCtx, query: Prepared) => sql`
  device d join station s on s.tenant_id = d.tenant_id and s.id = d.station_id where ${matching(ctx, query)}`

export async function countDevices(ctx: ListCtx, query: Prepared): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${narrowed(ctx, query)}`.execute(ctx.db)
  return Number(one(rows).n)
}

/** A statement for the rows of a query in its order. */
export const selectDevices = (ctx: ListCtx, query: Prepared) => sql<DeviceRecord>`
  select ${deviceColumns} from device d ${deviceJoins} where ${matching(ctx, query)} order by ${orderOf(query)}`

/** Finds the page first and joins the displayed columns to its rows only. */
export async function listDevices(ctx: Ctx, query: DeviceQuery & { curPage: number; size: number }) {
  const wanted = await prepareQuery(ctx, query)
  const { rows } = await sql<DeviceRecord>`
    select ${deviceColumns} from (
      select d.tenant_id, d.id from ${narrowed(ctx, wanted)}
      order by ${orderOf(wanted)} limit ${query.size} offset ${(query.curPage - 1) * query.size}
    ) page join device d on d.tenant_id = page.tenant_id and d.id = page.id ${deviceJoins}
    order by ${orderOf(wanted)}`.execute(ctx.db)
  return { pageList: rows.map(toRow), rowCount: await countDevices(ctx, wanted) }
}
