import { z } from 'zod'
import { day, departmentCode, id, keyOf, named, requiredText, text, titlesOf, upTo } from './fields.ts'
import { scopeOf } from './work-order-list.ts'
import { ofDepartment, ofPlace, ofProject, ofStation } from './references.ts'
import { ofColumn } from './data-columns.ts'

export const siteTypes = { C: '集中式', G: '工商业分布式', H: '户用' } as const
export type SiteType = keyof typeof siteTypes

export const siteType = keyOf(siteTypes, '请选择电站类型')
export const maintenanceStatus = z.enum(['1', '2'], '运维状态应为 1（在维）或 2（退场）')
export const stationStatus = z.enum(['1', '3'], '状态应为 1（启用）或 3（停用）')

export const depCode = named('部门', departmentCode.optional())

export const stationRow = z
  .object({
    ...ofStation,
    ...ofProject,
    ...ofDepartment,
    depCode: z.string(),
    siteType,
    siteTypeLabel: z.string(),
    capacityKwp: z.number().nullable(),
    acKw: z.number().nullable(),
    ...ofPlace,
    gridDate: z.string().nullable(),
    warrantyEnd: z.string().nullable(),
    ownerName: z.string().nullable(),
    externalKey: z.string().nullable(),
    /** 1 在维, 2 退场 */
    maintenanceStatus,
    /** '3' is disabled. */
    status: stationStatus,
    version: z.int(),
  })
  .meta({ id: 'Station' })

export const stationDetail = stationRow
  .extend({
    address: z.string().nullable(),
    contactName: z.string().nullable(),
    contactPhone: ofColumn('phone', z.string().nullable()),
    /** Yuan per kWh. */
    tariff: ofColumn('tariff', z.number().nullable()),
    /** The last day of maintenance, and the reason; null while it continues. */
    retiredOn: z.string().nullable(),
    retireReason: z.string().nullable(),
    createTime: z.string(),
  })
  .meta({ id: 'StationDetail' })

const power = upTo(100_000_000).nullable().default(null)
const short = (most: number) => text(most).nullable().default(null)
const within = (most: number) =>
  z
    .number()
    .min(-most, `应在 -${most}~${most} 之间`)
    .max(most, `应在 -${most}~${most} 之间`)
    .nullable()
    .default(null)

const yearBound = (value: string) => value >= '1980-01-01' && value < '2100-01-01'
const gridDay = z.iso
  .date('日期格式应为 YYYY-MM-DD')
  .refine(yearBound, '应在 1980 年至 2099 年之间')
  .nullable()
  .default(null)

/** The fields of a station form; calls of their own end and resume maintenance. */
export const stationInput = {
  psName: named('电站名称', requiredText(64)),
  psaId: named('项目', id),
  depId: named('归属部门', id),
  siteType: named('电站类型', siteType),
  capacityKwp: named('装机容量', power),
  acKw: named('交流容量', power),
  gridDate: named('并网日期', gridDay),
  warrantyEnd: named('质保截止', gridDay),
  province: named('省份', short(32)),
  city: named('城市', short(32)),
  county: named('区县', short(32)),
  address: named('详细地址', short(128)),
  latitude: named('纬度', within(90)),
  longitude: named('经度', within(180)),
  ownerName: named('业主', short(64)),
  contactName: named('联系人', short(32)),
  contactPhone: named(
    '联系电话',
    z
      .string()
      .trim()
      .regex(/^(\+?[\d() -]{5,24})?$/, '电话号码格式不正确')
      .nullable()
      .default(null),
  ),
  /** Yuan per kWh. */
  tariff: named('上网电价', upTo(100).nullable().default(null)),
  status: named('状态', stationStatus.default('1')),
}

export type StationField = keyof typeof stationInput

/** Titles of the fields in the history, in differences and in files. */
export const stationFieldTitles = titlesOf(stationInput)

const kwp = z.coerce.number().min(0, '不能小于 0').max(100_000_000, '不能大于 100000000').optional()

/** The filters shared by the list, the map and the export; a station must match all of them. */
export const stationFilter = {
  psName: named('电站名称', text(64).optional()),
  /** Any of these departments, sub-areas and stations; the length fits into a query string. */
  ...scopeOf(4000),
  depCode,
  siteType: named('电站类型', siteType.optional()),
  province: named('省份', text(32).optional()),
  maintenanceStatus: named('运维状态', maintenanceStatus.optional()),
  status: named('状态', stationStatus.optional()),
  /** kWp, both included. */
  minKwp: named('装机容量下限', kwp),
  maxKwp: named('装机容量上限', kwp),
  /** Grid dates, both included. */
  gridFrom: named('并网日期起', day.optional()),
  gridTo: named('并网日期止', day.optional()),
  /** Added or changed by this import. */
  importId: named('导入', id.optional()),
  /** '1' stations with coordinates, '0' those without. */
  located: named('坐标', z.enum(['0', '1'], '坐标应为 1（已填）或 0（未填）').optional()),
}

export const stationQuery = z.object(stationFilter)
export type StationQuery = z.output<typeof stationQuery>

export const stationActions = {
  create: '新增',
  import: '导入',
  edit: '编辑',
  move: '调整归属',
  retire: '退场',
  restore: '恢复在维',
  document: '文档',
} as const

const action = keyOf(stationActions)
export type StationAction = z.output<typeof action>

/** One entry of a station's history, newest first. */
export const stationEvent = z
  .object({
    id: z.string(),
    action,
    actorName: z.string(),
    time: z.string(),
    /** Values as they were shown at that time; null for none. */
    changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
    note: z.string().nullable(),
  })
  .meta({ id: 'StationEvent' })
