import type { OrderQuery } from '@heliodesk/contract/work-order-list.ts'
import { allStatuses } from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { allOf, wordsOf } from '../../kernel/conditions.ts'
import { narrowsOrders } from '../../kernel/narrowing.ts'
import { afterSubtree, liesUnder, visibleOrders, visibleStations } from '../../kernel/scope.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { inScope, isMine, isOverdue, isTodo, type Condition } from './conditions.ts'
import { selectedByOthers } from './other-sheets.ts'
import { readRows } from './rows.ts'
import { pageOf, sortingOf } from './sorting.ts'

type Calls = typeof workOrderCalls
type ListCtx = Pick<Ctx, 'who' | 'now'>

type PlaceAndStatus = Pick<
  OrderQuery,
  'flowSts' | 'depCode' | 'psId' | 'psaId' | 'depCodes' | 'psaIds' | 'psIds'
>

/** Conditions on stations and states only, which can be counted from the maintained summary. */
function placeAndStatus(who: ListCtx['who'], input: PlaceAndStatus, table: string) {
  const conditions: Condition[] = inScope(who, input, table)
  const { depCode, psId, psaId } = input
  // All of them are no condition, which an index in the list's order could not answer.
  const flowSts = allStatuses.every((status) => input.flowSts?.includes(status)) ? [] : input.flowSts
  // Equality keeps the order of the status index; an array would not.
  if (flowSts?.length === 1) conditions.push(sql`o.flow_sts = ${one(flowSts)}`)
  else if (flowSts && flowSts.length > 0) conditions.push(sql`o.flow_sts = any(${flowSts}::smallint[])`)
  if (depCode) conditions.push(liesUnder(who, `${table}.dep_code`, depCode))
  if (psId && psId.length > 0) conditions.push(sql`o.station_id = any(${psId}::bigint[])`)
  if (psaId && psaId.length > 0) conditions.push(sql`${sql.ref(`${table}.psa_id`)} = any(${psaId}::bigint[])`)
  return conditions
}

function otherConditions(ctx: ListCtx, input: OrderQuery): Condition[] {
  const zone = ctx.who.timeZone
  const conditions: Condition[] = []
  if (input.keyword && isWorkCode(input.keyword)) conditions.push(startsWithCode(input.keyword))
  if (input.taskType && input.taskType.length > 0)
    conditions.push(sql`o.task_type = any(${input.taskType}::smallint[])`)
  if (input.liableUserId) conditions.push(sql`o.liable_user_id = ${input.liableUserId}`)
  if (input.deviceId) conditions.push(sql`o.device_id = ${input.deviceId}`)
  if (input.ids && input.ids.length > 0) conditions.push(sql`o.id = any(${input.ids}::bigint[])`)
  if (input.workSubclass) conditions.push(sql`o.work_subclass = ${input.workSubclass}`)
  if (input.mine) conditions.push(isMine(ctx.who.userId))
  if (input.todo) conditions.push(isTodo(ctx.who.userId))
  if (input.overdue) conditions.push(isOverdue(ctx.now))
  if (input.planStartTimeBegin)
    conditions.push(sql`o.plan_start_time >= ${fromWireTime(input.planStartTimeBegin, zone)}`)
  if (input.planStartTimeEnd)
    conditions.push(sql`o.plan_start_time < ${afterSecond(input.planStartTimeEnd, zone)}`)
  if (input.createTimeBegin)
    conditions.push(sql`o.created_at >= ${fromWireTime(input.createTimeBegin, zone)}`)
  if (input.createTimeEnd) conditions.push(sql`o.created_at < ${afterSecond(input.createTimeEnd, zone)}`)
  if (input.flowEndTimeBegin)
    conditions.push(sql`o.flow_end_time >= ${fromWireTime(input.flowEndTimeBegin, zone)}`)
  if (input.flowEndTimeEnd) conditions.push(sql`o.flow_end_time < ${afterSecond(input.flowEndTimeEnd, zone)}`)
  return [...conditions, ...selectedByOthers(ctx, input)]
}

/** The end of the displayed second, which includes everything that happened within it. */
const afterSecond = (text: string, zone: string) => new Date(fromWireTime(text, zone).getTime() + 1000)

const isWorkCode = (keyword: string) => /^[A-Za-z]{2}\d{4,}$/.test(keyword)

function startsWithCode(keyword: string): Condition {
  const start = keyword.toUpperCase()
  const end = start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1)
  return sql`(o.work_code ~>=~ ${start} and o.work_code ~<~ ${end})`
}

/**
 * Orders per station and state: the folded counts plus the deltas, read in one snapshot and therefore exact. `o` is
 * such a count; the station `s` is joined only if scope or filter needs its place.
 */
export function countedOrders(ctx: ListCtx, input: PlaceAndStatus) {
  if (narrowsOrders(ctx.who.narrowing)) {
    const visible = allOf(visibleOrders(ctx.who, 'o'), ...placeAndStatus(ctx.who, input, 'o'))
    return sql`(select o.flow_sts, 1 as n from work_order o where ${visible})`
  }
  const narrowed = [input.depCode, input.psaId, input.depCodes, ctx.who.narrowing?.rows]
  const needsPlace = !ctx.who.hasAllData || narrowed.some(Boolean)
  const place = sql`join station s on s.tenant_id = o.tenant_id and s.id = o.station_id`
  const conditions = allOf(
    ...placeAndStatus(ctx.who, input, 's'),
    needsPlace && visibleStations(ctx.who, 's'),
  )
  const from = (table: string) =>
    sql`select o.flow_sts, o.n from ${sql.table(table)} o ${needsPlace ? place : sql``} where ${conditions}`
  return sql`(${from('work_order_count')} union all ${from('work_order_count_delta')})`
}

/**
 * The few candidates for a page, for searches whose number of matches the planner cannot estimate: expecting many, it
 * would scan the tenant's orders from the newest on until the page is full, which never happens with few matches.
 */
function foundBeforehand(ctx: ListCtx, input: OrderQuery, words: string[], first: number | null) {
  const { userId } = ctx.who
  if (words.length > 0) {
    const search = searchOf(ctx.who, words, first)
    if (
      !ctx.who.narrowing?.rows &&
      !input.todo &&
      !input.deviceId &&
      !input.workSubclass &&
      !input.flowEndTimeBegin &&
      !input.flowEndTimeEnd
    )
      return sql`select * from ${search}`
    // These conditions read more columns of an order than the search returns.
    return sql`select o.* from ${search} w join work_order o on o.tenant_id = w.tenant_id and o.id = w.id`
  }
  if (input.deviceId) return sql`select o.* from work_order o where o.device_id = ${input.deviceId}`
  if (input.mine) return sql`select o.* from work_order o where ${isMine(userId)}`
  return input.todo ? sql`select o.* from work_order o where ${isTodo(userId)}` : null
}

/**
 * Limited to the scope: the search does no work on other rows (docs/decisions/0020-what-refusals-tell.md). With `first`
 * it returns that many of the newest.
 */
function searchOf(
  { hasAllData, orgCode, relatedPsas, moves }: ListCtx['who'],
  words: string[],
  first: number | null,
) {
  // While departments move, the conditions of the list alone decide.
  const isWhole = hasAllData || moves.length > 0
  const scope = isWhole
    ? sql`null, null, null`
    : sql`${orgCode}, ${afterSubtree(orgCode)}, ${relatedPsas}::bigint[]`
  return sql`app.search_work_orders(${words}::text[], ${scope}, ${first}::int)`
}

/**
 * The orders in a person's scope that match the filters, as SQL. If only the newest `first` are wanted, a search for
 * words alone looks for no more.
 */
export function selectionOf(ctx: ListCtx, input: OrderQuery, first: number | null = null) {
  const words = input.keyword && !isWorkCode(input.keyword) ? wordsOf(input.keyword) : []
  const narrow = otherConditions(ctx, input)
  const places = placeAndStatus(ctx.who, input, 'o')
  const conditions = allOf(visibleOrders(ctx.who, 'o'), ...places, ...narrow)
  const isOnlyWords =
    !ctx.who.narrowing?.rows &&
    ctx.who.moves.length === 0 &&
    narrow.length === 0 &&
    places.length === 0 &&
    input.orderField === undefined
  const found = foundBeforehand(ctx, input, words, isOnlyWords ? first : null)
  const source = found ? sql`found o` : sql`work_order o`
  return {
    /** Placed before the select. */
    preface: found ? sql`with found as materialized (${found})` : sql``,
    source,
    conditions,
    /** A condition on a `work_order o`, which has columns that `source` may lack. */
    isSelected: found ? sql`${conditions} and o.id in (select id from found)` : conditions,
    /** Selects `n`, their exact number. */
    total:
      narrow.length === 0 && words.length === 0
        ? sql`select coalesce(sum(counted.n), 0)::bigint as n from ${countedOrders(ctx, input)} counted`
        : sql`select count(*) as n from ${source} where ${conditions}`,
    sorting: sortingOf(input, ctx.now),
  }
}

/**
 * A page of orders and their exact total; a page past the end still has the total. The statement that finds them names
 * the department (`isUnder`), so that it is planned for each one: it is small, and the large one that reads the rows is
 * the same for all.
 */
export const listWorkOrders: Handler<Calls['page']> = async (ctx, input) => {
  const { needCount, curPage, size } = input
  const { preface, source, conditions, sorting, ...selection } = selectionOf(
    ctx,
    input,
    needCount || curPage > 1 ? null : size,
  )
  const total = needCount ? selection.total : sql`select null::bigint`
  // The ids come from the index alone, so that deep pages stay cheap.
  const page = pageOf(sorting, sql`from ${source} where ${conditions}`, {
    limit: size,
    offset: (curPage - 1) * size,
  })
  const { rows } = await sql<{ total: string | null; ids: string[] }>`
    ${preface} select (${total}) as total, array(${page}) as ids`.execute(ctx.db)
  const found = one(rows)
  return {
    pageList: await readRows(ctx, found.ids),
    rowCount: found.total === null ? null : Number(found.total),
  }
}

/** Orders by state, and the caller's and the overdue ones. */
export const countWorkOrders: Handler<Calls['count']> = async (ctx, input) => {
  const visible = allOf(visibleOrders(ctx.who, 'o'), ...placeAndStatus(ctx.who, input, 'o'))
  const { rows } = await sql<{
    by_status: Record<string, number> | null
    mine: string
    todo: string
    overdue: string
  }>`
    select per_status.*, open_orders.*
    from (
      select jsonb_object_agg(flow_sts, n) as by_status from (
        select counted.flow_sts, sum(counted.n) as n from ${countedOrders(ctx, input)} counted group by counted.flow_sts
      ) summed
    ) per_status, (
      select count(*) filter (where ${isMine(ctx.who.userId)}) as mine,
        count(*) filter (where ${isTodo(ctx.who.userId)}) as todo,
        count(*) filter (where ${isOverdue(ctx.now)}) as overdue
      from work_order o where ${visible} and o.flow_sts < 4
    ) open_orders`.execute(ctx.db)
  const { by_status: byStatus, mine, todo, overdue } = one(rows)
  const of = (status: number) => byStatus?.[status] ?? 0
  return {
    byStatus: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) },
    mine: Number(mine),
    todo: Number(todo),
    overdue: Number(overdue),
  }
}
