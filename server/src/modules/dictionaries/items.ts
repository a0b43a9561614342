import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { deleteRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { requireRoom } from '../../kernel/tree-room.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { onKey } from '../../platform/on-key.ts'

type Calls = typeof dictionaryCalls

type Item = Output<Calls['addItem']>
type ItemInput = Omit<Input<Calls['addItem']>, 'dictId'>

const MAX_LEVELS = 5

const VALUE_TAKEN = new DomainError('dictionary.value_taken', '该字典中已有相同的数据值')
const NO_PARENT = new DomainError('dictionary.no_parent', '上级不是该字典中的字典项')
const OWN_PARENT = new DomainError('dictionary.own_parent', '上级不能是自己或自己的下级')
const TOO_DEEP = new DomainError('dictionary.too_deep', `字典项最多 ${MAX_LEVELS} 级`)
const valueTaken = onViolation('dictionary_item_value_taken', VALUE_TAKEN)
const HAS_CHILDREN = new DomainError('dictionary.has_children', '该字典项有下级，请先删除或移走下级')

const itemRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('dictionary_item')
    .select(['id', 'dictionary_id as dictId', 'parent_id as parentId', 'color', 'description', 'version'])
    .select(['item_text as itemText', 'item_value as itemValue', 'sort_order as sortOrder'])
    .select(sql<Item['status']>`status`.as('status'))

export const getItem = (ctx: Ctx, id: string): Promise<Item> =>
  itemRows(ctx).where('id', '=', id).executeTakeFirstOrThrow(notFound)

export const listItems = (ctx: Ctx, dictId: string): Promise<Item[]> =>
  itemRows(ctx).where('dictionary_id', '=', dictId).orderBy('sort_order').orderBy('id').execute()

const toRow = ({ parentId, itemText, itemValue, color, description, sortOrder, status }: ItemInput) => ({
  parent_id: parentId,
  item_text: itemText,
  item_value: itemValue,
  color,
  description,
  sort_order: sortOrder,
  status,
})

export const checkItem: Handler<Calls['checkItem']> = async (ctx, { dictId, itemValue, id }) => {
  const items = await listItems(ctx, dictId)
  if (items.some((item) => item.itemValue === itemValue && item.id !== id)) throw VALUE_TAKEN
  return null
}

/** The dictionary must be locked, so that two changes together cannot create a cycle. */
export async function addItem(ctx: Ctx, dictId: string, input: ItemInput): Promise<Item> {
  await requirePlace(ctx, dictId, null, input.parentId)
  const values = { dictionary_id: dictId, ...toRow(input) }
  const id = await insertRow(ctx.db, 'dictionary_item', values).catch(valueTaken)
  return getItem(ctx, id)
}

export const editItem: Handler<Calls['editItem']> = async (ctx, { id, version, ...input }) => {
  const dictId = await lockDictionaryOf(ctx, id)
  requireVersion(await getItem(ctx, id), version, stale('dictionary_item', '字典项'))
  await requirePlace(ctx, dictId, id, input.parentId)
  const values = { ...toRow(input), version: version + 1 }
  await updateRow(ctx.db, 'dictionary_item', id, values).catch(valueTaken)
  return getItem(ctx, id)
}

export async function removeItem(ctx: Ctx, id: string): Promise<null> {
  await lockDictionaryOf(ctx, id)
  await deleteRow(ctx.db, 'dictionary_item', id).catch(onViolation('dictionary_item_parent', HAS_CHILDREN))
  return null
}

async function lockDictionaryOf(ctx: Ctx, itemId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('dictionary_item as i')
    .innerJoin('dictionary as d', onKey('d.id', 'i.dictionary_id'))
    .select('d.id')
    .where('i.id', '=', itemId)
    .forUpdate('d')
    .executeTakeFirstOrThrow(notFound)
  return row.id
}

/** Requires a valid parent: of the same dictionary, not below the item itself, and not too deep for its subtree. */
const requirePlace = (ctx: Ctx, dictId: string, id: string | null, parentId: string | null) =>
  requireRoom(ctx, {
    table: 'dictionary_item',
    id,
    parentId: parentId ?? undefined,
    parentIs: sql<boolean>`dictionary_id = ${dictId}`,
    most: MAX_LEVELS,
    missing: NO_PARENT,
    circle: OWN_PARENT,
    tooDeep: TOO_DEEP,
  })
