import { z } from 'zod'
import { callsOf } from './call.ts'
import { choiceCalls, dictionaryCode, dictionaryRef, manage } from './dictionary-choices.ts'
import { id, joined, named, partOfText, requiredText, text } from './fields.ts'
import { listedRecordCalls, recordCalls, removalOfMany } from './record-calls.ts'
import { treeKeys } from './tree.ts'

const { command, query } = callsOf('dictionary')

/** Tables that can be read like a dictionary, each limited to what the caller may see. */
export const dictionaryTables = [
  'sys_depart',
  'sys_psa',
  'sys_dict_item',
  'device_type',
  'material_category',
] as const

/** A node of a dictionary's tree (spec 2 §3 "Dictionary tree node"). */
const dictionaryNode = z
  .object({
    ...treeKeys,
    label: z.string(),
    /** 0: has children; 1: has none. */
    leaf: z.union([z.literal(0), z.literal(1)]),
    isLeaf: z.boolean(),
    /** The parent's key; null at the top of the caller's scope. */
    parentId: z.string().nullable(),
  })
  .meta({ id: 'DictionaryNode' })

const column = (title: string) => named(title, text(64).default(''))

const dictionary = z
  .object({
    id: z.string(),
    dictCode: z.string(),
    dictName: z.string(),
    description: z.string(),
    itemCount: z.int(),
    /** A built-in dictionary keeps its code and cannot be deleted, because program rules refer to it. */
    builtIn: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Dictionary' })

const item = z
  .object({
    id: z.string(),
    dictId: z.string(),
    /** The parent item, of the same dictionary. */
    parentId: z.string().nullable(),
    itemText: z.string(),
    itemValue: z.string(),
    color: z.string().nullable(),
    description: z.string(),
    sortOrder: z.int(),
    status: z.enum(['0', '1']),
    version: z.int(),
  })
  .meta({ id: 'DictionaryItem' })

const dictionaryInput = {
  dictCode: dictionaryCode,
  dictName: named('字典名称', requiredText(64)),
  description: named('描述', text(200).default('')),
}

const itemInput = {
  parentId: named('上级', id.nullable().default(null)),
  itemText: named('名称', requiredText(64)),
  itemValue: named('数据值', requiredText(64)),
  color: named(
    '颜色',
    z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, '颜色格式应为 #RRGGBB')
      .nullable()
      .default(null),
  ),
  description: named('描述', text(200).default('')),
  sortOrder: named('排序', z.coerce.number().int().min(0).max(9999).default(0)),
  status: named('状态', z.enum(['0', '1']).default('1')),
}

const itemCalls = recordCalls('dictionary', {
  title: '字典项',
  path: '/sys/dictItem',
  access: manage,
  fields: itemInput,
  onlyNew: { dictId: id },
  output: item,
})

export const dictionaryCalls = {
  ...choiceCalls,
  /**
   * One level of a dictionary or table as a tree: the direct children of `pid`, or the top level without it, at most
   * 1,000 nodes. `tableName` is one of `dictionaryTables`; its column names may be omitted, unknown ones are refused.
   * `condition` is a JSON object with the table's own keys, such as `{"dictCode":"faultCause"}`.
   */
  loadTreeData: query({
    title: '字典树的一级',
    path: 'GET /sys/dict/loadTreeData',
    access: 'signedIn',
    input: z.object({
      pid: named('上级编号', text(64).default('')),
      tableName: named('表名', requiredText(64)),
      text: column('显示字段'),
      code: column('取值字段'),
      pidField: column('上级字段'),
      hasChildField: column('下级标识字段'),
      condition: named('查询条件', text(1000).default('')),
    }),
    output: z.array(dictionaryNode),
  }),
  /** The texts of comma-joined values in their order; null for a value that does not exist for the caller. */
  loadDictItem: query({
    title: '字典值的文字',
    path: 'GET /sys/dict/loadDictItem/:dict',
    access: 'signedIn',
    input: z.object({ dict: dictionaryRef, key: named('数据值', joined(text(4000)).default('')) }),
    output: z.array(z.string().nullable()),
  }),
  ...listedRecordCalls('dictionary', {
    title: '字典',
    path: '/sys/dict',
    access: manage,
    fields: dictionaryInput,
    filters: { dictName: named('字典名称', partOfText), dictCode: named('字典编码', partOfText) },
    output: dictionary,
  }),
  removeMany: removalOfMany('dictionary', { title: '字典', path: '/sys/dict', access: manage }),
  edit: command({
    title: '编辑字典',
    path: 'PUT /sys/dict/edit',
    access: manage,
    input: z.object({ id, version: z.int(), ...dictionaryInput }),
    output: dictionary,
  }),
  listItems: query({
    title: '字典项列表',
    path: 'GET /sys/dictItem/list',
    access: manage,
    input: z.object({ dictId: id }),
    output: z.array(item),
  }),
  itemDetail: itemCalls.detail,
  /** Succeeds if no item but `id` of the dictionary has the value; the Jeecg family's form calls it before saving. */
  checkItem: query({
    title: '检查字典项的数据值是否可用',
    entities: [],
    path: 'GET /sys/dictItem/dictItemCheck',
    access: manage,
    input: z.object({
      dictId: named('字典', id),
      itemValue: named('数据值', text(64)),
      id: named('字典项', id.optional()),
    }),
    output: z.null(),
  }),
  addItem: itemCalls.add,
  editItem: itemCalls.edit,
  removeItem: itemCalls.remove,
  removeItems: removalOfMany('dictionary', { title: '字典项', path: '/sys/dictItem', access: manage }),
}
