import type { Output } from '@heliodesk/contract/call.ts'
import { siteTypes, stationQuery, type StationQuery } from '@heliodesk/contract/station-fields.ts'
import type { stationCalls } from '@heliodesk/contract/stations.ts'
import { sql } from 'kysely'
import { cellsOf } from '../../kernel/cursor.ts'
import {
  described,
  type Cell,
  type ExportColumn,
  type ExportCtx,
  type ExportKind,
} from '../../kernel/export-kind.ts'
import { toWireTime, type Stored } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { matchingStations, stationOrder } from './list.ts'

type Detail = Output<(typeof stationCalls)['detail']>
type Unexported = 'psId' | 'psaId' | 'depId' | 'depCode' | 'siteTypeLabel' | 'version'
type Record = Stored<Omit<Detail, Unexported>, 'createTime'>

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
  text('外部编号', 14, ({ externalKey }) => externalKey),
  text('电站名称', 28, ({ psName }) => psName),
  text('项目', 26, ({ psaName }) => psaName),
  text('归属部门', 20, ({ depName }) => depName),
  text('类型', 14, ({ siteType }) => siteTypes[siteType]),
  number('容量(kWp)', 12, ({ capacityKwp }) => capacityKwp),
  number('交流容量(kW)', 12, ({ acKw }) => acKw),
  text('并网日期', 12, ({ gridDate }) => gridDate),
  text('质保截止', 12, ({ warrantyEnd }) => warrantyEnd),
  text('省份', 10, ({ province }) => province),
  text('市县', 20, ({ city }) => city),
  text('区县', 14, ({ county }) => county),
  text('详细地址', 30, ({ address }) => address),
  number('纬度', 11, ({ latitude }) => latitude),
  number('经度', 11, ({ longitude }) => longitude),
  text('业主', 26, ({ ownerName }) => ownerName),
  text('联系人', 12, ({ contactName }) => contactName),
  { ...text('联系电话', 16, ({ contactPhone }) => contactPhone), column: 'phone' },
  { ...number('电价', 10, ({ tariff }) => tariff), column: 'tariff' },
  text('运维状态', 10, ({ maintenanceStatus }) => (maintenanceStatus === '2' ? '退场' : '在维')),
  text('状态', 8, ({ status }) => (status === '3' ? '停用' : '启用')),
  text('退场日期', 12, ({ retiredOn }) => retiredOn),
  text('退场原因', 24, ({ retireReason }) => retireReason),
  {
    title: '建档时间',
    type: 'time',
    width: 18,
    cell: ({ createTime }, zone) => toWireTime(createTime, zone),
  },
]

export const stationExport: ExportKind = {
  columns: described(columns),
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

function readStations(ctx: ExportCtx, query: StationQuery) {
  const statement = sql<Record>`
    select s.external_key as "externalKey", s.name as "psName", p.name as "psaName", d.name as "depName",
      s.site_type as "siteType", s.capacity_kwp as "capacityKwp", s.ac_kw as "acKw", s.grid_date as "gridDate",
      s.warranty_end as "warrantyEnd", s.province, s.city, s.county, s.address, s.latitude, s.longitude,
      s.owner_name as "ownerName", s.contact_name as "contactName", s.contact_phone as "contactPhone", s.tariff,
      s.maintenance_status as "maintenanceStatus", s.status, s.retired_on as "retiredOn",
      s.retire_reason as "retireReason", s.created_at as "createTime"
    from station s
      join psa p on p.tenant_id = s.tenant_id and p.id = s.psa_id
      join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
    where ${matchingStations(ctx, query)} order by ${stationOrder}`
  return cellsOf(ctx.db, 'exported_stations', statement, (station) =>
    columns.map(({ cell }) => cell(station, ctx.who.timeZone)),
  )
}
