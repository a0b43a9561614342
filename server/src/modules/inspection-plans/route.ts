import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'
import type { SheetLine } from '../inspection-sheets/index.ts'

/** The types of devices that items of a category look at, by the beginning of their codes. */
const typesOf = {
  module: ['ZJ'],
  string: ['ZC'],
  rack: ['ZX'],
  combiner: ['HL'],
  inverter: ['NB'],
  transformer: ['XB', 'SY01', 'SY05'],
  joint: ['JD'],
  switchgear: ['SY02', 'SY06', 'SY07'],
  svg: ['WG'],
  battery: ['SY04'],
  weather: ['QX'],
  metering: ['DB'],
  fire: ['AF'],
}
const pairs = JSON.stringify(
  Object.entries(typesOf).flatMap(([category, codes]) => codes.map((code) => ({ category, code }))),
)

type Leg = {
  planId: string
  versionNo: number
  no: number
  stationId: string
  spaceIds: readonly string[]
  deviceIds: readonly string[]
}

/**
 * What is recorded on legs, in the order of their way: each item of the plan at each device of its class; where a leg
 * has none of that class, once at each of its places.
 */
export async function linesOf<L extends Leg>(db: Db, legs: readonly L[]): Promise<Map<L, SheetLine[]>> {
  const different = new Map(legs.map((leg) => [`${leg.planId} ${leg.versionNo} ${leg.no}`, leg]))
  const given = [...different.values()].map(({ planId, versionNo, no }) => ({ planId, versionNo, no }))
  const { rows } = await sql<{ key: string; lines: SheetLine[] }>`
    with kind as materialized (
      select * from jsonb_to_recordset(${pairs}::jsonb) as k (category text, code text)
    ), leg as (
      select l.*, v.item_ids from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g ("planId" bigint, "versionNo" int, no int)
      join inspection_plan_leg l on l.plan_id = g."planId" and l.version_no = g."versionNo" and l.no = g.no
      join inspection_plan_version v on v.tenant_id = l.tenant_id and v.plan_id = l.plan_id and v.no = l.version_no
    ), point as (
      -- Devices as they were chosen, or those of the spaces in the order of the way, or all of the station.
      select l.plan_id, l.version_no, l.no, d.id as device_id, d.space_id, t.code as class,
        coalesce(array_position(l.device_ids, d.id), array_position(l.space_ids, d.space_id), 0) as place, d.name_place
      from leg l
      join device d on d.tenant_id = l.tenant_id and d.station_id = l.station_id and d.status = '1'
        and (l.device_ids = '{}' or d.id = any(l.device_ids)) and (l.space_ids = '{}' or d.space_id = any(l.space_ids))
      join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id
    ), item as (
      select l.plan_id, l.version_no, l.no, l.space_ids, i.id, i.category, w.place
      from leg l cross join unnest(l.item_ids) with ordinality as w (id, place)
      join inspection_item i on i.tenant_id = l.tenant_id and i.id = w.id
    ), line as (
      select i.plan_id, i.version_no, i.no, i.id, p.device_id, p.space_id, p.place as stop, p.name_place, i.place
      from item i
      join point p on p.plan_id = i.plan_id and p.version_no = i.version_no and p.no = i.no
        and exists (select from kind k where k.category = i.category and starts_with(p.class, k.code))
      union all
      select i.plan_id, i.version_no, i.no, i.id, null, s.id, coalesce(s.place, 0), null, i.place
      from item i left join unnest(i.space_ids) with ordinality as s (id, place) on true
      where not exists (
        select from point p where p.plan_id = i.plan_id and p.version_no = i.version_no and p.no = i.no
          and exists (select from kind k where k.category = i.category and starts_with(p.class, k.code)))
    )
    select concat_ws(' ', plan_id, version_no, no) as key,
      (jsonb_agg(jsonb_build_object('itemId', id::text, 'spaceId', space_id::text, 'deviceId', device_id::text)
        order by stop, device_id is null, name_place, device_id, place)) as lines
    from line group by plan_id, version_no, no`.execute(db)
  const byKey = new Map(rows.map(({ key, lines }) => [key, lines]))
  return new Map(legs.map((leg) => [leg, byKey.get(`${leg.planId} ${leg.versionNo} ${leg.no}`) ?? []]))
}
