import { z } from 'zod'
import { callsOf, type Besides } from './call.ts'
import { businessPage, businessPageOf, id, keyOf, named, text } from './fields.ts'
import type { PermissionCode } from './permissions.ts'

const { command, query } = callsOf('import')

export const importKinds = {
  stations: '电站档案',
  events: '历史运维事件',
  generation: '发电量',
  telemetry: '测量值',
  devices: '设备台账',
  users: '用户',
  items: '巡检项目',
} as const

export type ImportKind = keyof typeof importKinds

/** An import needs the same permissions as creating its records in the interface. */
export const importRights = {
  stations: ['station:edit'],
  events: ['station:edit', 'order:create'],
  generation: ['station:edit'],
  telemetry: ['telemetry:write'],
  devices: ['device:edit'],
  users: ['user:manage'],
  items: ['inspectionItem:edit'],
} as const satisfies Record<ImportKind, readonly PermissionCode[]>

type Column = { title: string; required?: true; hint: string; example: string }

/** The columns of each import by their Chinese titles; used by the template and by the page's explanation. */
export const importColumns = {
  stations: {
    name: { title: '电站名称', required: true, hint: '最多 100 个字符', example: '示例一期光伏电站' },
    externalKey: { title: '外部编号', hint: '在其他系统中的编号，相同编号只导入一次', example: 'EX-001' },
    siteType: { title: '类型', hint: '集中式、工商业分布式或户用，不填为集中式', example: '集中式' },
    capacityKwp: { title: '容量(kWp)', hint: '直流容量，也可改用“容量(MW)”列', example: '50000' },
    capacityMw: { title: '容量(MW)', hint: '与“容量(kWp)”填一列即可', example: '' },
    acKw: { title: '交流容量(kW)', hint: '逆变器额定容量之和', example: '40000' },
    gridDate: { title: '并网日期', hint: '如 2020-12-25', example: '2020-12-25' },
    province: { title: '省份', hint: '如 江苏', example: '江苏' },
    city: { title: '市县', hint: '如 盐城市', example: '盐城市' },
    county: { title: '区县', hint: '如 射阳县', example: '射阳县' },
    address: { title: '详细地址', hint: '最多 128 个字符', example: '示例镇光伏路 1 号' },
    latitude: { title: '纬度', hint: '-90 至 90', example: '33.77' },
    longitude: { title: '经度', hint: '-180 至 180', example: '120.26' },
    ownerName: { title: '业主', hint: '最多 200 个字符', example: '示例新能源有限公司' },
    contactName: { title: '联系人', hint: '最多 32 个字符', example: '陈师傅' },
    contactPhone: { title: '联系电话', hint: '手机或座机', example: '0515-80001234' },
    warrantyEnd: { title: '质保截止', hint: '如 2025-12-25', example: '2025-12-25' },
    tariff: { title: '电价', hint: '元/kWh', example: '0.391' },
  },
  events: {
    site: { title: '站点编号', required: true, hint: '每个编号成为一座电站', example: 'S001' },
    gridDate: { title: '投运日期', required: true, hint: '如 2015-09-24', example: '2015-09-24' },
    start: {
      title: '事件开始时间',
      required: true,
      hint: '如 2016-05-18 09:00:00',
      example: '2016-05-18 09:00:00',
    },
    asset: {
      title: '设备',
      required: true,
      hint: '逆变器、汇流箱、跟踪支架、变压器、场站设施或其他',
      example: '逆变器',
    },
  },
  generation: {
    externalKey: { title: '外部编号', hint: '电站的外部编号，与“电站名称”填一列即可', example: 'EX-001' },
    psName: { title: '电站名称', hint: '没有外部编号时按名称查找', example: '' },
    day: { title: '日期', required: true, hint: '如 2026-05-01', example: '2026-05-01' },
    energyKwh: { title: '发电量(kWh)', required: true, hint: '当日上网计量的电量', example: '265000' },
    irradiation: { title: '辐照量(kWh/m²)', hint: '组件平面的当日辐照量，用于计算 PR', example: '5.6' },
    rain: { title: '降雨量(mm)', hint: '当日降雨量，用于清洗效益；不填则保留原值', example: '0' },
  },
  telemetry: {
    externalKey: { title: '外部编号', hint: '电站的外部编号，与“电站名称”填一列即可', example: 'EX-001' },
    psName: { title: '电站名称', hint: '没有外部编号时按名称查找', example: '' },
    device: { title: '设备编码', hint: '不填为全站的表计或气象站', example: '' },
    at: {
      title: '时间',
      required: true,
      hint: '所在 5 分钟、15 分钟或 1 小时的起点',
      example: '2026-05-01 09:00:00',
    },
    power: { title: '有功功率(kW)', hint: '时段内的平均功率', example: '32500' },
    energy: { title: '发电量(kWh)', hint: '时段内的电量，不是表码', example: '' },
    irradiance: { title: '辐照度(W/m²)', hint: '组件平面', example: '780' },
    moduleTemp: { title: '组件温度(℃)', hint: '-60 至 150', example: '46.2' },
    ambientTemp: { title: '环境温度(℃)', hint: '-60 至 80', example: '27.5' },
    windSpeed: { title: '风速(m/s)', hint: '0 至 100', example: '3.1' },
  },
  devices: {
    code: {
      title: '设备编码',
      hint: '已有设备按编码更新；新设备可不填，由系统给出',
      example: '',
    },
    name: { title: '设备名称', required: true, hint: '同一电站不重名', example: '3号箱变-05号逆变器' },
    psName: {
      title: '电站',
      required: true,
      hint: '电站名称，同名时填外部编号',
      example: '示例一期光伏电站',
    },
    typeName: {
      title: '设备类型',
      required: true,
      hint: '类型名称，重名时写全，如 逆变器/组串式逆变器',
      example: '组串式逆变器',
    },
    spacePath: { title: '所在区域', hint: '已有的区域，如 光伏区/3号方阵', example: '' },
    model: { title: '型号', hint: '最多 64 个字符', example: 'ZC-225HX' },
    manufacturer: { title: '生产厂家', hint: '最多 64 个字符', example: '示例厂家' },
    serialNo: { title: '序列号', hint: '最多 64 个字符', example: 'SN20210630001' },
    ratedKw: { title: '额定功率(kW)', hint: '不小于 0', example: '225' },
    installedOn: { title: '投运日期', hint: '如 2021-06-30', example: '2021-06-30' },
    warrantyEnd: { title: '质保到期', hint: '如 2026-06-30', example: '2026-06-30' },
    remark: { title: '备注', hint: '最多 500 个字符', example: '' },
  },
  users: {
    username: {
      title: '账号',
      required: true,
      hint: '小写字母开头，3~32 位；已有的账号自动跳过',
      example: 'zhang.wei',
    },
    realname: { title: '姓名', required: true, hint: '最多 32 个字符', example: '张伟' },
    phone: { title: '手机号', hint: '用于短信登录和找回密码', example: '13900000000' },
    workNo: { title: '工号', hint: '公司内不重复', example: 'W-0101' },
    department: {
      title: '部门',
      hint: '归属部门或其下级的名称，同名时填编码；不填为归属部门',
      example: '',
    },
    roles: { title: '角色', hint: '名称或编码，多个用顿号分隔', example: '运维工程师' },
    positions: { title: '岗位', hint: '名称或编码，多个用顿号分隔', example: '' },
  },
  items: {
    category: {
      title: '分类',
      required: true,
      hint: '如 逆变器、箱变/主变；阵列填 组件、组串或支架',
      example: '箱变/主变',
    },
    name: { title: '项目名称', required: true, hint: '同一分类不重名，最多 50 个字符', example: '绕组温度' },
    method: { title: '方法', required: true, hint: '如 表计、目测、热像仪', example: '表计' },
    standard: { title: '方法与标准', hint: '最多 200 个字符', example: '读温控器面板' },
    kind: { title: '记录', hint: '判断、数值或计算，不填为判断', example: '数值' },
    formula: { title: '计算方法', hint: '记录为计算时填，如 温升', example: '' },
    unit: { title: '单位', hint: '记录为数值或计算时必填', example: '℃' },
    range: { title: '正常范围', hint: '如 ≤ 85，或 ≥ 2.23、≤ 2.28；< 和 > 不含该值', example: '≤ 105' },
    watch: { title: '关注', hint: '正常范围内从多少起关注，如 ≥ 75', example: '≥ 95' },
    gradeII: { title: 'II 级', hint: '从多少起建议 II 级，如 > 95', example: '> 110' },
    gradeI: { title: 'I 级', hint: '从多少起建议 I 级', example: '> 130' },
    grade: { title: '超限等级', hint: 'III、II 或 I，不填为 III', example: 'III' },
    normalText: { title: '正常描述', hint: '判断项目怎样为正常，如 无渗油', example: '' },
    photo: { title: '留证', hint: '不要、异常时拍照或每次拍照', example: '异常时拍照' },
    trend: { title: '趋势提醒', hint: '最近 6 次上升超过时提示', example: '' },
    jump: { title: '单次跳变', hint: '与上次相差超过时，先请重读', example: '' },
  },
} as const satisfies Record<ImportKind, Record<string, Column>>

/** A CSV template: the titles and one example row. The byte order mark makes spreadsheets read it as UTF-8. */
export function importTemplate(kind: ImportKind): string {
  const columns: Column[] = Object.values(importColumns[kind])
  const lines = [columns.map((column) => column.title), columns.map((column) => column.example)]
  return `\uFEFF${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`
}

export const importKind = keyOf(importKinds, '请选择导入类型')

export const importState = z.enum(['checked', 'importing', 'done', 'failed'])

/** One finding of the dry run; `row` counts the file's rows from 1 including the header, as spreadsheets do. */
export const importFinding = z.object({
  row: z.int(),
  level: z.enum(['error', 'warning']),
  field: z.string(),
  message: z.string(),
})

/** Only present if above zero: updated stations, days of generation to write, new and updated devices. */
const beyond = {
  updated: z.int().optional(),
  days: z.int().optional(),
  /** Rows of measured values. */
  moments: z.int().optional(),
  devices: z.int().optional(),
  devicesUpdated: z.int().optional(),
  users: z.int().optional(),
  /** Of inspections. */
  items: z.int().optional(),
}

/** The result of the dry run: counts over all rows, and the first 1,000 findings of each level. */
export const importReport = z.object({
  /** Rows to add or write; together with `badCount` and `knownCount` these are all rows. */
  okCount: z.int(),
  /** Rows with at least one error; nothing is imported while there are any. */
  badCount: z.int(),
  /** Rows that exist already and stay unchanged. */
  knownCount: z.int(),
  errorCount: z.int(),
  warningCount: z.int(),
  /** What the import would add. */
  stations: z.int(),
  orders: z.int(),
  ...beyond,
  findings: z.array(importFinding),
})

export const importJob = z
  .object({
    id: z.string(),
    kind: importKind,
    fileName: z.string(),
    depCode: z.string(),
    depName: z.string(),
    updates: z.boolean(),
    state: importState,
    rowCount: z.int(),
    /** Rows processed so far; increases while the state is `importing`. */
    doneCount: z.int(),
    report: importReport,
    /** What the import added, and the number of rows that existed already. */
    result: z.object({ stations: z.int(), orders: z.int(), skipped: z.int(), ...beyond }).nullable(),
    /** Whether the lists of stations and devices find its rows (`importId`). */
    traced: z.boolean(),
    /** New people who have no password yet. */
    unissued: z.int(),
    /** Why the last attempt failed. */
    error: z.string().nullable(),
    createdBy: z.string(),
    createTime: z.string(),
  })
  .meta({ id: 'DataImport' })

const access = { perm: 'import:run' } as const
const besides: Besides = Object.fromEntries(
  importKind.options.map((kind) => [importKinds[kind], importRights[kind]]),
)

export const dataImportCalls = {
  /** Uploads the file and returns the result of its dry run; nothing is imported yet. */
  upload: command({
    title: '上传并检查导入文件',
    entities: ['import'],
    path: '/data-import/upload',
    access,
    besides,
    upload: true,
    input: z.object({
      kind: named('导入类型', importKind),
      /** The department of new stations. */
      depCode: named('归属部门', z.string('请选择归属部门').regex(/^([A-Z]\d\d)+$/, '请选择归属部门')),
      /** '1': existing stations, matched by external key, take the file's values. */
      updates: named('更新已有电站', z.enum(['0', '1'], '更新已有电站应为 0 或 1').default('0')),
    }),
    output: importJob,
  }),
  /** Starts the import of a checked file, or repeats it after a failure; `job` returns its progress. */
  run: command({
    title: '开始导入',
    path: '/data-import/run',
    access,
    besides,
    input: z.object({ id }),
    output: importJob,
  }),
  job: query({
    title: '查询一次导入',
    path: '/data-import/job',
    access,
    input: z.object({ id }),
    output: importJob,
  }),
  /**
   * First passwords for the next people of an import who have none. They are told only in this answer; `left` says for how
   * many more there are none.
   */
  issuePasswords: command({
    title: '发放导入用户的初始密码',
    entities: ['import'],
    path: '/data-import/issuePasswords',
    access,
    besides: { [importKinds.users]: importRights.users },
    secret: true,
    sessionOnly: true,
    input: z.object({ id }),
    output: z.object({
      userList: z.array(z.object({ username: z.string(), realname: z.string(), password: z.string() })),
      left: z.int(),
    }),
  }),
  page: query({
    title: '导入记录列表',
    path: '/data-import/page',
    access,
    input: z.object({ ...businessPage, keyword: named('关键词', text(64).optional()) }),
    output: businessPageOf(importJob.omit({ report: true })),
  }),
}
