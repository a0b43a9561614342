import type { Output } from '@heliodesk/contract/call.ts'
import { deviceStates, type deviceCalls } from '@heliodesk/contract/devices.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visibleOrders, visibleStations } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { filesOf } from '../files/index.ts'

export type DeviceRow = Output<(typeof deviceCalls)['page']>['pageList'][number]
export type Device = Output<(typeof deviceCalls)['detail']>

export type DeviceRecord = Omit<DeviceRow, 'statusName'> & { depCode: string }

/** Columns of a device `d`, for use with `deviceJoins`. */
export const deviceColumns = sql`d.id, d.code, d.name, d.station_id as "psId", s.name as "psName",
  dep.name as "depName", s.dep_code as "depCode", d.type_id as "typeId", t.name as "typeName",
  d.space_id as "spaceId", case when d.space_id is not null then app.space_path(d.space_id) end as "spacePath",
  d.model, d.manufacturer, d.serial_no as "serialNo", d.rated_kw as "ratedKw", d.installed_on as "installedOn",
  d.warranty_end as "warrantyEnd", d.status, d.version`

export const deviceJoins = sql`join station s on s.tenant_id = d.tenant_id and s.id = d.station_id
  join department dep on dep.tenant_id = s.tenant_id and dep.id = s.department_id
  join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id`

export const toRow = ({ depCode: _depCode, ...record }: DeviceRecord): DeviceRow => ({
  ...record,
  statusName: deviceStates[record.status],
})

type Link = { id: string; code: string; name: string }
type FullRecord = DeviceRecord & {
  typePath: string
  parentDevice: Link | null
  children: (Link & { typeName: string })[]
  attributes: Device['attributes']
  remark: string | null
  retiredOn: string | null
  paths: string[]
  openOrders: number | null
  createdAt: Date
  updatedAt: Date
}

/** Attributes defined by its type and the types above (the nearest of equal names), and values from earlier types. */
const attributes = sql`
  with recursive up as (
    select t.parent_id, t.attributes, 0 as level
    union all
    select a.parent_id, a.attributes, up.level + 1 from up
      join device_type a on a.tenant_id = d.tenant_id and a.id = up.parent_id
  ), asked as (
    select distinct on (name) fact ->> 'name' as name, fact ->> 'unit' as unit, level, place
    from up cross join lateral jsonb_array_elements(up.attributes) with ordinality as facts (fact, place)
    order by name, level
  ), given as (
    select key as name, value from jsonb_each_text(d.attributes)
  )
  select coalesce(json_agg(json_build_object('name', name, 'unit', coalesce(unit, ''), 'value', value)
    order by level desc nulls last, place, name), '[]')
  from asked full join given using (name)`

/** The device if this person may see it; unknown and invisible ones throw the same error. */
export async function getDevice(ctx: Ctx, which: RawBuilder<SqlBool>): Promise<Device> {
  const { rows } = await sql<FullRecord>`
    select ${deviceColumns}, app.device_type_path(d.type_id) as "typePath",
      (select json_build_object('id', p.id::text, 'code', p.code, 'name', p.name)
        from device p where p.tenant_id = d.tenant_id and p.id = d.parent_id) as "parentDevice",
      (select coalesce(json_agg(below), '[]') from (
        select c.id::text, c.code, c.name, ct.name as "typeName"
        from device c join device_type ct on ct.tenant_id = c.tenant_id and ct.id = c.type_id
        where c.tenant_id = d.tenant_id and c.parent_id = d.id and c.status = '1' order by c.code limit 200
      ) below) as children,
      (${attributes}) as attributes, d.remark, d.retired_on as "retiredOn",
      array(select f.path from device_file f where f.tenant_id = d.tenant_id and f.device_id = d.id
        order by f.position) as paths,
      case when ${mayDo(ctx.who.userId, 'order:list')} then (
        select count(*)::int from work_order o where o.tenant_id = d.tenant_id and o.device_id = d.id
          and o.flow_sts < 4 and ${visibleOrders(ctx.who, 'o')}) end as "openOrders",
      d.created_at as "createdAt", d.updated_at as "updatedAt"
    from device d ${deviceJoins}
    where ${which} and ${visibleStations(ctx.who, 's')}`.execute(ctx.db)
  const found = rows[0]
  if (!found) throw notFound()
  const { paths, createdAt, updatedAt, ...rest } = found
  const files = await filesOf(ctx, paths)
  return {
    ...rest,
    statusName: deviceStates[found.status],
    pictures: paths.flatMap((path) => files.get(path) ?? []),
    createTime: toWireTime(createdAt, ctx.who.timeZone),
    updateTime: toWireTime(updatedAt, ctx.who.timeZone),
  }
}

export const getDeviceById = (ctx: Ctx, id: string) => getDevice(ctx, sql<SqlBool>`d.id = ${id}`)
