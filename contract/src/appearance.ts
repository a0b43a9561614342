import { z } from 'zod'
import { callsOf } from './call.ts'
import { businessPage, businessPageOf, id, named, nothing, requiredText, text, version } from './fields.ts'
import { filePath, storedFile } from './stored-file.ts'

const { command, query } = callsOf('appearance')

/** More items nobody walks through in a day. */
export const MOST_ITEMS = 100
export const MOST_EXAMPLES = 5

/** Marks, to a tenth. */
export const points = (max: number) =>
  z.number().min(0, '不能小于 0').max(max, `不能大于 ${max}`).multipleOf(0.1, '最多一位小数')

/** What an item says, in the list of the company and in the sheets that were made from it. */
export const itemFacts = {
  /** Where on the station it is looked at: 外围, 设备区. */
  category: z.string(),
  /** The name of the item. */
  project: z.string(),
  /** The standard, one sentence each. */
  contentList: z.array(z.string()),
  mark: z.number(),
  deductRule: z.string(),
  /** Offered to whoever suggests how to put it right. */
  suggest: z.string(),
  needPhoto: z.boolean(),
  /** A station may not have it. */
  mayNotInvolve: z.boolean(),
  /** How it should look. */
  exampleFileList: z.array(storedFile),
}

const appearanceItem = z
  .object({
    id: z.string(),
    version: z.int(),
    ...itemFacts,
    isEnabled: z.boolean(),
    /** Its place in the list. */
    place: z.int(),
    updatedBy: z.string().nullable(),
    updateTime: z.string(),
  })
  .meta({ id: 'AppearanceItem' })

const manage = { perm: 'appearance:manage' } as const
const itemId = named('检查项', id)

/** The paths are of the specification (spec 2 §7). */
export const appearanceCalls = {
  page: query({
    title: '检查项列表',
    path: '/order/config/appearance/page',
    access: manage,
    input: z.object({
      ...businessPage,
      keyword: named('关键字', text(50).default('')),
      category: named('分组', text(20).default('')),
      isEnabled: named('启用', z.enum(['0', '1']).optional()),
    }),
    output: businessPageOf(appearanceItem),
  }),
  /** What a new sheet would ask for, in its order. */
  list: query({
    title: '启用的检查项',
    path: '/order/config/appearance/list',
    access: { perm: 'order:list' },
    input: nothing,
    output: z.array(appearanceItem),
  }),
  detail: query({
    title: '检查项详情',
    path: '/order/config/appearance/detail',
    access: manage,
    input: z.object({ id: itemId }),
    output: appearanceItem,
  }),
  /** Adds an item, or changes one if `id` and `version` are given. Sheets that exist stay as they are. */
  insert: command({
    title: '保存检查项',
    path: '/order/config/appearance/insert',
    access: manage,
    input: z.object({
      id: itemId.optional(),
      version: version.optional(),
      category: named('分组', requiredText(20)),
      project: named('名称', requiredText(50)),
      contentList: named(
        '标准',
        z.array(requiredText(200)).min(1, '至少 1 条标准').max(10, '最多 10 条标准'),
      ),
      mark: named('分值', points(100).min(0.1, '应大于 0')),
      deductRule: named('扣分规则', text(200).default('')),
      suggest: named('整改建议', text(200).default('')),
      needPhoto: named('必拍照', z.boolean().default(true)),
      mayNotInvolve: named('可不涉及', z.boolean().default(true)),
      exampleFileList: named(
        '示例照片',
        z.array(filePath).max(MOST_EXAMPLES, `最多 ${MOST_EXAMPLES} 张示例照片`).default([]),
      ),
      isEnabled: named('启用', z.boolean().default(true)),
      /** At the end of the list if it is not given. */
      place: named('排序', z.int('应为整数').min(1, '应为正数').max(9999, '不能大于 9999').optional()),
    }),
    output: appearanceItem,
  }),
  remove: command({
    title: '删除检查项',
    path: '/order/config/appearance/delete',
    access: manage,
    input: z.object({ id: itemId, version }),
    output: nothing,
  }),
  /** Whether orders of this type are worked on with a ticket; 0 or 1, as the specification's clients compare it. */
  isNeedTicket: query({
    title: '站容站貌是否办票',
    entities: ['setting'],
    path: '/order/config/isNeedTicket',
    access: { perm: 'order:list' },
    input: nothing,
    output: z.object({ isNeedTicket: z.union([z.literal(0), z.literal(1)]) }),
  }),
  /** What counts for all sheets, for those who see the list of items. */
  rules: query({
    title: '站容站貌评分规则',
    entities: ['setting', 'appearance'],
    path: '/order/config/appearance/rules',
    access: manage,
    input: nothing,
    output: z.object({
      passMark: z.number(),
      reworkPercent: z.number(),
      needTicket: z.boolean(),
      /** Of the enabled items: how many, and their marks together, which should be 100. */
      items: z.int(),
      marks: z.number(),
      /** The groups in the order of the list. */
      categories: z.array(z.string()),
      /** Orders that are under way with a sheet of their own. */
      openSheets: z.int(),
    }),
  }),
}
