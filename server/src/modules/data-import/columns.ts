import { importColumns, type ImportKind } from '@heliodesk/contract/data-import.ts'
import { own } from '@heliodesk/contract/own.ts'
import { addFinding, clip, type Findings } from './findings.ts'
import { fileProblem, type TableRow } from './table.ts'

/** Keys of a kind's columns as in the contract, and of columns that only foreign files have. */
export type StationColumn = keyof (typeof importColumns)['stations'] | 'plantId'
export type GenerationColumn = keyof (typeof importColumns)['generation']
export type TelemetryColumn = keyof (typeof importColumns)['telemetry']
export type DeviceColumn = keyof (typeof importColumns)['devices']
export type UserColumn = keyof (typeof importColumns)['users']
export type ItemColumn = keyof (typeof importColumns)['items']
export type EventColumn = keyof (typeof importColumns)['events'] | 'randid'

/** Other accepted titles of a column: common Chinese ones, and those of public data sets. */
const otherTitles: {
  stations: Record<StationColumn, string[]>
  events: Record<EventColumn, string[]>
  generation: Record<GenerationColumn, string[]>
  telemetry: Record<TelemetryColumn, string[]>
  devices: Record<DeviceColumn, string[]>
  users: Record<UserColumn, string[]>
  items: Record<ItemColumn, string[]>
} = {
  stations: {
    name: ['name', '站名', '名称'],
    externalKey: ['externalKey', '电站编号', '编号'],
    plantId: ['plantId'],
    siteType: ['siteType', '电站类型', '场地类型'],
    capacityKwp: ['capacityKwp', '装机容量(kWp)', '容量kWp', '直流容量(kWp)'],
    capacityMw: ['capacityMw', '装机容量(MW)', '容量MW', '容量(MWp)', '装机容量(MWp)'],
    acKw: ['acKw', '交流侧容量(kW)'],
    gridDate: ['gridDate', 'commissioned', '投运日期', '并网时间'],
    province: ['province', 'location', '省', '省份/直辖市'],
    city: ['city', '城市', '市/县', '市区县'],
    county: ['county', '县', '区'],
    address: ['address', '地址'],
    latitude: ['latitude', 'lat'],
    longitude: ['longitude', 'lon', 'lng'],
    ownerName: ['owner', 'ownerName', '业主单位', '业主名称'],
    contactName: ['contactName', '现场联系人'],
    contactPhone: ['contactPhone', '电话', '联系人电话'],
    warrantyEnd: ['warrantyEnd', '质保到期', '质保截止日期'],
    tariff: ['tariff', '上网电价', '电价(元/kWh)', '上网电价(元/kWh)'],
  },
  events: {
    site: ['站点', '电站编号', '外部编号'],
    randid: ['randid'],
    gridDate: ['COD', '并网日期'],
    start: ['EventStart', '开始时间', '发生时间'],
    asset: ['Asset', '设备类型'],
  },
  generation: {
    externalKey: ['externalKey', '电站编号', '编号'],
    psName: ['psName', 'name', '电站', '站名'],
    day: ['day', 'date', '日', '统计日期'],
    energyKwh: ['energyKwh', 'energy', '电量(kWh)', '日发电量(kWh)', '上网电量(kWh)'],
    irradiation: ['irradiation', '辐照量', '日辐照量(kWh/m²)', '辐射量(kWh/m²)'],
    rain: ['rain', '降雨量', '降水量(mm)', '日降雨量(mm)'],
  },
  telemetry: {
    externalKey: ['externalKey', '电站编号', '编号', 'randid'],
    psName: ['psName', '电站', '站名'],
    device: ['device', '设备编号', '设备'],
    at: ['at', 'time', 'date', 'timestamp', '采集时间', '数据时间', '日期时间'],
    power: ['power', '功率', '有功功率', '功率(kW)', 'generated_kW'],
    energy: ['energy', '电量(kWh)', '发电量'],
    irradiance: ['irradiance', '辐照度', '辐照强度(W/m²)', 'irrad_poa_Wm2'],
    moduleTemp: ['moduleTemp', '组件温度', '背板温度', 'temp_mod_C'],
    ambientTemp: ['ambientTemp', '环境温度', '气温', 'temp_amb_C'],
    windSpeed: ['windSpeed', '风速', 'wind_speed_ms'],
  },
  devices: {
    code: ['code', '编码', '设备编号'],
    name: ['name', '名称', '设备'],
    psName: ['psName', '电站名称', '站名'],
    typeName: ['typeName', 'type', '类型'],
    spacePath: ['space', '区域', '位置'],
    model: ['model', '规格型号'],
    manufacturer: ['manufacturer', '厂家', '制造商', '生产商'],
    serialNo: ['serialNo', 'sn', '出厂编号', 'SN号'],
    ratedKw: ['ratedKw', '额定功率', '额定 kW', '容量(kW)'],
    installedOn: ['installedOn', '投产日期', '安装日期'],
    warrantyEnd: ['warrantyEnd', '质保截止', '质保到期日'],
    remark: ['remark', '说明'],
  },
  users: {
    username: ['username', '用户名', '登录名'],
    realname: ['realname', 'name', '用户姓名'],
    phone: ['phone', '手机', '电话', '手机号码'],
    workNo: ['workNo', 'jobNo', '编号'],
    department: ['department', '所属部门', '部门编码'],
    roles: ['roles', '用户角色', '角色编码'],
    positions: ['positions', 'post', '岗位编码', '岗位名称'],
  },
  items: {
    category: ['category', '项目分类', '设备分类'],
    name: ['name', '项目', '巡检项目'],
    method: ['method', '检查方法', '巡检方法'],
    standard: ['standard', '标准', '检查标准'],
    kind: ['kind', '记录方式', '结果类型'],
    formula: ['formula', '公式'],
    unit: ['unit', '计量单位'],
    range: ['range', '范围', '允许范围'],
    watch: ['watch', '关注值'],
    gradeII: ['gradeII', 'II级'],
    gradeI: ['gradeI', 'I级'],
    grade: ['grade', '异常时建议等级', '等级'],
    normalText: ['normal', '正常'],
    photo: ['photo', '拍照', '照片'],
    trend: ['trend', '趋势'],
    jump: ['jump', '跳变', '单次跳变须重读'],
  },
}

/** A foreign column that can replace a required one. */
const standIns: Record<string, string> = { site: 'randid' }

/** Columns of the station and device exports that an import does not change. */
const exportedOnly = ['项目', '归属部门', '运维状态', '状态', '退场日期', '退场原因', '建档时间', '运维班组']

/** Columns of public data sets that have no counterpart here. */
const ignored = new Set(['status', 'source', 'expected_kw', ...exportedOnly])

const plain = (title: string) => title.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')

export type Columns = Map<string, number>

/** Finds the position of each column; unknown columns are reported, missing required ones refuse the file. */
export function matchColumns(kind: ImportKind, header: TableRow, findings: Findings): Columns {
  const places: Columns = new Map()
  const keys = keysByTitle(kind)
  for (const [place, title] of header.cells.entries()) {
    const key = keys.get(plain(title))
    if (key && places.has(key)) throw fileProblem(`列“${titleOf(kind, key)}”在表头中出现了两次`)
    if (key) places.set(key, place)
    else if (title !== '' && !ignored.has(plain(title))) {
      addFinding(findings, {
        row: header.row,
        level: 'warning',
        field: clip(title),
        message: '未识别的列，已忽略',
      })
    }
  }
  const missing = Object.entries(importColumns[kind])
    .filter(
      ([key, column]) => 'required' in column && !places.has(key) && !places.has(own(standIns, key) ?? key),
    )
    .map(([, column]) => `“${column.title}”`)
  if (missing.length === 0) return places
  const present = header.cells.filter((title) => title !== '').slice(0, 20)
  throw fileProblem(`文件缺少列${missing.join('、')}；现有的列：${present.map(clip).join('、')}`)
}

function keysByTitle(kind: ImportKind): Map<string, string> {
  const given = Object.entries(importColumns[kind]).map(([key, { title }]) => [plain(title), key] as const)
  const other = Object.entries(otherTitles[kind]).flatMap(([key, titles]) =>
    titles.map((title) => [plain(title), key] as const),
  )
  return new Map([...given, ...other])
}

/** The Chinese title of a column in findings. */
export function titleOf(kind: ImportKind, key: string): string {
  const columns: Record<string, { title: string }> = importColumns[kind]
  return own(columns, key)?.title ?? key
}
