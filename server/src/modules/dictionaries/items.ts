import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { onViolation } from '../../kernel/violations.ts'

type Item = Output<(typeof dictionaryCalls)['addItem']>
type ItemInput = Omit<Input<(typeof dictionaryCalls)['addItem']>, 'dictId'>

const MAX_LEVELS = 5

const VALUE_TAKEN = new DomainError('dictionary.value_taken', '该字典中已有相同的数据值')
const NO_PARENT = new DomainError('dictionary.no_parent', '上级不是该字典中的字典项')
const OWN_PARENT = new DomainError('dictionary.own_parent', '上级不能是自己或自己的下级')
const TOO_DEEP = new DomainError('dictionary.too_deep', `字典项最多 ${MAX_LEVELS} 级`)
const HAS_CHILDREN = new DomainError('dictionary.has_children', '该字典项有下级，请先删除或移走下级')

const columns = [
  'id',
  'dictionary_id as dictId',
  'parent_id as parentId',
  'item_text as itemText',
  'item_value as itemValue',
  'color',
  'description',
  'sort_order as sortOrder',
  'status',
] as const

const toItem = (row: Omit<Item, 'status'> & { status: string }): Item => ({
  ...row,
  status: row.status === '1' ? '1' : '0',
})

const toRow = ({ parentId, itemText, itemValue, color, description, sortOrder, status }: ItemInput) => ({
  parent_id: parentId,
  item_text: itemText,
  item_value: itemValue,
  color,
  description,
  sort_order: sortOrder,
  status,
})

export async function listItems(ctx: Ctx, dictId: string): Promise<Item[]> {
  const rows = await ctx.db
    .selectFrom('dictionary_item')
    .select(columns)
    .where('dictionary_id', '=', dictId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map(toItem)
}

/** The dictionary must be locked, so that no two changes together make a ring. */
export async function addItem(ctx: Ctx, dictId: string, input: ItemInput): Promise<Item> {
  await requirePlace(ctx, dictId, null, input.parentId)
  const row = await ctx.db
    .insertInto('dictionary_item')
    .values({ dictionary_id: dictId, ...toRow(input) })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(onViolation('dictionary_item_value_taken', VALUE_TAKEN))
  return toItem(row)
}

export async function editItem(ctx: Ctx, id: string, input: ItemInput): Promise<Item> {
  const dictId = await lockDictionaryOf(ctx, id)
  await requirePlace(ctx, dictId, id, input.parentId)
  const row = await ctx.db
    .updateTable('dictionary_item')
    .set(toRow(input))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
    .catch(onViolation('dictionary_item_value_taken', VALUE_TAKEN))
  if (!row) throw notFound()
  return toItem(row)
}

export async function removeItem(ctx: Ctx, id: string): Promise<null> {
  await lockDictionaryOf(ctx, id)
  await ctx.db
    .deleteFrom('dictionary_item')
    .where('id', '=', id)
    .execute()
    .catch(onViolation('dictionary_item_parent', HAS_CHILDREN))
  return null
}

async function lockDictionaryOf(ctx: Ctx, itemId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('dictionary_item as i')
    .innerJoin('dictionary as d', (join) =>
      join.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.id', '=', 'i.dictionary_id'),
    )
    .select('d.id')
    .where('i.id', '=', itemId)
    .forUpdate('d')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.id
}

/** The item may stand there: below one of the same dictionary, not below itself, and not too deep with what it has. */
async function requirePlace(ctx: Ctx, dictId: string, id: string | null, parentId: string | null) {
  if (parentId === null) return
  const { rows: above } = await sql<{ id: string }>`
    with recursive up as (
      select id, parent_id, 1 as level from dictionary_item where dictionary_id = ${dictId} and id = ${parentId}
      union all
      select i.id, i.parent_id, up.level + 1 from dictionary_item i join up on i.id = up.parent_id
      where up.level <= ${MAX_LEVELS}
    ) select id from up`.execute(ctx.db)
  if (above.length === 0) throw NO_PARENT
  if (above.some((each) => each.id === id)) throw OWN_PARENT
  const { rows: below } = await sql<{ levels: number }>`
    with recursive down as (
      select id, 1 as level from dictionary_item where id = ${id}
      union all
      select i.id, down.level + 1 from dictionary_item i join down on i.parent_id = down.id
      where down.level <= ${MAX_LEVELS}
    ) select coalesce(max(level), 1)::int as levels from down`.execute(ctx.db)
  if (above.length + below[0]!.levels > MAX_LEVELS) throw TOO_DEEP
}
