import type { Output } from '@heliodesk/contract/call.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { sql } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { requireByRule } from '../checks/index.ts'
import { onViolations } from '../../kernel/violations.ts'
import { mentions } from '../../kernel/conditions.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { offerRestore, restoredByForm } from '../../kernel/restore-kind.ts'
import { removeEach } from '../../kernel/remove-each.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { onKey } from '../../platform/on-key.ts'
import { addItem, checkItem, editItem, getItem, listItems, removeItem } from './items.ts'
import { choiceOf, listChoices, loadTexts, loadTreeData, rowsOfRef, type Choice } from './tables.ts'
import './first-data.ts'

type Dictionary = Output<(typeof dictionaryCalls)['add']>

const codeTaken = onViolations({
  dictionary_code_taken: new DomainError('dictionary.code_taken', '字典编码已存在'),
})
const BUILT_IN = new DomainError('dictionary.built_in', '内置字典不能删除，也不能修改编码')

/** The active choices of every dictionary, by code, as sign-in sends them to the client. */
export async function listAllDictionaryItems(db: Db): Promise<Record<string, Choice[]>> {
  const rows = await choices(db).select('d.dict_code').execute()
  const all = Map.groupBy(rows, (row) => row.dict_code)
  return Object.fromEntries([...all].map(([code, items]) => [code, items.map(toChoice)]))
}

const choices = (db: Db) =>
  db
    .selectFrom('dictionary_item as i')
    .innerJoin('dictionary as d', onKey('d.id', 'i.dictionary_id'))
    .select(['i.item_value', 'i.item_text', 'i.color'])
    .where('i.status', '=', '1')
    .orderBy('d.dict_code')
    .orderBy('i.sort_order')
    .orderBy('i.id')

const toChoice = (row: { item_value: string; item_text: string; color: string | null }): Choice =>
  choiceOf(row.item_value, row.item_text, row.color)

const dictionaryRows = (db: Db) =>
  db
    .selectFrom('dictionary as d')
    .select([
      'd.id',
      'd.dict_code as dictCode',
      'd.dict_name as dictName',
      'd.description',
      'd.built_in as builtIn',
      'd.version',
      sql<number>`(select count(*)::int from dictionary_item i where i.dictionary_id = d.id)`.as('itemCount'),
    ])

const getDictionary = (db: Db, id: string): Promise<Dictionary> =>
  dictionaryRows(db).where('d.id', '=', id).executeTakeFirstOrThrow(notFound)

const editDictionary: Handler<(typeof dictionaryCalls)['edit']> = async (
  ctx,
  { id, version, dictCode, dictName, description },
) => {
  const current = await lockRow(ctx.db, 'dictionary', id)
  requireVersion(current, version, stale('dictionary', '字典'))
  if (current.built_in && current.dict_code !== dictCode) throw BUILT_IN
  if (current.dict_code !== dictCode) await requireByRule(ctx, 'dictCode', dictCode)
  const values = { dict_code: dictCode, dict_name: dictName, description, version: version + 1 }
  await updateRow(ctx.db, 'dictionary', id, values).catch(codeTaken)
  return getDictionary(ctx.db, id)
}

offerRestore(
  'dictionary',
  restoredByForm({
    right: 'dict:manage',
    fields: { dict_code: 'dictCode', dict_name: 'dictName', description: 'description' },
    read: (ctx, id) => getDictionary(ctx.db, id),
    edit: editDictionary,
  }),
)
offerRestore(
  'dictionary_item',
  restoredByForm({
    right: 'dict:manage',
    fields: {
      parent_id: 'parentId',
      item_text: 'itemText',
      item_value: 'itemValue',
      color: 'color',
      description: 'description',
      sort_order: 'sortOrder',
      status: 'status',
    },
    read: getItem,
    edit: editItem,
  }),
)

export const dictionaries = defineModule(dictionaryCalls, {
  async items(ctx, { code }) {
    const table = rowsOfRef(ctx, code)
    if (table) return listChoices(ctx, table)
    const rows = await choices(ctx.db).where('d.dict_code', '=', code).execute()
    return rows.map(toChoice)
  },

  all: (ctx) => listAllDictionaryItems(ctx.db),

  async readings(ctx) {
    const { rows } = await sql<{
      listed: string
    }>`select coalesce(app.listed_readings(), '') as listed`.execute(ctx.db)
    return one(rows).listed
  },

  refresh: async () => null,

  list(ctx, input) {
    const matches = dictionaryRows(ctx.db)
      .where(mentions(sql`d.dict_code || d.dict_name`, input.keyword, 'd'))
      .where(mentions(sql`d.dict_name`, input.dictName, 'd'))
      .where(mentions(sql`d.dict_code`, input.dictCode))
      .orderBy('d.dict_code')
    return sysPageOf(matches, input, (row) => row)
  },

  detail: (ctx, { id }) => getDictionary(ctx.db, id),

  async add(ctx, { dictCode, dictName, description }) {
    await requireByRule(ctx, 'dictCode', dictCode)
    const values = { dict_code: dictCode, dict_name: dictName, description }
    const id = await insertRow(ctx.db, 'dictionary', values).catch(codeTaken)
    return getDictionary(ctx.db, id)
  },

  edit: editDictionary,

  remove: removeDictionary,
  removeMany: removeEach(removeDictionary),

  async listItems(ctx, { dictId }) {
    await getDictionary(ctx.db, dictId)
    return listItems(ctx, dictId)
  },

  itemDetail: (ctx, { id }) => getItem(ctx, id),

  async checkItem(ctx, input) {
    await getDictionary(ctx.db, input.dictId)
    return checkItem(ctx, input)
  },

  async addItem(ctx, { dictId, ...item }) {
    await lockRow(ctx.db, 'dictionary', dictId)
    return addItem(ctx, dictId, item)
  },

  editItem,
  removeItem: (ctx, { id }) => removeItem(ctx, id),
  removeItems: removeEach((ctx, { id }) => removeItem(ctx, id)),

  loadTreeData,
  loadDictItem: loadTexts,
})

async function removeDictionary(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const current = await lockRow(ctx.db, 'dictionary', id)
  if (current.built_in) throw BUILT_IN
  await deleteRow(ctx.db, 'dictionary', id)
  return null
}
