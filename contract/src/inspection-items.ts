import { z } from 'zod'
import { callsOf } from './call.ts'
import { businessPage, businessPageOf, id, keyOf, named, requiredText, text, version } from './fields.ts'
import { formulaKey } from './inspection-formulas.ts'
import { reading, readingLimits } from './inspection-limits.ts'

const { command, query } = callsOf('inspectionItem')

/** What items look at, in the order of the tree; one that has others below it has no items of its own. */
export const itemCategories = {
  array: { name: '光伏阵列', above: null },
  module: { name: '组件', above: 'array' },
  string: { name: '组串', above: 'array' },
  rack: { name: '支架', above: 'array' },
  combiner: { name: '汇流箱', above: null },
  inverter: { name: '逆变器', above: null },
  transformer: { name: '箱变/主变', above: null },
  joint: { name: '电缆接头', above: null },
  switchgear: { name: '开关柜与SF6', above: null },
  svg: { name: 'SVG', above: null },
  battery: { name: '直流屏与蓄电池', above: null },
  weather: { name: '气象站', above: null },
  earthing: { name: '接地', above: null },
  metering: { name: '计量', above: null },
  fire: { name: '消防安防', above: null },
} as const

export type ItemCategory = keyof typeof itemCategories
export const isLeaf = (category: ItemCategory): boolean => category !== 'array'

const category = named('分类', keyOf(itemCategories, '请选择分类'))
const leafCategory = category.refine(isLeaf, '请选择“光伏阵列”下的组件、组串或支架')

export const recordKinds = { judge: '判断', number: '数值', computed: '计算' } as const
export const photoRules = { never: '不要', abnormal: '异常时拍照', always: '每次拍照' } as const

const positive = (title: string) =>
  named(
    title,
    reading.refine((value) => value > 0, '应大于 0'),
  )

/** The last readings that a trend is of. */
export const TREND_READINGS = 6

/** What a version of an item says; it never changes once it is saved. */
export const itemFields = {
  name: named('项目名称', requiredText(50)),
  /** 目测, 热像仪, 表计. */
  method: named('方法', requiredText(20)),
  standard: named('方法与标准', text(200).default('')),
  kind: named('记录', keyOf(recordKinds, '请选择记录方式')),
  /** Of items that are computed; of others it says nothing. */
  formula: named('计算方法', formulaKey.nullable().default(null)),
  unit: named('单位', text(10).default('')),
  limits: named('正常范围', readingLimits),
  /** What is right, of items that are judged by eye: 无渗油. */
  normalText: named('正常描述', text(50).default('')),
  photo: named('留证', keyOf(photoRules, '请选择留证方式').default('never')),
  /** Rising by more than this over the last six readings is shown. */
  trendRise: named('趋势提醒', positive('趋势提醒').nullable().default(null)),
  /** A reading that differs from the last one by more is to be read again first. */
  jump: named('单次跳变', positive('单次跳变').nullable().default(null)),
}

const month = (title: string) => named(title, z.int().min(1, '应为 1~12 月').max(12, '应为 1~12 月'))

/** Limits of one station instead of the item's own, all year or in some months, which may span the turn of the year. */
const stationLimits = z.object({
  psId: named('电站', id),
  fromMonth: month('开始月份').nullable().default(null),
  untilMonth: month('结束月份').nullable().default(null),
  limits: named('电站取值', readingLimits),
})

/** The most stations with limits of their own. */
export const MOST_STATIONS = 200

const savedFields = {
  category: leafCategory,
  active: named('启用', z.boolean().default(true)),
  ...itemFields,
  /** Not given: as they are. Those of stations that the caller does not see stay in any case. */
  stationLimits: named(
    '电站单独取值',
    z.array(stationLimits).max(MOST_STATIONS, `最多 ${MOST_STATIONS} 条`).optional(),
  ),
}

type Saved = z.output<z.ZodObject<typeof savedFields>>

/** What does not fit together in an item, by its field. */
function checkItem({ kind, formula, unit, stationLimits: own }: Saved, context: z.RefinementCtx): void {
  const fault = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (kind === 'computed' && formula === null) fault('formula', '请选择计算方法')
  if (kind !== 'judge' && unit === '') fault('unit', '请填写单位')
  for (const { fromMonth, untilMonth } of own ?? [])
    if ((fromMonth === null) !== (untilMonth === null))
      fault('stationLimits', '月份应同时填写开始和结束，或都不填')
}

const definition = z.object(itemFields)
/** What a version of an item says, as it is stored. */
export const itemDefinition = definition
export type ItemDefinition = z.output<typeof definition>

const itemRow = z
  .object({
    id: z.string(),
    /** Of the record, which every change raises. */
    version: z.int(),
    /** Of what it says, which sheets name. */
    itemVersion: z.int(),
    category: keyOf(itemCategories),
    active: z.boolean(),
    ...definition.shape,
    /** Plans that ask for it. */
    planCount: z.int(),
    /** Sheets that are under way with it. */
    openSheetCount: z.int(),
    updatedBy: z.string().nullable(),
    updateTime: z.string(),
  })
  .meta({ id: 'InspectionItem' })

const itemDetail = itemRow
  .extend({
    stationLimits: z.array(
      stationLimits.extend({ psName: z.string(), updatedBy: z.string().nullable(), updateTime: z.string() }),
    ),
    /** The newest first. */
    versions: z.array(
      z.object({
        version: z.int(),
        ...definition.shape,
        savedBy: z.string().nullable(),
        saveTime: z.string(),
      }),
    ),
  })
  .meta({ id: 'InspectionItemDetail' })

const list = { perm: 'inspectionItem:list' } as const
const edit = { perm: 'inspectionItem:edit' } as const
const itemId = named('巡检项目', id)

/** The paths are of the specification (spec 2 §7). */
export const inspectionItemCalls = {
  page: query({
    title: '巡检项目列表',
    entities: ['inspectionItem', 'inspectionPlan'],
    path: '/inspectionItem/page',
    access: list,
    input: z.object({
      ...businessPage,
      keyword: named('关键词', text(50).default('')),
      category: category.optional(),
      kind: named('记录', keyOf(recordKinds).optional()),
      active: named('启用', z.enum(['0', '1']).optional()),
    }),
    output: businessPageOf(itemRow),
  }),
  add: command({
    title: '新建巡检项目',
    path: '/inspectionItem/add',
    access: edit,
    bodyKb: 256,
    input: z.object(savedFields).superRefine(checkItem),
    output: itemDetail,
  }),
  /** What it says becomes a new version; sheets that are open keep theirs, and no reading is judged again. */
  update: command({
    title: '修改巡检项目',
    path: '/inspectionItem/update',
    access: edit,
    bodyKb: 256,
    input: z.object({ id: itemId, version, ...savedFields }).superRefine(checkItem),
    output: itemDetail,
  }),
  itemInfo: query({
    title: '巡检项目详情',
    entities: ['inspectionItem', 'inspectionPlan'],
    path: '/inspectionItem/itemInfo',
    access: list,
    input: z.object({ id: itemId }),
    output: itemDetail,
  }),
  /** Each of them by itself: what is in use stays, with the reason. An id that is none refuses all of them. */
  batchDel: command({
    title: '删除巡检项目',
    path: '/inspectionItem/batchDel',
    access: edit,
    input: z.object({
      ids: named('巡检项目', z.array(id).min(1, '请选择巡检项目').max(100, '一次最多 100 项')),
    }),
    output: z.object({
      rows: z.array(
        z.object({ id: z.string(), name: z.string(), isDeleted: z.boolean(), reason: z.string() }),
      ),
    }),
  }),
  /** How many items each category has. */
  categories: query({
    title: '巡检项目分类',
    path: '/inspectionItem/categories',
    access: list,
    input: z.object({}),
    output: z.object({
      rows: z.array(z.object({ category: keyOf(itemCategories), items: z.int() })),
      /** In all, with numbers among them, and those that plans ask for. */
      items: z.int(),
      numeric: z.int(),
      inPlans: z.int(),
    }),
  }),
  /** What the readings of the last 90 days would be by other limits; they stay as they were judged. */
  preview: query({
    title: '按新范围试算',
    entities: ['inspectionItem', 'inspectionSheet'],
    path: '/inspectionItem/preview',
    access: edit,
    input: z.object({ id: itemId, limits: named('正常范围', readingLimits) }),
    output: z.object({ readings: z.int(), abnormalBefore: z.int(), abnormalAfter: z.int() }),
  }),
}
export const PREVIEW_DAYS = 90
