import type { Output } from '@heliodesk/contract/call.ts'
import { dictionaryCalls, type dictionaryItem } from '@heliodesk/contract/dictionaries.ts'
import type { z } from 'zod'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { onViolation } from '../../kernel/violations.ts'
import { pagesOf } from '../../kernel/paging.ts'
import type { Db } from '../../platform/postgres.ts'

type Dictionary = Output<(typeof dictionaryCalls)['add']>
type Item = Output<(typeof dictionaryCalls)['addItem']>
type Choice = z.input<typeof dictionaryItem>

const CODE_TAKEN = new DomainError('dictionary.code_taken', '字典编码已存在')
const VALUE_TAKEN = new DomainError('dictionary.value_taken', '该字典中已有相同的数据值')
const BUILT_IN = new DomainError('dictionary.built_in', '内置字典不能删除，也不能修改编码')
const STALE = new DomainError('dictionary.stale', '字典已被他人更新，请刷新后重试')

/** Every dictionary's choices in force, by code, as sign-in hands them to the client. */
export async function listAllDictionaryItems(db: Db): Promise<Record<string, Choice[]>> {
  const rows = await choices(db).select('d.dict_code').execute()
  const all: Record<string, Choice[]> = {}
  for (const row of rows) (all[row.dict_code] ??= []).push(toChoice(row))
  return all
}

const choices = (db: Db) =>
  db
    .selectFrom('dictionary_item as i')
    .innerJoin('dictionary as d', (join) =>
      join.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.id', '=', 'i.dictionary_id'),
    )
    .select(['i.item_value', 'i.item_text', 'i.color'])
    .where('i.status', '=', '1')
    .orderBy('d.dict_code')
    .orderBy('i.sort_order')
    .orderBy('i.id')

const toChoice = (row: { item_value: string; item_text: string; color: string | null }): Choice => ({
  value: row.item_value,
  text: row.item_text,
  title: row.item_text,
  label: row.item_text,
  color: row.color,
})

const dictionaryRows = (db: Db) =>
  db.selectFrom('dictionary as d').select((eb) => [
    'd.id',
    'd.dict_code as dictCode',
    'd.dict_name as dictName',
    'd.description',
    'd.built_in as builtIn',
    'd.version',
    eb
      .selectFrom('dictionary_item as i')
      .whereRef('i.dictionary_id', '=', 'd.id')
      .select((count) => count.fn.countAll<number>().as('n'))
      .$castTo<{ n: number }>()
      .as('itemCount'),
  ])

async function getDictionary(db: Db, id: string): Promise<Dictionary> {
  const row = await dictionaryRows(db).where('d.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return { ...row, itemCount: Number(row.itemCount) }
}

async function lockDictionary(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('dictionary')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const itemColumns = [
  'id',
  'dictionary_id as dictId',
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

export const dictionaries = defineModule(dictionaryCalls, {
  async items(ctx, { code }) {
    const rows = await choices(ctx.db).where('d.dict_code', '=', code).execute()
    return rows.map(toChoice)
  },

  all: (ctx) => listAllDictionaryItems(ctx.db),

  refresh: async () => null,

  async list(ctx, { pageNo, pageSize, keyword }) {
    const matches = dictionaryRows(ctx.db).$if(keyword !== '', (q) =>
      q.where((eb) =>
        eb(
          eb.fn('strpos', [
            eb.fn('lower', [eb(eb.ref('d.dict_code'), '||', eb.ref('d.dict_name'))]),
            eb.val(keyword.toLowerCase()),
          ]),
          '>',
          0,
        ),
      ),
    )
    const rows = await matches
      .orderBy('d.dict_code')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute()
    const { total } = await matches
      .clearSelect()
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow()
    return pagesOf(
      rows.map((row) => ({ ...row, itemCount: Number(row.itemCount) })),
      Number(total),
      pageNo,
      pageSize,
    )
  },

  async add(ctx, { dictCode, dictName, description }) {
    const { id } = await ctx.db
      .insertInto('dictionary')
      .values({ dict_code: dictCode, dict_name: dictName, description })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(onViolation('dictionary_code_taken', CODE_TAKEN))
    return getDictionary(ctx.db, id)
  },

  async edit(ctx, { id, version, dictCode, dictName, description }) {
    const current = await lockDictionary(ctx, id)
    if (current.version !== version) throw STALE
    if (current.built_in && current.dict_code !== dictCode) throw BUILT_IN
    await ctx.db
      .updateTable('dictionary')
      .set({ dict_code: dictCode, dict_name: dictName, description, version: version + 1 })
      .where('id', '=', id)
      .execute()
      .catch(onViolation('dictionary_code_taken', CODE_TAKEN))
    return getDictionary(ctx.db, id)
  },

  async remove(ctx, { id }) {
    const current = await lockDictionary(ctx, id)
    if (current.built_in) throw BUILT_IN
    await ctx.db.deleteFrom('dictionary').where('id', '=', id).execute()
    return null
  },

  async listItems(ctx, { dictId }) {
    await getDictionary(ctx.db, dictId)
    const rows = await ctx.db
      .selectFrom('dictionary_item')
      .select(itemColumns)
      .where('dictionary_id', '=', dictId)
      .orderBy('sort_order')
      .orderBy('id')
      .execute()
    return rows.map(toItem)
  },

  async addItem(ctx, { dictId, itemText, itemValue, color, description, sortOrder, status }) {
    await lockDictionary(ctx, dictId)
    const row = await ctx.db
      .insertInto('dictionary_item')
      .values({
        dictionary_id: dictId,
        item_text: itemText,
        item_value: itemValue,
        color,
        description,
        sort_order: sortOrder,
        status,
      })
      .returning(itemColumns)
      .executeTakeFirstOrThrow()
      .catch(onViolation('dictionary_item_value_taken', VALUE_TAKEN))
    return toItem(row)
  },

  async editItem(ctx, { id, itemText, itemValue, color, description, sortOrder, status }) {
    const row = await ctx.db
      .updateTable('dictionary_item')
      .set({ item_text: itemText, item_value: itemValue, color, description, sort_order: sortOrder, status })
      .where('id', '=', id)
      .returning(itemColumns)
      .executeTakeFirst()
      .catch(onViolation('dictionary_item_value_taken', VALUE_TAKEN))
    if (!row) throw notFound()
    return toItem(row)
  },

  async removeItem(ctx, { id }) {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('dictionary_item')
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    return null
  },
})
