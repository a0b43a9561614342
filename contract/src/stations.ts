import { z } from 'zod'
import { callsOf } from './call.ts'
import {
  businessPage,
  day,
  flag,
  id,
  joined,
  named,
  nothing,
  requiredText,
  sysPage,
  sysPageOf,
  text,
  version,
} from './fields.ts'
import { listedRecordCalls } from './record-calls.ts'
import {
  depCode,
  stationDetail,
  stationEvent,
  stationFilter,
  stationInput,
  stationRow,
} from './station-fields.ts'
import { ofDepartment, ofStation } from './references.ts'

const { command, query } = callsOf('station')

export { siteTypes, type SiteType } from './station-fields.ts'

/** A PSA: a sub-area, one project that groups stations. */
const psa = z
  .object({
    id: z.string(),
    name: z.string(),
    ...ofDepartment,
    depCode: z.string(),
    /** '3' is closed: no station can join it. */
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

/** A page of a PSA picker: the choices, and whether there are more; status '3' is closed (spec 2 §3). */
export const psaOptions = z.object({
  t1: z.boolean(),
  t2: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
})

/** The filters of both project lists: those in scope, and related ones. */
export const psaQuery = {
  /** By default the caller. Another person's requires the permission to manage users. */
  userId: named('用户', id.optional()),
  deptCode: depCode,
  pageNo: sysPage.pageNo,
  pageSize: named('每页条数', z.coerce.number().int().min(1).max(500).default(100)),
  fuzz: named('关键词', text(64).default('')),
  /** '1': without projects whose stations are all household stations. */
  excludeHy: flag('不含户用'),
  excludeClosed: flag('不含已关闭'),
  /** Comma-joined ids that come first, such as the current choice. */
  top: named('置顶项目', joined(text(4000)).optional()),
  /** Comma-joined ids; with `disabled` ('1', 'true') the list contains only these. */
  initValue: named('初始值', joined(text(4000)).optional()),
  disabled: named('只读', z.coerce.string().max(10).optional()),
}

const pickerQuery = {
  topPsIds: named('置顶电站', joined(text(4000)).optional()),
  /** The calling screen, for the server's log. */
  querySource: named('查询来源', text(32).optional()),
}

const list = { perm: 'station:list' } as const
const edit = { perm: 'station:edit' } as const

const psaCalls = listedRecordCalls('project', {
  title: '项目',
  path: '/sys/psa',
  access: edit,
  read: list,
  fields: psaInput,
  filters: { depCode, status: named('状态', z.enum(['1', '3']).optional()) },
  listed: ['project', 'station'],
  output: psa,
})

export const stationCalls = {
  /** Stations in scope, with all columns of the list. */
  page: query({
    title: '电站列表',
    entities: ['station', 'project'],
    path: 'GET /power-station/page',
    access: list,
    input: z.object({ ...businessPage, ...stationFilter, ...pickerQuery }),
    output: z.object({
      list: z.array(stationRow),
      hasNextPage: z.boolean(),
      total: z.int(),
      /** Over all pages. */
      sum: z.object({ capacityKwp: z.number(), acKw: z.number() }),
    }),
  }),
  /**
   * Names of the stations in scope, for pickers of people without access to the archive; `hasNextPage` drives the
   * picker's more-button (spec 2 §3).
   */
  options: query({
    title: '可选的电站',
    entities: ['station', 'project'],
    path: 'GET /power-station/options',
    access: 'signedIn',
    input: z.object({
      ...businessPage,
      psName: stationFilter.psName,
      psaIds: stationFilter.psaIds,
      maintenanceStatus: stationFilter.maintenanceStatus,
      ...pickerQuery,
    }),
    output: z.object({
      list: z.array(z.object(ofStation)),
      hasNextPage: z.boolean(),
    }),
  }),
  /** Provinces of the stations in scope, by number of stations. */
  provinces: query({
    title: '电站所在省份',
    path: '/power-station/provinces',
    access: list,
    input: nothing,
    output: z.array(z.object({ province: z.string(), stations: z.int() })),
  }),
  detail: query({
    title: '电站详情',
    path: '/power-station/detail',
    access: list,
    input: z.object({ psId: named('电站', id) }),
    output: stationDetail,
  }),
  /** Devices in use by name, for pickers. */
  devices: query({
    title: '电站的设备',
    entities: ['device'],
    path: '/power-station/devices',
    access: 'signedIn',
    input: z.object({
      psId: named('电站', id),
      /** Matches name or code. */
      name: named('设备名称', text(64).optional()),
      /** Includes subtypes. */
      typeId: named('设备类型', id.optional()),
    }),
    output: z.array(z.object({ id: z.string(), name: z.string(), code: z.string(), deviceType: z.string() })),
  }),
  listByPsa: query({
    title: '项目下的电站',
    entities: ['station', 'project'],
    path: 'GET /power-station/list/by-psa-id',
    access: list,
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
  /** Also disables a station (status 3), and moves it together with its work orders. */
  edit: command({
    title: '编辑电站',
    path: 'PUT /power-station/edit',
    access: edit,
    input: z.object({ psId: named('电站', id), version, ...stationInput }),
    output: stationDetail,
  }),
  /** Whether a station of the project already has the name; `psId` is excluded. */
  nameTaken: query({
    title: '电站名称是否已用',
    entities: [],
    path: 'GET /power-station/checkName',
    access: edit,
    input: z.object({
      psName: named('电站名称', text(64)),
      psaId: named('项目', id),
      psId: named('电站', id.optional()),
    }),
    output: z.boolean(),
  }),
  /** Ends maintenance; refused while the station has open work orders. */
  retire: command({
    title: '电站退场',
    path: '/power-station/retire',
    access: edit,
    input: z.object({
      psId: named('电站', id),
      version,
      reason: named('退场原因', requiredText(100)),
      retiredOn: named('退场日期', day),
    }),
    output: stationDetail,
  }),
  /** Resumes maintenance of a retired station and enables it. */
  restore: command({
    title: '恢复在维',
    path: '/power-station/restore',
    access: edit,
    input: z.object({ psId: named('电站', id), version }),
    output: stationDetail,
  }),
  history: query({
    title: '电站变更记录',
    entities: ['station', 'stationDocument'],
    path: '/power-station/history',
    access: list,
    input: z.object({ psId: named('电站', id), ...sysPage }),
    output: sysPageOf(stationEvent),
  }),
  /** Projects in the scope of both a person and the caller, for pickers, by page (spec 2 §3 "PSA list query"). */
  psaOptions: query({
    title: '可选的项目',
    entities: ['project'],
    path: '/sys/user/psas',
    access: 'signedIn',
    callersOwn: ['userId'],
    input: z.object(psaQuery),
    output: psaOptions,
  }),
  psaList: psaCalls.list,
  psaDetail: psaCalls.detail,
  addPsa: psaCalls.add,
  editPsa: psaCalls.edit,
  removePsa: psaCalls.remove,
}
