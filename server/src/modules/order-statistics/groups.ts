import type { Output } from '@heliodesk/contract/call.ts'
import {
  statisticsGroups,
  statisticsQuery,
  type Measures,
  type orderStatisticsCalls,
  type StatisticsGroup,
} from '@heliodesk/contract/order-statistics.ts'
import { sourceCategory } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import { placeNow } from '../../kernel/scope.ts'
import type { Handler } from '../../kernel/context.ts'
import type { ExportColumn, ExportKind } from '../../kernel/export-kind.ts'
import { requireRights } from '../../kernel/rights.ts'
import type { Db } from '../../platform/postgres.ts'
import { measure, type Grouping, type Narrowed, type StatisticsCtx } from './measure.ts'

type Calls = typeof orderStatisticsCalls
type Row = Output<Calls['groups']>['rows'][number]

const device = sql`left join device on device.tenant_id = o.tenant_id and device.id = o.device_id`

/** The kinds at the top of the company's tree of device types, for each type below them. */
const deviceKind = sql`${device} left join (
  with recursive of_kind (tenant_id, id, kind) as (
    select tenant_id, id, name from device_type where parent_id is null
    union all
    select t.tenant_id, t.id, of_kind.kind from of_kind
      join device_type t on t.tenant_id = of_kind.tenant_id and t.parent_id = of_kind.id
  )
  select * from of_kind
) type on type.tenant_id = device.tenant_id and type.id = device.type_id`

/** Imported events have no device; what they name instead is their subclass. */
const kindOfOrder = sql`coalesce(type.kind,
  case when o.ops_source_category = ${sql.lit(sourceCategory.imported)} then o.work_subclass end, '')`

const groupings = (zone: string): Record<StatisticsGroup, Grouping> => ({
  department: { key: () => placeNow(sql`o.dep_code`) },
  station: { key: () => sql`o.station_id::text` },
  person: { key: () => sql`coalesce(o.liable_user_id::text, '')` },
  type: { key: () => sql`o.task_type::text` },
  subclass: { key: () => sql`coalesce(o.work_subclass, '')` },
  deviceType: { key: () => kindOfOrder, joins: deviceKind },
  model: { key: () => sql`coalesce(device.model, '')`, joins: device },
  year: { key: (at) => sql`to_char(${at} at time zone ${zone}::text, 'YYYY')` },
})

/** Where the names of the groups are that are not their own name. */
const nameTables: Partial<Record<StatisticsGroup, { table: string; key: string; name: string }>> = {
  department: { table: 'department', key: 'org_code', name: 'name' },
  station: { table: 'station', key: 'id', name: 'name' },
  person: { table: 'app_user', key: 'id', name: 'realname' },
  type: { table: 'task_type', key: 'id', name: 'name' },
}

/** What orders without the property are called. */
const without: Partial<Record<StatisticsGroup, string>> = {
  person: '未指派',
  subclass: '未分类',
  deviceType: '未关联设备',
  model: '未关联设备',
}

async function namesOf(db: Db, by: StatisticsGroup, keys: string[]): Promise<Map<string, string>> {
  const from = nameTables[by]
  if (!from) return new Map()
  const { rows } = await sql<{ key: string; name: string }>`
    select ${sql.ref(from.key)}::text as key, ${sql.ref(from.name)} as name from ${sql.table(from.table)}
    where ${sql.ref(from.key)}::text = any(${keys}::text[])`.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

async function readGroups(ctx: StatisticsCtx, input: Narrowed & { by: StatisticsGroup }) {
  const found = await measure(ctx, input, input, groupings(ctx.who.timeZone)[input.by])
  const known = await namesOf(
    ctx.db,
    input.by,
    found.map(({ key }) => key),
  )
  return found.map((row): Row => ({
    ...row,
    name: row.key === '' ? (without[input.by] ?? '') : (known.get(row.key) ?? row.key),
  }))
}

export const listGroups: Handler<Calls['groups']> = async (ctx, input) => {
  await requireRights(ctx, ['order:list'])
  const rows = await readGroups(ctx, input)
  return { rows: rows.slice(0, input.size), more: Math.max(0, rows.length - input.size) }
}

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)

const LOST_MONEY = '损失金额 元'

const figures: readonly (readonly [title: string, of: (row: Measures) => number | null])[] = [
  ['新建 单', ({ created }) => created],
  ['完成 单', ({ finished }) => finished],
  ['响应 min', ({ respondMinutes }) => respondMinutes],
  ['修复 h', ({ repairHours }) => repairHours],
  ['到期 单', ({ due }) => due],
  ['按期完成 单', ({ onTime }) => onTime],
  ['按期完成率 %', ({ onTime, due }) => share(onTime, due)],
  ['重开 单', ({ reopened }) => reopened],
  ['损失电量 kWh', ({ lostKwh }) => lostKwh],
  [LOST_MONEY, ({ lostYuan }) => lostYuan],
]

/** All groups of one property, with every figure. */
export const statisticsExport: ExportKind = {
  columns: [
    { title: '分组方式', type: 'text', width: 10 },
    { title: '名称', type: 'text', width: 28 },
    ...figures.map(([title]): ExportColumn => ({
      title,
      type: 'number',
      width: 13,
      ...(title === LOST_MONEY && { column: 'lostYuan' }),
    })),
  ],
  async open(ctx, query) {
    const wanted = statisticsQuery.parse(query)
    const rows = await readGroups(ctx, wanted)
    const cells = rows.map((row) => [
      statisticsGroups[wanted.by],
      row.name,
      ...figures.map(([, of]) => of(row)),
    ])
    return {
      rowCount: cells.length,
      pages: (async function* () {
        yield cells
      })(),
    }
  },
}
