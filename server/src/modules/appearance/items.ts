import type { Input, Output } from '@heliodesk/contract/call.ts'
import { MOST_EXAMPLES, MOST_ITEMS, type appearanceCalls } from '@heliodesk/contract/appearance.ts'
import { APPEARANCE } from '@heliodesk/contract/appearance-score.ts'
import { sql, type RawBuilder } from 'kysely'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { readSettings } from '../../kernel/settings.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { filesOf, keepFiles } from '../files/index.ts'

type Calls = typeof appearanceCalls
type Item = Output<Calls['detail']>
type ItemRecord = Omit<Item, 'exampleFileList' | 'updateTime'> & { examplePaths: string[]; updateTime: Date }

const PROJECT_TAKEN = new DomainError('appearance.project_taken', '名称（project）：已有同名的检查项')

const inUse = sql`i.deleted_at is null`

async function itemsWhere(ctx: Ctx, condition: RawBuilder<unknown>, page = sql``): Promise<Item[]> {
  const { rows } = await sql<ItemRecord>`
    select i.id, i.version, i.category, i.project, i.content_list as "contentList", i.mark, i.deduct_rule as "deductRule",
      i.suggest, i.need_photo as "needPhoto", i.may_not_involve as "mayNotInvolve", i.example_paths as "examplePaths",
      i.is_enabled as "isEnabled", i.place, u.realname as "updatedBy", i.updated_at as "updateTime"
    from appearance_item i
    left join app_user u on u.tenant_id = i.tenant_id and u.id = i.updated_by
    where ${inUse} and ${condition} order by i.place, i.id ${page}`.execute(ctx.db)
  const files = await filesOf(
    ctx,
    rows.flatMap(({ examplePaths }) => examplePaths),
  )
  return rows.map(({ examplePaths, ...row }) => ({
    ...withWireTimes(row, ctx.who.timeZone),
    exampleFileList: examplePaths.flatMap((path) => files.get(path) ?? []),
  }))
}

export const pageItems: Handler<Calls['page']> = async (ctx, input) => {
  const { curPage, size, keyword, category, isEnabled } = input
  const condition = allOf(
    mentions(sql`i.project`, keyword),
    category && sql`i.category = ${category}`,
    isEnabled && sql`i.is_enabled = ${isEnabled === '1'}`,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from appearance_item i where ${inUse} and ${condition}`.execute(ctx.db)
  const page = sql`limit ${size} offset ${(curPage - 1) * size}`
  return { pageList: await itemsWhere(ctx, condition, page), rowCount: one(rows).n }
}

export const listItems: Handler<Calls['list']> = (ctx) => itemsWhere(ctx, sql`i.is_enabled`)

export async function readItem(ctx: Ctx, id: string): Promise<Item> {
  const [item] = await itemsWhere(ctx, sql`i.id = ${id}`)
  if (!item) throw notFound()
  return item
}

export const showRules: Handler<Calls['rules']> = async (ctx) => {
  const { passMark, reworkPercent, needTicket } = (await readSettings(ctx.db)).business.values.appearance
  const { rows } = await sql<{ items: number; marks: number; categories: string[]; openSheets: number }>`
    select (count(*) filter (where i.is_enabled))::int as items,
      coalesce(sum(i.mark) filter (where i.is_enabled), 0) as marks,
      coalesce((select array_agg(c.category order by c.place) from (
        select category, min(place) as place from appearance_item where deleted_at is null group by 1) c), '{}') as categories,
      (select count(*)::int from work_order o where o.task_type = ${APPEARANCE} and o.flow_sts in (2, 3)
        and ${visibleOrders(ctx.who, 'o')}
        and exists (select from appearance_row r where r.tenant_id = o.tenant_id and r.order_id = o.id and r.no = 1)
      ) as "openSheets"
    from appearance_item i where ${inUse}`.execute(ctx.db)
  return { passMark, reworkPercent, needTicket, ...one(rows) }
}

export const tellTicket: Handler<Calls['isNeedTicket']> = async ({ db }) => ({
  isNeedTicket: (await readSettings(db)).business.values.appearance.needTicket ? 1 : 0,
})

async function lockItem({ db }: Ctx, id: string, version: number | undefined) {
  const item = await lockRow(db, 'appearance_item', id)
  if (item.deleted_at !== null) throw notFound()
  requireVersion(item, version, stale('appearance_item', '检查项'))
  return item
}

export const saveItem: Handler<Calls['insert']> = async (ctx, input) => {
  const { id, version } = input
  const item = id === undefined ? null : await lockItem(ctx, id, version)
  const present = item?.example_paths ?? []
  const values = {
    category: input.category,
    project: input.project,
    content_list: input.contentList,
    mark: input.mark,
    deduct_rule: input.deductRule,
    suggest: input.suggest,
    need_photo: input.needPhoto,
    may_not_involve: input.mayNotInvolve,
    // Those that are no longer wanted stay stored, because sheets may show them.
    example_paths: await keepFiles(ctx, input.exampleFileList, 'example', { max: MOST_EXAMPLES, present }),
    is_enabled: input.isEnabled,
    updated_at: ctx.now,
    updated_by: ctx.who.userId,
  }
  const saved = item
    ? await changeItem(ctx, item, { ...values, place: input.place ?? item.place })
    : await addItem(ctx, input, values)
  return readItem(ctx, saved)
}

type Locked = Awaited<ReturnType<typeof lockItem>>
type Values = Parameters<typeof updateRow<'appearance_item'>>[3]

async function changeItem({ db }: Ctx, item: Locked, values: Values): Promise<string> {
  const next = { ...values, version: item.version + 1 }
  await updateRow(db, 'appearance_item', item.id, next).catch(
    onViolation('appearance_item_project', PROJECT_TAKEN),
  )
  return item.id
}

type NewValues = Omit<Parameters<typeof insertRow<'appearance_item'>>[2], 'place'>

async function addItem({ db }: Ctx, { place }: Input<Calls['insert']>, values: NewValues): Promise<string> {
  const { rows } = await sql<{ items: number; last: number }>`
    select count(*)::int as items, coalesce(max(place), 0) as last from appearance_item where deleted_at is null`.execute(
    db,
  )
  const { items, last } = one(rows)
  if (items >= MOST_ITEMS) throw new DomainError('appearance.too_many', `最多 ${MOST_ITEMS} 个检查项`)
  const row = { ...values, place: place ?? Math.min(last + 1, 9999) }
  return insertRow(db, 'appearance_item', row).catch(onViolation('appearance_item_project', PROJECT_TAKEN))
}

export const removeItem: Handler<Calls['remove']> = async (ctx, { id, version }) => {
  const item = await lockItem(ctx, id, version)
  await updateRow(ctx.db, 'appearance_item', item.id, {
    deleted_at: ctx.now,
    updated_by: ctx.who.userId,
    version: item.version + 1,
  })
  return {}
}
