import type { Input, Output } from '@heliodesk/contract/call.ts'
import {
  cleaningMethods,
  cleaningStates,
  type cleaningMethod,
  type cleaningQuery,
  type cleaningState,
} from '@heliodesk/contract/cleaning-list.ts'
import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'

type Row = Output<(typeof cleaningCalls)['insert']>
export type CleaningRecord = Stored<Omit<Row, 'methodName' | 'stateName'>, 'createTime'>

/** An accepted order's records are accepted with it, if they were cleaned. */
const state = sql`case when c.cleaned_on is null then 'planned' when a.order_id is not null then 'accepted' else 'done' end`

export const cleaningColumns = sql`c.id, c.version, c.order_id as "orderId", o.work_code as "workCode", o.station_id as "psId",
  s.name as "psName", c.area_name as "areaName", c.capacity_kwp as "capacityKwp", c.method, c.contractor, c.cost,
  c.cleaned_on as "cleanedOn", c.water, c.broken, c.sr_before as "srBefore", c.sr_after as "srAfter",
  ${state} as state, c.created_at as "createTime"`

export const cleaningTables = sql`cleaning c
  join work_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
  join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
  left join cleaning_acceptance a on a.tenant_id = c.tenant_id and a.order_id = c.order_id`

/** What is not cleaned yet first, then the latest. */
export const cleaningOrder = sql`c.cleaned_on desc nulls first, c.id desc`

export function matchingCleanings(
  { who }: Pick<Ctx, 'who'>,
  { orderId, psId, state: wanted, method, from, to, keyword }: z.output<typeof cleaningQuery>,
): RawBuilder<SqlBool> {
  const conditions = [visibleOrders(who, 'o')]
  if (orderId) conditions.push(sql`c.order_id = ${orderId}`)
  if (psId) conditions.push(sql`o.station_id = ${psId}`)
  if (wanted) conditions.push(sql`${state} = ${wanted}`)
  if (method) conditions.push(sql`c.method = ${method}`)
  if (from) conditions.push(sql`c.cleaned_on >= ${from}::date`)
  if (to) conditions.push(sql`c.cleaned_on <= ${to}::date`)
  if (keyword)
    conditions.push(
      sql`(strpos(lower(c.area_name), lower(${keyword})) > 0 or strpos(lower(o.work_code), lower(${keyword})) > 0)`,
    )
  return sql`(${sql.join(conditions, sql` and `)})`
}

export const toCleaning = (record: CleaningRecord, zone: string): Row => ({
  ...withWireTimes(record, zone),
  methodName: cleaningMethods[record.method as z.output<typeof cleaningMethod>],
  stateName: cleaningStates[record.state as z.output<typeof cleaningState>],
})

export async function countCleanings(
  ctx: Pick<Ctx, 'db' | 'who'>,
  query: z.output<typeof cleaningQuery>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${cleaningTables} where ${matchingCleanings(ctx, query)}`.execute(ctx.db)
  return one(rows).n
}

export async function selectCleanings(ctx: Ctx, input: Input<(typeof cleaningCalls)['select']>) {
  const { curPage, size } = input
  const { rows } = await sql<CleaningRecord>`
    select ${cleaningColumns} from ${cleaningTables} where ${matchingCleanings(ctx, input)}
    order by ${cleaningOrder} limit ${size} offset ${(curPage - 1) * size}`.execute(ctx.db)
  return {
    pageList: rows.map((row) => toCleaning(row, ctx.who.timeZone)),
    rowCount: await countCleanings(ctx, input),
  }
}

/** A record that this person sees. */
export async function readCleaning(ctx: Ctx, id: string): Promise<Row> {
  const { rows } = await sql<CleaningRecord>`
    select ${cleaningColumns} from ${cleaningTables}
    where c.id = ${id} and ${visibleOrders(ctx.who, 'o')}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return toCleaning(rows[0], ctx.who.timeZone)
}
