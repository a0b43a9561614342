import { z } from 'zod'
import { command, query } from './call.ts'
import { id, named, nothing, requiredText, sysPage, sysPageOf, text } from './fields.ts'

/** One choice of a dictionary. Both families of names are answered (spec 2 §3: codeValue/value, dispName/label). */
export const dictionaryItem = z
  .object({
    value: z.string(),
    text: z.string(),
    title: z.string(),
    label: z.string(),
    color: z.string().nullable(),
  })
  .meta({ id: 'DictionaryChoice' })

const code = named(
  '字典编码',
  requiredText(64).regex(/^[A-Za-z][A-Za-z0-9_]*$/, '以字母开头，只含字母、数字和下划线'),
)

const dictionary = z
  .object({
    id: z.string(),
    dictCode: z.string(),
    dictName: z.string(),
    description: z.string(),
    itemCount: z.int(),
    /** Built-in dictionaries keep their code and cannot be deleted: program rules name them. */
    builtIn: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Dictionary' })

const item = z
  .object({
    id: z.string(),
    dictId: z.string(),
    itemText: z.string(),
    itemValue: z.string(),
    color: z.string().nullable(),
    description: z.string(),
    sortOrder: z.int(),
    status: z.enum(['0', '1']),
  })
  .meta({ id: 'DictionaryItem' })

const dictionaryInput = {
  dictCode: code,
  dictName: named('字典名称', requiredText(64)),
  description: named('描述', text(200).default('')),
}

const itemInput = {
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

const manage = { perm: 'dict:manage' } as const

export const dictionaryCalls = {
  /** The choices in force of one dictionary, in their order. */
  items: query({
    title: '一个字典的在用字典项',
    path: '/sys/dict/getDictItems/:code',
    method: 'GET',
    access: 'signedIn',
    input: z.object({ code }),
    output: z.array(dictionaryItem),
  }),
  all: query({
    title: '全部字典的在用字典项',
    path: '/sys/dict/queryAllDictItems',
    method: 'GET',
    access: 'signedIn',
    input: nothing,
    output: z.record(z.string(), z.array(dictionaryItem)),
  }),
  /** Asked before a client fetches its dictionaries anew; the server itself keeps none (spec 1 §7.2). */
  refresh: query({
    title: '刷新字典缓存',
    path: '/sys/dict/refleshCache',
    method: 'GET',
    access: manage,
    input: nothing,
    output: z.null(),
  }),
  list: query({
    title: '字典列表',
    path: '/sys/dict/list',
    method: 'GET',
    access: manage,
    input: z.object({ ...sysPage, keyword: named('关键词', text(64).default('')) }),
    output: sysPageOf(dictionary),
  }),
  add: command({
    title: '新建字典',
    path: '/sys/dict/add',
    access: manage,
    input: z.object(dictionaryInput),
    output: dictionary,
  }),
  edit: command({
    title: '编辑字典',
    path: '/sys/dict/edit',
    method: 'PUT',
    access: manage,
    input: z.object({ id, version: z.int(), ...dictionaryInput }),
    output: dictionary,
  }),
  remove: command({
    title: '删除字典',
    path: '/sys/dict/delete',
    method: 'DELETE',
    access: manage,
    input: z.object({ id }),
    output: z.null(),
  }),
  listItems: query({
    title: '字典项列表',
    path: '/sys/dictItem/list',
    method: 'GET',
    access: manage,
    input: z.object({ dictId: id }),
    output: z.array(item),
  }),
  addItem: command({
    title: '新建字典项',
    path: '/sys/dictItem/add',
    access: manage,
    input: z.object({ dictId: id, ...itemInput }),
    output: item,
  }),
  editItem: command({
    title: '编辑字典项',
    path: '/sys/dictItem/edit',
    method: 'PUT',
    access: manage,
    input: z.object({ id, ...itemInput }),
    output: item,
  }),
  removeItem: command({
    title: '删除字典项',
    path: '/sys/dictItem/delete',
    method: 'DELETE',
    access: manage,
    input: z.object({ id }),
    output: z.null(),
  }),
}
