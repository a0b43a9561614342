import {
  siteTypes,
  stationQuery,
  type SiteType,
  type StationQuery,
} from '@heliodesk/contract/station-fields.ts'
import { sql } from 'kysely'
import { inPortions } from '../../kernel/cursor.ts'
import type { Cell, ExportColumn, ExportCtx, ExportKind } from '../../kernel/export-kind.ts'
import { toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { matchingStations, stationOrder } from './list.ts'

type Record = {
  external_key: string | null
  name: string
  psa: string
  department: string
  site_type: SiteType
  capacity_kwp: number | null
  ac_kw: number | null
  grid_date: string | null
  warranty_end: string | null
  province: string | null
  city: string | null
  county: string | null
  address: string | null
  latitude: number | null
  longitude: number | null
  owner_name: string | null
  contact_name: string | null
  contact_phone: string | null
  tariff: number | null
  maintenance_status: string
  status: string
  retired_on: string | null
  retire_reason: string | null
  created_at: Date
}

type Column = ExportColumn & { cell: (station: Record, zone: string) => Cell }

const text = (title: string, width: number, cell: Column['cell']): Column => ({
  title,
  type: 'text',
  width,
  cell,
})
const number = (title: string, width: number, cell: Column['cell']): Column => ({
  title,
  type: 'number',
  width,
  cell,
})

/** Uses the import's titles, so that an export can be corrected and imported again. */
const columns: readonly Column[] = [
  text('外部编号', 14, ({ external_key }) => external_key),
  text('电站名称', 28, ({ name }) => name),
  text('项目', 26, ({ psa }) => psa),
  text('归属部门', 20, ({ department }) => department),
  text('类型', 14, ({ site_type }) => siteTypes[site_type]),
  number('容量(kWp)', 12, ({ capacity_kwp }) => capacity_kwp),
  number('交流容量(kW)', 12, ({ ac_kw }) => ac_kw),
  text('并网日期', 12, ({ grid_date }) => grid_date),
  text('质保截止', 12, ({ warranty_end }) => warranty_end),
  text('省份', 10, ({ province }) => province),
  text('市县', 20, ({ city }) => city),
  text('区县', 14, ({ county }) => county),
  text('详细地址', 30, ({ address }) => address),
  number('纬度', 11, ({ latitude }) => latitude),
  number('经度', 11, ({ longitude }) => longitude),
  text('业主', 26, ({ owner_name }) => owner_name),
  text('联系人', 12, ({ contact_name }) => contact_name),
  text('联系电话', 16, ({ contact_phone }) => contact_phone),
  number('电价', 10, ({ tariff }) => tariff),
  text('运维状态', 10, ({ maintenance_status }) => (maintenance_status === '2' ? '退场' : '在维')),
  text('状态', 8, ({ status }) => (status === '3' ? '停用' : '启用')),
  text('退场日期', 12, ({ retired_on }) => retired_on),
  text('退场原因', 24, ({ retire_reason }) => retire_reason),
  {
    title: '建档时间',
    type: 'time',
    width: 18,
    cell: ({ created_at }, zone) => toWireTimeOrNull(created_at, zone),
  },
]

export const stationExport: ExportKind = {
  columns: columns.map(({ title, type, width }) => ({ title, type, width })),
  async open(ctx, query) {
    const wanted = stationQuery.parse(query)
    return { rowCount: await countStations(ctx, wanted), pages: readStations(ctx, wanted) }
  },
}

async function countStations(ctx: ExportCtx, query: StationQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from station s where ${matchingStations(ctx, query)}`.execute(ctx.db)
  return one(rows).n
}

async function* readStations(ctx: ExportCtx, query: StationQuery): AsyncGenerator<Cell[][]> {
  const statement = sql<Record>`
    select s.external_key, s.name, p.name as psa, d.name as department, s.site_type, s.capacity_kwp, s.ac_kw,
      s.grid_date, s.warranty_end, s.province, s.city, s.county, s.address, s.latitude, s.longitude, s.owner_name,
      s.contact_name, s.contact_phone, s.tariff, s.maintenance_status, s.status, s.retired_on, s.retire_reason,
      s.created_at
    from station s
      join psa p on p.tenant_id = s.tenant_id and p.id = s.psa_id
      join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
    where ${matchingStations(ctx, query)} order by ${stationOrder}`
  for await (const portion of inPortions(ctx.db, 'exported_stations', statement)) {
    yield portion.map((station) => columns.map(({ cell }) => cell(station, ctx.who.timeZone)))
  }
}
