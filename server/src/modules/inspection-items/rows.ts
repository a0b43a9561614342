import type { Input, Output } from '@heliodesk/contract/call.ts'
import {
  itemCategories,
  itemDefinition,
  type inspectionItemCalls,
} from '@heliodesk/contract/inspection-items.ts'
import { readingLimits } from '@heliodesk/contract/inspection-limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { usesOf } from './uses.ts'

type Calls = typeof inspectionItemCalls
type Item = Output<Calls['page']>['pageList'][number]
type Detail = Output<Calls['itemInfo']>
type Category = Item['category']

type ItemRecord = {
  id: string
  version: number
  itemVersion: number
  category: Category
  active: boolean
  definition: unknown
  updatedBy: string | null
  updateTime: Date
}

const standing = sql`i.deleted_at is null`
const joined = sql`
  from inspection_item i
  join inspection_item_version v on v.tenant_id = i.tenant_id and v.item_id = i.id and v.version = i.current_version`

async function itemsWhere(ctx: Ctx, condition: RawBuilder<unknown>, page = sql``): Promise<Item[]> {
  const { rows } = await sql<ItemRecord>`
    select i.id, i.version, i.current_version as "itemVersion", i.category, i.active, v.definition,
      u.realname as "updatedBy", i.updated_at as "updateTime"
    ${joined} left join app_user u on u.tenant_id = i.tenant_id and u.id = i.updated_by
    where ${standing} and ${condition} order by i.place, i.id ${page}`.execute(ctx.db)
  const used = await usesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ definition, updateTime, ...row }) => {
    const { plans, sheets } = used(row.id)
    return {
      ...row,
      ...itemDefinition.parse(definition),
      planCount: plans,
      openSheetCount: sheets,
      updateTime: toWireTime(updateTime, ctx.who.timeZone),
    }
  })
}

/** The categories that a category of the tree stands for. */
const below = (category: Category) =>
  (Object.keys(itemCategories) as Category[]).filter(
    (each) => each === category || itemCategories[each].above === category,
  )

export const pageItems: Handler<Calls['page']> = async (ctx, input: Input<Calls['page']>) => {
  const { curPage, size, keyword, category, kind, active } = input
  const condition = allOf(
    mentions(sql`(i.name || ' ' || (v.definition ->> 'method'))`, keyword, 'i'),
    category && sql`i.category in (${sql.join(below(category))})`,
    kind && sql`v.definition ->> 'kind' = ${kind}`,
    active && sql`i.active = ${active === '1'}`,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${joined} where ${standing} and ${condition}`.execute(ctx.db)
  const page = sql`limit ${size} offset ${(curPage - 1) * size}`
  return { pageList: await itemsWhere(ctx, condition, page), rowCount: one(rows).n }
}

export const countCategories: Handler<Calls['categories']> = async (ctx) => {
  const { rows } = await sql<{ category: Category; items: number; numeric: number; ids: string[] }>`
    select i.category, count(*)::int as items, (count(*) filter (where v.definition ->> 'kind' <> 'judge'))::int as numeric,
      array_agg(i.id::text) as ids
    ${joined} where ${standing} group by i.category`.execute(ctx.db)
  const ids = rows.flatMap((row) => row.ids)
  const used = await usesOf(ctx, ids)
  const sum = (count: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + count(row), 0)
  return {
    rows: rows.map(({ category, items }) => ({ category, items })),
    items: sum(({ items }) => items),
    numeric: sum(({ numeric }) => numeric),
    inPlans: ids.filter((id) => used(id).plans > 0).length,
  }
}

export async function readItem(ctx: Ctx, id: string): Promise<Detail> {
  const [item] = await itemsWhere(ctx, sql`i.id = ${id}`)
  if (!item) throw notFound()
  return { ...item, stationLimits: await limitsOf(ctx, id), versions: await versionsOf(ctx, id) }
}

/** Of the stations that the caller sees. */
async function limitsOf(ctx: Ctx, itemId: string): Promise<Detail['stationLimits']> {
  const { rows } = await sql<{
    psId: string
    psName: string
    fromMonth: number | null
    untilMonth: number | null
    limits: unknown
    updatedBy: string | null
    updateTime: Date
  }>`
    select l.station_id as "psId", s.name as "psName", l.from_month as "fromMonth", l.until_month as "untilMonth", l.limits,
      u.realname as "updatedBy", l.updated_at as "updateTime"
    from inspection_item_limits l
    join station s on s.tenant_id = l.tenant_id and s.id = l.station_id
    left join app_user u on u.tenant_id = l.tenant_id and u.id = l.updated_by
    where l.item_id = ${itemId} and ${visibleStations(ctx.who, 's')}
    order by s.name, l.station_id, l.from_month nulls first`.execute(ctx.db)
  return rows.map(({ limits, updateTime, ...row }) => ({
    ...row,
    limits: readingLimits.parse(limits),
    updateTime: toWireTime(updateTime, ctx.who.timeZone),
  }))
}

async function versionsOf({ db, who }: Ctx, itemId: string): Promise<Detail['versions']> {
  const { rows } = await sql<{
    version: number
    definition: unknown
    savedBy: string | null
    saveTime: Date
  }>`
    select v.version, v.definition, u.realname as "savedBy", v.saved_at as "saveTime"
    from inspection_item_version v
    left join app_user u on u.tenant_id = v.tenant_id and u.id = v.saved_by
    where v.item_id = ${itemId} order by v.version desc limit 100`.execute(db)
  return rows.map(({ definition, saveTime, ...row }) => ({
    ...row,
    ...itemDefinition.parse(definition),
    saveTime: toWireTime(saveTime, who.timeZone),
  }))
}
