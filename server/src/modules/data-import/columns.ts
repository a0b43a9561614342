import { importColumns, type ImportKind } from '@heliodesk/contract/data-import.ts'
import { addFinding, clip, type Findings } from './findings.ts'
import { fileProblem, type TableRow } from './table.ts'

/** Keys of a kind's columns, as the contract lists them, and of those that only foreign files have. */
export type StationColumn = keyof (typeof importColumns)['stations'] | 'plantId'
export type EventColumn = keyof (typeof importColumns)['events'] | 'randid'

/** The other titles under which a column is known: usual Chinese ones, and those of the public data sets. */
const otherTitles: { stations: Record<StationColumn, string[]>; events: Record<EventColumn, string[]> } = {
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
    latitude: ['latitude', 'lat'],
    longitude: ['longitude', 'lon', 'lng'],
    ownerName: ['owner', 'ownerName', '业主单位', '业主名称'],
    tariff: ['tariff', '上网电价', '电价(元/kWh)', '上网电价(元/kWh)'],
  },
  events: {
    site: ['站点', '电站编号', '外部编号'],
    randid: ['randid'],
    gridDate: ['COD', '并网日期'],
    start: ['EventStart', '开始时间', '发生时间'],
    asset: ['Asset', '设备类型'],
  },
}

/** A foreign column that makes up for a required one. */
const standIns: Record<string, string> = { site: 'randid' }

/** Columns of the public data sets that have no place in ours. */
const ignored = new Set(['status', 'source'])

const plain = (title: string) => title.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')

export type Columns = Map<string, number>

/** Finds each column's place in the header; unknown ones are mentioned, missing required ones refuse the file. */
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
    .filter(([key, column]) => 'required' in column && !places.has(key) && !places.has(standIns[key] ?? key))
    .map(([, column]) => `“${column.title}”`)
  if (missing.length === 0) return places
  const present = header.cells.filter((title) => title !== '').slice(0, 20)
  throw fileProblem(`文件缺少列${missing.join('、')}；现有的列：${present.map(clip).join('、')}`)
}

function keysByTitle(kind: ImportKind): Map<string, string> {
  const own = Object.entries(importColumns[kind]).map(([key, { title }]) => [plain(title), key] as const)
  const other = Object.entries(otherTitles[kind]).flatMap(([key, titles]) =>
    titles.map((title) => [plain(title), key] as const),
  )
  return new Map([...own, ...other])
}

/** The Chinese title under which findings name a column. */
export function titleOf(kind: ImportKind, key: string): string {
  const columns: Record<string, { title: string }> = importColumns[kind]
  return columns[key]?.title ?? key
}
