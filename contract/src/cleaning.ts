import { z } from 'zod'
import { callsOf } from './call.ts'
import { ofColumn } from './data-columns.ts'
import { benefitOutcome, benefitPair } from './cleaning-benefit.ts'
import { cleaningMethod, cleaningQuery, cleaningState, roundFilters, roundQuery } from './cleaning-list.ts'
import { roundRow, soilingCourse } from './cleaning-rounds.ts'
import { exportFormat, exportJob } from './exports.ts'
import { businessPage, businessPageOf, day, id, named, requiredText, text, time, version } from './fields.ts'
import { ofStation } from './references.ts'

const { command, query } = callsOf('order')

const amount = (max: number) =>
  z.number().min(0, '不能小于 0').max(max, `不能大于 ${max}`).multipleOf(0.01, '最多两位小数')
const ratio = z
  .number()
  .min(0.01, '应在 0.01~1.1 之间')
  .max(1.1, '应在 0.01~1.1 之间')
  .multipleOf(0.0001, '最多四位小数')

const cleaningRow = z
  .object({
    id: z.string(),
    version: z.int(),
    orderId: z.string(),
    workCode: z.string(),
    ...ofStation,
    areaName: z.string(),
    capacityKwp: z.number(),
    method: cleaningMethod,
    methodName: z.string(),
    contractor: z.string(),
    cost: ofColumn('cost', z.number().nullable()),
    cleanedOn: z.string().nullable(),
    water: z.number().nullable(),
    broken: z.int(),
    srBefore: z.number().nullable(),
    srAfter: z.number().nullable(),
    state: cleaningState,
    stateName: z.string(),
    createTime: time,
  })
  .meta({ id: 'Cleaning' })

type Typed = {
  method: string
  contractor: string
  cleanedOn?: string | undefined
  srBefore?: number | undefined
  srAfter?: number | undefined
}

/** What is measured belongs to a day, and both measurements are needed to compare. */
function wholeRecord(given: Typed, context: z.RefinementCtx): void {
  const fault = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (given.method === 'contract' && !given.contractor) fault('contractor', '外委清洗请填写外委单位')
  if ((given.srBefore === undefined) !== (given.srAfter === undefined))
    fault(given.srAfter === undefined ? 'srAfter' : 'srBefore', '清洗前后的 SR 应一起填写')
  if (given.srBefore !== undefined && !given.cleanedOn) fault('cleanedOn', '填写 SR 前，请填写清洗日期')
}

const seen = { access: { perm: 'order:list' } } as const
const orderId = named('工单', id)

/** The permission opens the page; what it shows are orders. */
const onPage = { access: { perm: 'cleaning:view' }, besides: { 工单: ['order:list'] } } as const

/** The paths are of the specification (spec 2 §7), except `page`, `count`, `benefit` and `soiling`, which are for our screens. */
export const cleaningCalls = {
  /** The orders of cleaning, each of which is one round, with what it covers, costs and brings. */
  page: query({
    title: '清洗工单列表',
    entities: ['order', 'station', 'generation', 'setting'],
    path: '/order/clean/page',
    ...onPage,
    bodyKb: 768,
    input: z.object({
      ...businessPage,
      ...roundQuery.shape,
      /** The last order of the page before; the rows follow it, whatever was added before them since. */
      after: named('上一行', id.optional()),
      needCount: z.boolean().default(true),
    }),
    output: businessPageOf(roundRow),
  }),
  /** How many there are in each state, under the same filters except the state. */
  count: query({
    title: '清洗工单数量',
    path: '/order/clean/count',
    ...onPage,
    bodyKb: 768,
    input: z.object(roundFilters),
    output: z.object({
      byStatus: z.object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() }),
    }),
  }),
  select: query({
    title: '清洗记录列表',
    path: '/order/clean/select',
    ...seen,
    input: z.object({ ...businessPage, ...cleaningQuery.shape }),
    output: businessPageOf(cleaningRow),
  }),
  /** How much of a station was cleaned in a period, or is planned and done in one order's round. */
  cap: query({
    title: '已覆盖容量',
    path: '/order/clean/query/cap',
    ...seen,
    input: z
      .object({
        psId: named('电站', id.optional()),
        orderId: orderId.optional(),
        from: named('开始日期', day.optional()),
        to: named('结束日期', day.optional()),
      })
      .refine(({ psId, orderId: order }) => (psId === undefined) !== (order === undefined), {
        path: ['psId'],
        message: '请提供电站或工单之一',
      })
      .refine(({ from, to }) => !from || !to || from <= to, {
        path: ['to'],
        message: '结束日期不能早于开始日期',
      }),
    output: z.object({
      /** Of the station; null if nobody has recorded it. */
      capacityKwp: z.number().nullable(),
      plannedKwp: z.number(),
      coveredKwp: z.number(),
      /** Covered of the station's capacity; above 100 after more than one round. */
      percent: z.number().nullable(),
      zones: z.int(),
    }),
  }),
  benefit: query({
    title: '清洗效益',
    entities: ['order', 'station', 'generation', 'setting'],
    path: '/order/clean/benefit',
    ...seen,
    input: z.object({ orderId }),
    output: benefitPair,
  }),
  /** The soiling of the order's station around its cleaning, day by day. */
  soiling: query({
    title: '积灰损失曲线',
    entities: ['order', 'station', 'generation', 'setting'],
    path: '/order/clean/soiling',
    ...seen,
    input: z.object({ orderId }),
    output: soilingCourse,
  }),
  /** Adds a zone to an order, or changes one if `id` and `version` are given. */
  insert: command({
    title: '登记清洗',
    path: '/order/clean/insert',
    access: { perm: 'order:execute' },
    input: z
      .object({
        orderId,
        id: named('清洗记录', id.optional()),
        version: version.optional(),
        areaName: named('清洗区域', requiredText(64)),
        capacityKwp: named('容量', amount(10_000_000).min(0.01, '应大于 0')),
        method: named('清洗方式', cleaningMethod),
        contractor: named('外委单位', text(64).default('')),
        cost: named('费用', amount(1_000_000_000).default(0)),
        cleanedOn: named('清洗日期', day.optional()),
        water: named('用水量', amount(1_000_000).optional()),
        broken: named(
          '破损数',
          z.int('应为整数').min(0, '不能小于 0').max(100_000, '不能大于 100000').default(0),
        ),
        srBefore: named('清洗前 SR', ratio.optional()),
        srAfter: named('清洗后 SR', ratio.optional()),
      })
      .superRefine(wholeRecord),
    output: cleaningRow,
  }),
  /** Plans the zones of a former cleaning in another order of the same station. */
  copy: command({
    title: '复制清洗计划',
    path: '/order/clean/copy',
    access: { perm: 'order:assign' },
    input: z.object({ orderId, fromOrderId: named('来源工单', id) }),
    output: z.object({ copied: z.int() }),
  }),
  remove: command({
    title: '删除清洗记录',
    path: '/order/clean/delete',
    access: { perm: 'order:execute' },
    input: z.object({ id: named('清洗记录', id), version }),
    output: z.null(),
  }),
  /** Accepts the order with its cleaning, and keeps the benefit. */
  check: command({
    title: '验收清洗',
    path: '/order/clean/check',
    access: { perm: 'order:check' },
    input: z.object({ orderId, version, auditOpinion: named('验收意见', text(100).default('')) }),
    output: benefitOutcome,
  }),
  export: command({
    title: '导出清洗记录',
    entities: ['export'],
    path: '/order/clean/export',
    access: { perm: 'order:export' },
    input: z.object({
      format: named('文件格式', exportFormat.default('xlsx')),
      query: named('筛选', cleaningQuery.prefault({})),
    }),
    output: exportJob,
  }),
}
