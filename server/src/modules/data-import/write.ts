import { sourceCategory } from '@heliodesk/contract/work-order-rules.ts'
import { sql, type Insertable, type RawBuilder } from 'kysely'
import { DomainError } from '../../kernel/context.ts'
import { onViolation } from '../../kernel/violations.ts'
import { entryOf } from '../../platform/certain.ts'
import type { DB } from '../../platform/db-types.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { closedInstances, codePrefix } from '../work-orders/index.ts'
import { assets, type EventRow } from './events-file.ts'
import { findSites, projectName, type Department, type ImportCtx } from './facts.ts'
import type { EventPlan, NewSite, StationPlan } from './plan.ts'

/** Called after each batch with the number of rows written so far; may throw to stop. */
export type OnWritten = (rows: number) => Promise<void>

const PORTION = 2000
const EXECUTOR = '历史导入'
export const NAME_TAKEN = new DomainError(
  'import.name_taken',
  '导入时有人新增了同名电站，未导入任何数据；请重新运行',
)

/** What all new stations of a department have in common; their project is made if there is none. */
async function placeIn({ db, now }: ImportCtx, department: Department) {
  const name = projectName(department)
  await db
    .insertInto('psa')
    .values({ department_id: department.id, name })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
    .execute()
  const { id } = await db.selectFrom('psa').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  const { id: departmentId, code } = department
  return { psa_id: id, department_id: departmentId, dep_code: code, created_at: now.toISOString() }
}

export async function inPortions<Row>(
  rows: Row[],
  write: (portion: Row[]) => Promise<unknown>,
  onWritten: OnWritten,
) {
  for (let first = 0; first < rows.length; first += PORTION) {
    await write(rows.slice(first, first + PORTION))
    await onWritten(Math.min(first + PORTION, rows.length))
  }
}

export async function writeStations(
  ctx: ImportCtx,
  department: Department,
  { add }: Pick<StationPlan, 'add'>,
  fileName: string,
  onWritten: OnWritten,
): Promise<void> {
  if (add.length === 0) return
  const place = await placeIn(ctx, department)
  const rows = add.map((station) => ({
    ...place,
    name: station.name,
    external_key: station.externalKey,
    import_key: station.importKey,
    site_type: station.siteType,
    capacity_kwp: station.capacityKwp,
    ac_kw: station.acKw,
    grid_date: station.gridDate,
    province: station.province,
    city: station.city,
    latitude: station.latitude,
    longitude: station.longitude,
    owner_name: station.ownerName,
    tariff: station.tariff,
    county: station.county,
    address: station.address,
    contact_name: station.contactName,
    contact_phone: station.contactPhone,
    warranty_end: station.warrantyEnd,
  }))
  const places = new Map(add.map(({ externalKey, importKey, row }) => [externalKey ?? importKey, row]))
  await inPortions(
    rows,
    async (portion) => {
      await insertStations(ctx, portion)
      const told = portion.map(({ external_key: key, import_key: content }) => ({
        key,
        content,
        note: `${fileName} 第 ${places.get(key ?? content)} 行`,
      }))
      await tellImported(ctx, told)
    },
    onWritten,
  )
}

export async function writeEvents(
  ctx: ImportCtx,
  department: Department,
  { sites, add }: EventPlan,
  fileName: string,
  onWritten: OnWritten,
): Promise<void> {
  await writeSites(ctx, department, sites, fileName)
  const known = await findSites(ctx, add)
  const stationIds = new Map(known.map((site) => [site.key, site.id]))
  // Oldest first: the lock on the current day's counter, which people wait for, is taken last and held shortest.
  const orders = add
    .toSorted((one, other) => one.at - other.at || one.row - other.row)
    .map((event) => toOrder(event, entryOf(stationIds, event.siteKey), fileName))
  const instances = await closedInstances(ctx.db)
  await inPortions(orders, (portion) => insertOrders(ctx, portion, instances), onWritten)
}

async function writeSites(
  ctx: ImportCtx,
  department: Department,
  sites: NewSite[],
  fileName: string,
): Promise<void> {
  if (sites.length === 0) return
  const place = await placeIn(ctx, department)
  const rows = sites.map(({ siteName, siteKey, gridDate }) => ({
    ...place,
    name: siteName,
    external_key: siteKey,
    grid_date: gridDate,
  }))
  await insertStations(ctx, rows)
  await tellImported(
    ctx,
    sites.map(({ siteKey, row }) => ({ key: siteKey, content: null, note: `${fileName} 第 ${row} 行` })),
  )
}

const insertStations = ({ db }: ImportCtx, rows: (Insertable<DB['station']> & object)[]) =>
  insertRows(db, 'station', rows).catch(onViolation('station_name', NAME_TAKEN))

type Imported = { key: string | null; content: string | null; note: string }

/** The history of the stations just added, found by either of their keys through its index. */
async function tellImported({ db, who, now }: ImportCtx, rows: Imported[]): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (key text, content text, note text))
    insert into station_event (station_id, at, actor_id, actor_name, action, note)
      select s.id, ${now}::timestamptz, ${who.userId}::bigint, ${who.realname}::text, 'import', given.note
      from given cross join lateral (
        select id from station where external_key = given.key
        union all select id from station where import_key = given.content limit 1) s
      order by s.id`.execute(db)
}

const toOrder = ({ row, at, day, asset, importKey }: EventRow, stationId: string, fileName: string) => ({
  place: row,
  station_id: stationId,
  day,
  prefix: codePrefix(day),
  task_type: assets[asset].taskType,
  task_description: `${assets[asset].title}事件（历史导入）`,
  work_subclass: assets[asset].title,
  created_at: new Date(at).toISOString(),
  import_key: importKey,
  note: `${fileName} 第 ${row} 行`,
})

/**
 * Inserts closed orders with their history and codes. Each day's codes continue from its counter, which is locked in
 * the order of days until commit, as creating an order does (product.md "Work orders").
 */
async function insertOrders(
  { db, who, now }: ImportCtx,
  orders: ReturnType<typeof toOrder>[],
  instances: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as g (place int, station_id bigint, day date,
        prefix text, task_type smallint, task_description text,
        work_subclass text, created_at timestamptz, import_key text, note text)
    ), counter as (
      insert into work_code_counter as c (day, last)
        select day, count(*) from given group by day order by day
      on conflict (tenant_id, day) do update set last = c.last + excluded.last returning day, last
    ), numbered as (
      select given.*, counter.last - count(*) over (partition by day)
        + row_number() over (partition by day order by created_at, place) as number
      from given join counter using (day)
    ), o as (
      insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description,
        work_subclass, ops_source_category, need_work_hours, flow_sts, other_sts, liable_person, import_key, created_at, updated_at)
      select prefix || lpad(number::text, greatest(6, length(number::text)), '0'), station_id, 0, '', task_type,
        task_description, work_subclass, ${sourceCategory.imported}, false, 4, 0, ${EXECUTOR}, import_key, created_at,
        ${now}::timestamptz
      from numbered order by created_at, place
      returning *
    ), ${instances}
    insert into work_order_event (order_id, at, actor_id, actor_name, action, from_sts, to_sts, note)
      select o.id, ${now}::timestamptz, ${who.userId}::bigint, ${who.realname}::text, 'import', null, 4, given.note
      from o join given using (import_key) order by o.id`.execute(db)
}
