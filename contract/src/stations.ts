import { z } from 'zod'
import { command, query } from './call.ts'
import { businessPage, id, named, requiredText, sysPage, sysPageOf, text } from './fields.ts'

export const siteTypes = { C: '集中式', G: '工商业分布式', H: '户用' } as const
export type SiteType = keyof typeof siteTypes

const siteType = z.enum(['C', 'G', 'H'], '请选择电站类型')
const maintenanceStatus = z.enum(['1', '2'], '运维状态应为 1（在维）或 2（退场）')
const status = z.enum(['1', '3'], '状态应为 1（启用）或 3（停用）')

const stationRow = z
  .object({
    psId: z.string(),
    psName: z.string(),
    psaId: z.string(),
    psaName: z.string(),
    depId: z.string(),
    depName: z.string(),
    depCode: z.string(),
    siteType,
    siteTypeLabel: z.string(),
    capacityKwp: z.number().nullable(),
    province: z.string().nullable(),
    city: z.string().nullable(),
    gridDate: z.string().nullable(),
    /** 1 在维, 2 退场 */
    maintenanceStatus,
    /** '3' is disabled. */
    status,
    version: z.int(),
  })
  .meta({ id: 'Station' })

const stationDetail = stationRow
  .extend({
    acKw: z.number().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    ownerName: z.string().nullable(),
    tariff: z.number().nullable(),
    externalKey: z.string().nullable(),
  })
  .meta({ id: 'StationDetail' })

const power = z.number().min(0, '不能小于 0').max(100_000_000, '不能大于 100000000').nullable().default(null)
const place = text(32).nullable().default(null)

const stationInput = {
  psName: named('电站名称', requiredText(64)),
  psaId: named('项目', id),
  depId: named('归属部门', id),
  siteType: named('电站类型', siteType),
  capacityKwp: named('装机容量', power),
  acKw: named('交流容量', power),
  gridDate: named(
    '并网日期',
    z.iso
      .date('日期格式应为 YYYY-MM-DD')
      .refine((value) => value >= '1980-01-01' && value < '2100-01-01', '应在 1980 年至 2099 年之间')
      .nullable()
      .default(null),
  ),
  province: named('省份', place),
  city: named('城市', place),
  latitude: named(
    '纬度',
    z.number().min(-90, '应在 -90~90 之间').max(90, '应在 -90~90 之间').nullable().default(null),
  ),
  longitude: named(
    '经度',
    z.number().min(-180, '应在 -180~180 之间').max(180, '应在 -180~180 之间').nullable().default(null),
  ),
  ownerName: named('业主', text(64).nullable().default(null)),
  /** Yuan per kWh. */
  tariff: named(
    '上网电价',
    z.number().min(0, '不能小于 0').max(100, '不能大于 100').nullable().default(null),
  ),
  maintenanceStatus: named('运维状态', z.enum(['1', '2'], '运维状态应为 1（在维）或 2（退场）').default('1')),
  status: named('状态', z.enum(['1', '3'], '状态应为 1（启用）或 3（停用）').default('1')),
}

/** A PSA: a sub-area, one project that groups stations. */
const psa = z
  .object({
    id: z.string(),
    name: z.string(),
    depId: z.string(),
    depName: z.string(),
    depCode: z.string(),
    /** '3' is closed: no station joins it any more. */
    status: z.enum(['1', '3']),
    stationCount: z.int(),
    version: z.int(),
    createTime: z.string(),
  })
  .meta({ id: 'Project' })

const psaInput = {
  name: named('项目名称', requiredText(64)),
  depId: named('归属部门', id),
  status: named('状态', z.enum(['1', '3'], '状态应为 1（启用）或 3（关闭）').default('1')),
}

/** A page of a PSA picker: whether more follow, and the choices; status '3' is closed (spec 2 §3). */
export const psaOptions = z.object({
  t1: z.boolean(),
  t2: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
})

const depCode = named(
  '部门',
  z
    .string()
    .regex(/^([A-Z]\d\d){1,10}$/, '不是有效的部门编码')
    .optional(),
)
const edit = { perm: 'station:edit' } as const

export const stationCalls = {
  /** Stations in scope for pickers and lists; `hasNextPage` drives the picker's more-button (spec 2 §3). */
  page: query({
    title: '电站列表',
    path: '/power-station/page',
    method: 'GET',
    access: 'signedIn',
    input: z.object({
      ...businessPage,
      psName: named('电站名称', text(64).optional()),
      psaIds: named('项目', text(4000).optional()),
      topPsIds: named('置顶电站', text(4000).optional()),
      depCode,
      maintenanceStatus: named('运维状态', maintenanceStatus.optional()),
      status: named('状态', status.optional()),
    }),
    output: z.object({ list: z.array(stationRow), hasNextPage: z.boolean(), total: z.int() }),
  }),
  detail: query({
    title: '电站详情',
    path: '/power-station/detail',
    access: 'signedIn',
    input: z.object({ psId: named('电站', id) }),
    output: stationDetail,
  }),
  devices: query({
    title: '电站的设备',
    path: '/power-station/devices',
    access: 'signedIn',
    input: z.object({ psId: named('电站', id), name: named('设备名称', text(64).optional()) }),
    output: z.array(
      z.object({ id: z.string(), name: z.string(), deviceType: z.string(), model: z.string().nullable() }),
    ),
  }),
  listByPsa: query({
    title: '项目下的电站',
    path: '/power-station/list/by-psa-id',
    method: 'GET',
    access: 'signedIn',
    input: z.object({ psaId: named('项目', id) }),
    output: z.array(stationRow),
  }),
  add: command({
    title: '新建电站',
    path: '/power-station/add',
    access: edit,
    input: z.object(stationInput),
    output: stationDetail,
  }),
  /** Also retires (maintenanceStatus 2), disables (status 3) and moves a station with its work orders. */
  edit: command({
    title: '编辑电站',
    path: '/power-station/edit',
    method: 'PUT',
    access: edit,
    input: z.object({ psId: named('电站', id), version: named('版本', z.int()), ...stationInput }),
    output: stationDetail,
  }),
  /** Projects in scope for pickers, page by page (spec 2 §3 "PSA list query"). */
  psaOptions: query({
    title: '可选的项目',
    path: '/sys/user/psas',
    access: 'signedIn',
    input: z.object({
      deptCode: depCode,
      pageNo: sysPage.pageNo,
      pageSize: named('每页条数', z.coerce.number().int().min(1).max(500).default(100)),
      fuzz: named('关键词', text(64).default('')),
      excludeClosed: named('不含已关闭', z.enum(['0', '1']).default('0')),
      /** Comma-joined ids that come first, such as those already chosen. */
      top: named('置顶项目', text(4000).optional()),
    }),
    output: psaOptions,
  }),
  psaList: query({
    title: '项目列表',
    path: '/sys/psa/list',
    method: 'GET',
    access: { perm: 'station:list' },
    input: z.object({
      ...sysPage,
      keyword: named('关键词', text(64).default('')),
      depCode,
      status: named('状态', z.enum(['1', '3']).optional()),
    }),
    output: sysPageOf(psa),
  }),
  addPsa: command({
    title: '新建项目',
    path: '/sys/psa/add',
    access: edit,
    input: z.object(psaInput),
    output: psa,
  }),
  editPsa: command({
    title: '编辑项目',
    path: '/sys/psa/edit',
    method: 'PUT',
    access: edit,
    input: z.object({ id, version: named('版本', z.int()), ...psaInput }),
    output: psa,
  }),
  removePsa: command({
    title: '删除项目',
    path: '/sys/psa/delete',
    method: 'DELETE',
    access: edit,
    input: z.object({ id }),
    output: z.null(),
  }),
}
