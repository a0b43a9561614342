import type { Output } from '@heliodesk/contract/call.ts'
import { dictionaryTables, type dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { sql, type RawBuilder } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { canBeKept } from '../../kernel/errors.ts'
import { ownDepartments } from '../departments/index.ts'
import { visiblePsas } from '../stations/index.ts'

export type Choice = Output<(typeof dictionaryCalls)['items']>[number]
type Text = { key: string; title: string }
type Row = Text & { parent: string | null; hasChild: boolean }

type DictionaryTable = {
  /** Column names that clients may use for text, code and parent; the first of each is the default. */
  texts: readonly string[]
  codes: readonly [string, ...string[]]
  parents: readonly string[]
  /** Columns that tell whether a row has children; empty for a table without levels. */
  flags: readonly string[]
  conditions: readonly string[]
  /**
   * All rows that the caller may see, as `key`, `title`, `parent`, `hasChild` and the sort key `place`. Nothing from
   * the client becomes part of the statement's text: `code` is one of `codes`, values of `conditions` are parameters.
   */
  rows: (ctx: Ctx, code: string, condition: Readonly<Record<string, string>>) => RawBuilder<unknown>
  /** What `table,text,code` reads, if not `rows` without a condition. */
  choices?: RawBuilder<unknown>
}

const MOST_ROWS = 1000

const BAD_REF = new DomainError('dictionary.bad_ref', '字典Code格式不正确！')
const BAD_CONDITION = new DomainError(
  'dictionary.bad_condition',
  '组件TreeSelect-condition传值有误，需要一个json字符串!',
)
const unknown = (what: string, name: string) =>
  new DomainError('dictionary.not_allowed', `不支持的${what}：${name.slice(0, 64)}`)

/** Active items of one dictionary; `code` names it, or is null for none. */
const itemsOf = (code: string | null) => sql`
  select i.item_value as key, i.item_text as title, above.item_value as parent, (i.sort_order, i.id) as place,
    exists (select from dictionary_item below where below.dictionary_id = i.dictionary_id
      and below.parent_id = i.id and below.status = '1') as "hasChild"
  from dictionary d
  join dictionary_item i on i.tenant_id = d.tenant_id and i.dictionary_id = d.id and i.status = '1'
  left join dictionary_item above on above.tenant_id = i.tenant_id and above.id = i.parent_id
  where d.dict_code = ${code}`

/** Active items of all dictionaries; a value found in several is that of the oldest, built-in ones first. */
const itemsOfAll = sql`
  select distinct on (i.item_value) i.item_value as key, i.item_text as title, (d.id, i.sort_order, i.id) as place
  from dictionary d
  join dictionary_item i on i.tenant_id = d.tenant_id and i.dictionary_id = d.id and i.status = '1'
  order by i.item_value, d.id, i.sort_order, i.id`

/** A condition on the row of this alias. */
type On = (row: string) => RawBuilder<unknown>

const has =
  (column: string, value: string | undefined): On =>
  (row) =>
    value ? sql`${sql.ref(`${row}.${column}`)} = ${value}` : sql`true`

type Levels = {
  /** The column that identifies a row. */
  key: string
  order: string
  /** Of the rows, and of those that make one a parent. */
  isWanted: On
  /** Of the rows and their parents. */
  isSeen?: On
}

/** The rows of a table with levels. */
const treeRows = (
  table: 'department' | 'device_type' | 'material_category',
  { key, order, isWanted, isSeen = () => sql`true` }: Levels,
) => sql`
  select ${sql.ref(`t.${key}`)}::text as key, t.name as title, ${sql.ref(`above.${key}`)}::text as parent,
    (${sql.ref(`t.${order}`)}, t.id) as place,
    exists (select from ${sql.table(table)} below
      where below.tenant_id = t.tenant_id and below.parent_id = t.id and ${isWanted('below')}) as "hasChild"
  from ${sql.table(table)} t
  left join ${sql.table(table)} above
    on above.tenant_id = t.tenant_id and above.id = t.parent_id and ${isSeen('above')}
  where ${isSeen('t')} and ${isWanted('t')}`

/** The names of the columns that a table with levels has for clients. */
const levels = { parents: ['parent_id', 'parentId'], flags: ['has_child', 'hasChild'] }

/** The tables that can be read like a dictionary: fixed statements, each limited to tenant and data scope. */
const tables: Record<(typeof dictionaryTables)[number], DictionaryTable> = {
  sys_depart: {
    texts: ['depart_name', 'departName'],
    codes: ['id', 'org_code', 'orgCode'],
    ...levels,
    conditions: ['status'],
    rows: (ctx, code, { status }) =>
      treeRows('department', {
        key: code === 'id' ? 'id' : 'org_code',
        order: 'sort_order',
        isWanted: has('status', status),
        isSeen: (row) => ownDepartments(ctx.who, `${row}.org_code`),
      }),
  },
  sys_psa: {
    texts: ['name'],
    codes: ['id'],
    parents: [],
    flags: [],
    conditions: ['status'],
    rows: (ctx, _code, { status }) => sql`
      select p.id::text as key, p.name as title, null::text as parent, (p.name_place, p.id) as place, false as "hasChild"
      from psa p join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
      where ${visiblePsas(ctx.who)} ${status ? sql`and p.status = ${status}` : sql``}`,
  },
  sys_dict_item: {
    texts: ['item_text', 'itemText', 'text'],
    codes: ['item_value', 'itemValue', 'value'],
    parents: ['parent_id', 'parentId', 'pid'],
    flags: ['has_child', 'hasChild'],
    conditions: ['dictCode'],
    rows: (_ctx, _code, { dictCode }) => itemsOf(dictCode ?? null),
    choices: itemsOfAll,
  },
  device_type: {
    texts: ['name'],
    codes: ['id', 'code'],
    ...levels,
    conditions: ['status'],
    rows: (_ctx, code, { status }) =>
      treeRows('device_type', { key: code, order: 'sort_order', isWanted: has('status', status) }),
  },
  material_category: {
    texts: ['name'],
    codes: ['code', 'id'],
    ...levels,
    conditions: ['belongTo'],
    rows: (_ctx, code, { belongTo }) =>
      treeRows('material_category', { key: code, order: 'code', isWanted: has('belong_to', belongTo) }),
  },
}

const isAllowed = (names: readonly string[], name: string) => name === '' || names.includes(name)

function tableNamed(name: string): DictionaryTable {
  const known = dictionaryTables.find((each) => each === name)
  if (!known) throw unknown('字典表', name)
  return tables[known]
}

function columnsOf(table: DictionaryTable, text: string, code: string) {
  if (!isAllowed(table.texts, text)) throw unknown('显示字段', text)
  if (!isAllowed(table.codes, code)) throw unknown('取值字段', code)
  return { code: code || table.codes[0] }
}

function readCondition(table: DictionaryTable, condition: string): Record<string, string> {
  if (condition === '') return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(condition)
  } catch {
    throw BAD_CONDITION
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw BAD_CONDITION
  return Object.fromEntries(
    Object.entries(parsed).map(([name, value]) => {
      if (!table.conditions.includes(name)) throw unknown('查询条件', name)
      const isPlain = typeof value === 'number' || (typeof value === 'string' && canBeKept(value))
      if (!isPlain) throw BAD_CONDITION
      return [name, String(value)]
    }),
  )
}

/** One level of a table as a tree. */
export const loadTreeData: Handler<(typeof dictionaryCalls)['loadTreeData']> = async (ctx, input) => {
  const { pid, tableName, text, pidField, hasChildField, condition } = input
  const table = tableNamed(tableName)
  const { code } = columnsOf(table, text, input.code)
  if (!isAllowed(table.parents, pidField)) throw unknown('上级字段', pidField)
  if (!isAllowed(table.flags, hasChildField)) throw unknown('下级标识字段', hasChildField)
  const all = table.rows(ctx, code, readCondition(table, condition))
  // Stock clients request the top level with 0.
  const above = pid === '' || pid === '0' ? sql`parent is null` : sql`parent = ${pid}`
  const { rows } = await sql<Row>`
    select key, title, parent, "hasChild" from (${all}) t where ${above} order by place limit ${MOST_ROWS}`.execute(
    ctx.db,
  )
  return rows.map(({ key, title, parent, hasChild }) => ({
    key,
    value: key,
    title,
    label: title,
    leaf: hasChild ? 0 : 1,
    isLeaf: !hasChild,
    parentId: parent,
  }))
}

/** The statement for `table,text,code`; null for a plain dictionary code. */
export function rowsOfRef(ctx: Ctx, ref: string): RawBuilder<unknown> | null {
  if (!ref.includes(',')) return null
  const parts = ref.split(',').map((part) => part.trim())
  const [name, text, given] = parts
  if (parts.length !== 3 || !name || !text || !given) throw BAD_REF
  const table = tableNamed(name)
  const { code } = columnsOf(table, text, given)
  return table.choices ?? table.rows(ctx, code, {})
}

/** A choice with all field names that clients use (spec 2 §3). */
export const choiceOf = (value: string, text: string, color: string | null): Choice => ({
  value,
  codeValue: value,
  text,
  title: text,
  label: text,
  dispName: text,
  color,
})

/** All rows as choices, without their levels. */
export async function listChoices(ctx: Ctx, rows: RawBuilder<unknown>): Promise<Choice[]> {
  const answer =
    await sql<Text>`select key, title from (${rows}) t order by place limit ${MOST_ROWS}`.execute(ctx.db)
  return answer.rows.map(({ key, title }) => choiceOf(key, title, null))
}

/** The texts of `keys`, in their order. */
export const loadTexts: Handler<(typeof dictionaryCalls)['loadDictItem']> = async (ctx, { dict, key }) => {
  const keys = key.split(',').map((each) => each.trim())
  if (key === '') return []
  const rows = rowsOfRef(ctx, dict) ?? itemsOf(dict)
  const found = await sql<Text>`select key, title from (${rows}) t where key = any(${keys}::text[])`.execute(
    ctx.db,
  )
  const texts = new Map(found.rows.map((row) => [row.key, row.title]))
  return keys.map((each) => texts.get(each) ?? null)
}
