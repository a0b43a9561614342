import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, named, nothing, upTo } from './fields.ts'
import { ofStation } from './references.ts'

const { command, query } = callsOf('generation')

const YEARS = { first: 2000, last: 2099 }

const year = named(
  '年份',
  z.coerce
    .number()
    .int('年份应为整数')
    .min(YEARS.first, `年份应在 ${YEARS.first}~${YEARS.last} 之间`)
    .max(YEARS.last, `年份应在 ${YEARS.first}~${YEARS.last} 之间`),
)

const planned = (max: number, decimals: number) =>
  upTo(max, '请输入数字')
    .refine((value) => Math.abs(value - Number(value.toFixed(decimals))) < 1e-9, `最多 ${decimals} 位小数`)
    .nullable()
    .default(null)

const month = {
  month: named('月份', z.int('月份应为整数').min(1, '月份应在 1~12 之间').max(12, '月份应在 1~12 之间')),
  /** kWh/m² */
  irradiation: named('计划辐照量', planned(500, 2)),
  /** kWh; the field's name makes it shown in 万kWh (units.ts). */
  planElectric: named('计划发电量', planned(100_000_000_000, 2)),
  /** h; if missing, it is computed from planned generation and capacity. */
  equivalentHours: named('计划等效利用小时', planned(744, 2)),
}

const figures = {
  irradiation: z.number().nullable(),
  planElectric: z.number().nullable(),
  equivalentHours: z.number().nullable(),
}

/** A station's planned irradiation and generation of a year, by month (资源计划). */
const resourcePlan = z
  .object({
    ...ofStation,
    capacityKwp: z.number().nullable(),
    year: z.int(),
    /** 0 before the first save. */
    version: z.int(),
    /** All twelve months in order; null is not planned. */
    months: z.array(z.object({ month: z.int(), ...figures })),
    /** Over the planned months. */
    total: z.object(figures),
    /** Years for which the station has a plan. */
    years: z.array(z.int()),
    updateTime: z.string().nullable(),
    updateBy: z.string().nullable(),
  })
  .meta({ id: 'ResourcePlan' })

export const resourcePlanCalls = {
  query: query({
    title: '资源计划',
    path: '/system/v2/resourcePlan/query',
    access: { perm: 'station:list' },
    input: z.object({ psId: named('电站', id), year }),
    output: resourcePlan,
  }),
  /** Reads the rows of a CSV or XLSX file as text, for review; nothing is stored. */
  readFile: command({
    title: '读取资源计划文件',
    entities: [],
    path: '/system/v2/resourcePlan/readFile',
    access: { perm: 'station:edit' },
    upload: true,
    input: nothing,
    output: z.object({ rows: z.array(z.array(z.string())) }),
  }),
  /** Replaces the plan of a station's year; missing months are not planned. `version` is the one seen, at first 0. */
  save: command({
    title: '保存资源计划',
    path: '/system/v2/resourcePlan/save',
    access: { perm: 'station:edit' },
    input: z.object({
      psId: named('电站', id),
      year,
      version: named('版本', z.int().min(0)),
      months: named(
        '各月计划',
        z
          .array(z.object(month))
          .max(12, '最多 12 个月')
          .refine((rows) => new Set(rows.map((row) => row.month)).size === rows.length, '月份不能重复'),
      ),
    }),
    output: resourcePlan,
  }),
}
