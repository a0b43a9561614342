import type { Input } from '@heliodesk/contract/call.ts'
import {
  itemDefinition,
  PREVIEW_DAYS,
  type inspectionItemCalls,
  type ItemDefinition,
} from '@heliodesk/contract/inspection-items.ts'
import { judge } from '@heliodesk/contract/inspection-limits.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { one } from '../../platform/certain.ts'
import { readItem } from './rows.ts'
import { usesInWords, usesOf } from './uses.ts'

type Calls = typeof inspectionItemCalls
type Values = Input<Calls['add']>

const onTaken = onViolation(
  'inspection_item_name',
  new DomainError('inspectionItem.name_taken', '项目名称（name）：该分类下已有同名的巡检项目'),
)

/** What an item says: only one that is computed has a formula. */
function definitionOf(input: Values): ItemDefinition {
  const said = itemDefinition.parse(input)
  return said.kind === 'computed' ? said : { ...said, formula: null }
}

async function addVersion({ db, now }: Ctx, itemId: string, version: number, saved: ItemDefinition) {
  await sql`
    insert into inspection_item_version (item_id, version, definition, saved_at)
    values (${itemId}, ${version}, ${JSON.stringify(saved)}::jsonb, ${now})`.execute(db)
}

export const addItem: Handler<Calls['add']> = async (ctx, input) => {
  const { category, active, stationLimits } = input
  const { rows } = await sql<{ place: number }>`
    select coalesce(max(place), 0) + 1 as place from inspection_item where category = ${category}`.execute(
    ctx.db,
  )
  const id = await insertRow(ctx.db, 'inspection_item', {
    category,
    active,
    name: input.name,
    place: one(rows).place,
    updated_at: ctx.now,
  }).catch(onTaken)
  await addVersion(ctx, id, 1, definitionOf(input))
  if (stationLimits) await replaceLimits(ctx, id, stationLimits)
  return readItem(ctx, id)
}

/** What a file says of an item, by the rules of the form. */
export type NewItem = { item: Values }

/** Adds many, each behind those of its category, in the order given. */
export async function addImportedItems(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  items: readonly Values[],
): Promise<void> {
  const given = items.map((item) => ({ category: item.category, definition: definitionOf(item) }))
  await sql`
    with given as (
      select g.category, g.definition, g.definition ->> 'name' as name, g.nth
      from rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as (category text, definition jsonb))
        with ordinality as g (category, definition, nth)
    ), added as (
      insert into inspection_item (category, name, place, updated_at)
      select g.category, g.name, g.nth + coalesce((
        select max(i.place) from inspection_item i where i.category = g.category), 0), ${now}::timestamptz from given g
      order by g.nth returning *
    )
    insert into inspection_item_version (item_id, version, definition, saved_at)
    select a.id, 1, g.definition, ${now}::timestamptz from added a join given g using (category, name)`
    .execute(db)
    .catch(onTaken)
}

async function lockItem(ctx: Ctx, id: string) {
  const item = await lockRow(ctx.db, 'inspection_item', id)
  if (item.deleted_at !== null) throw notFound()
  return item
}

export const updateItem: Handler<Calls['update']> = async (ctx, input) => {
  const item = await lockItem(ctx, input.id)
  requireVersion(item, input.version, stale('inspectionItem', '巡检项目'))
  const said = definitionOf(input)
  const { rows } = await sql<{ definition: unknown }>`
    select definition from inspection_item_version
    where item_id = ${item.id} and version = ${item.current_version}`.execute(ctx.db)
  const isSame = JSON.stringify(itemDefinition.parse(one(rows).definition)) === JSON.stringify(said)
  const current = isSame ? item.current_version : item.current_version + 1
  if (!isSame) await addVersion(ctx, item.id, current, said)
  await updateRow(ctx.db, 'inspection_item', item.id, {
    category: input.category,
    active: input.active,
    name: said.name,
    current_version: current,
    version: item.version + 1,
    updated_at: ctx.now,
    updated_by: ctx.who.userId,
  }).catch(onTaken)
  if (input.stationLimits) await replaceLimits(ctx, item.id, input.stationLimits)
  return readItem(ctx, item.id)
}

type StationLimits = NonNullable<Values['stationLimits']>

const monthsOf = ({ fromMonth, untilMonth }: StationLimits[number]): number[] => {
  const all = Array.from({ length: 12 }, (_, at) => at + 1)
  if (fromMonth === null || untilMonth === null) return []
  return all.filter((month) =>
    fromMonth <= untilMonth
      ? month >= fromMonth && month <= untilMonth
      : month >= fromMonth || month <= untilMonth,
  )
}

/** Seasons of one station do not overlap; all year is what counts besides. */
function requireApart(given: StationLimits): void {
  const taken = new Set<string>()
  for (const each of given) {
    const months = monthsOf(each)
    for (const month of months.length > 0 ? months : [0]) {
      const key = `${each.psId} ${month}`
      if (taken.has(key))
        throw new DomainError(
          'inspectionItem.season',
          `电站单独取值（stationLimits）：同一电站${month === 0 ? '只能有一个全年取值' : `在 ${month} 月有两个取值`}`,
        )
      taken.add(key)
    }
  }
}

/** What does not change keeps its author and time. */
async function replaceLimits(ctx: Ctx, itemId: string, given: StationLimits): Promise<void> {
  requireApart(given)
  const ids = [...new Set(given.map(({ psId }) => psId))]
  const { rows: seen } = await sql<{ id: string }>`
    select s.id from station s where s.id = any(${ids}::bigint[]) and ${visibleStations(ctx.who, 's')}`.execute(
    ctx.db,
  )
  if (seen.length < ids.length) throw notFound()
  const wanted = JSON.stringify(given)
  const listed = sql`jsonb_to_recordset(${wanted}::jsonb)
    as g ("psId" bigint, "fromMonth" int, "untilMonth" int, limits jsonb)`
  const isSame = sql`g."psId" = l.station_id and g."fromMonth" is not distinct from l.from_month
    and g."untilMonth" is not distinct from l.until_month and g.limits = l.limits`
  await sql`
    delete from inspection_item_limits l using station s
    where l.item_id = ${itemId} and s.tenant_id = l.tenant_id and s.id = l.station_id and ${visibleStations(ctx.who, 's')}
      and not exists (select from ${listed} where ${isSame})`.execute(ctx.db)
  await sql`
    insert into inspection_item_limits (item_id, station_id, from_month, until_month, limits, updated_at)
    select ${itemId}::bigint, g."psId", g."fromMonth", g."untilMonth", g.limits, ${ctx.now}::timestamptz from ${listed}
    where not exists (select from inspection_item_limits l where l.item_id = ${itemId} and ${isSame})`.execute(
    ctx.db,
  )
}

export const deleteItems: Handler<Calls['batchDel']> = async (ctx, { ids }) => {
  const wanted = [...new Set(ids)]
  // Locked in one order, so that two deletions of the same items do not wait for each other.
  const { rows: found } = await sql<{ id: string; name: string; version: number }>`
    select id, name, version from inspection_item
    where id = any(${wanted}::bigint[]) and deleted_at is null order by id for update`.execute(ctx.db)
  if (found.length < wanted.length) throw notFound()
  const used = await usesOf(
    ctx,
    found.map(({ id }) => id),
  )
  const rows = []
  for (const { id, name, version } of found) {
    const uses = usesInWords(used(id))
    if (uses === '')
      await updateRow(ctx.db, 'inspection_item', id, {
        deleted_at: ctx.now,
        updated_by: ctx.who.userId,
        version: version + 1,
      })
    rows.push({
      id,
      name,
      isDeleted: uses === '',
      reason: uses === '' ? '' : `有 ${uses}在用，不能删除，可以停用`,
    })
  }
  return { rows }
}

/** Readings with limits of their station stay as they were judged. */
export const previewLimits: Handler<Calls['preview']> = async (ctx, { id, limits }) => {
  await readItem(ctx, id)
  const since = new Date(ctx.now.getTime() - PREVIEW_DAYS * 86_400_000)
  const { rows } = await sql<{ value: number; verdict: string | null; isOwn: boolean; readings: number }>`
    select l.value, l.verdict, l.limits is not null as "isOwn", count(*)::int as readings
    from inspection_sheet_line l
    where l.item_id = ${id} and l.value is not null and l.done_at >= ${since}
    group by l.value, l.verdict, l.limits is not null`.execute(ctx.db)
  const sum = (isCounted: (row: (typeof rows)[number]) => boolean) =>
    rows.reduce((total, row) => total + (isCounted(row) ? row.readings : 0), 0)
  return {
    readings: sum(() => true),
    abnormalBefore: sum(({ verdict }) => verdict === 'abnormal'),
    abnormalAfter: sum(({ value, verdict, isOwn }) =>
      isOwn ? verdict === 'abnormal' : judge(value, limits).verdict === 'abnormal',
    ),
  }
}
