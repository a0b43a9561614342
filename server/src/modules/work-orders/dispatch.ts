import type { Output } from '@heliodesk/contract/call.ts'
import { dispatchPoints, kmBetween } from '@heliodesk/contract/dispatch-score.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { readSettings } from '../../kernel/settings.ts'
import { fromWireTime, toWireDay, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { executorsAt } from './people.ts'
import { requireVisible } from './detail.ts'

type Candidate = Output<(typeof workOrderCalls)['executors']>[number]

/** Experience is looked for among so many of the station's newest orders. */
const NEWEST = 500

type Found = {
  id: string
  realname: string
  departName: string
  /** The station's own team, then the departments above it, then related people, then those who see everything. */
  nearness: number
  openOrders: number
  onDevice: number
  onModel: number
  atStation: number
  lastOnDevice: Date | null
  /** Where they are at work today; the name only if the caller sees the station. */
  workplace: string | null
  isAtWork: boolean
  workLatitude: number | null
  workLongitude: number | null
  teamLatitude: number | null
  teamLongitude: number | null
  latitude: number | null
  longitude: number | null
}

/**
 * The people an order may be given to, each with what speaks for them: the station's own team first, then the
 * departments above it from the nearest on, people of other departments whom its project is related to, and last those
 * who see everything. Among equals those with the most points come first.
 */
export async function listExecutors(ctx: Ctx, orderId: string): Promise<Candidate[]> {
  const order = await requireVisible(ctx, orderId)
  const { business } = await readSettings(ctx.db)
  const { dispatchDistance: distance, dispatchLoad: load, dispatchKnown: known } = business.values
  const weights = { distance, load, known }
  const zone = ctx.who.timeZone
  const today = fromWireTime(`${toWireDay(ctx.now, zone)} 00:00:00`, zone)
  const { rows } = await sql<Found>`
    with place as (
      select o.device_id, device.model from work_order o
      left join device on device.tenant_id = o.tenant_id and device.id = o.device_id where o.id = ${orderId}
    ), known as (
      select w.liable_user_id as user_id, count(*)::int as at_station,
        count(*) filter (where w.device_id = place.device_id)::int as on_device,
        count(*) filter (where w.device_id <> place.device_id and device.model = place.model)::int as on_model,
        max(w.flow_end_time) filter (where w.device_id = place.device_id) as last_on_device
      from (
        select * from work_order where station_id = ${order.station_id} order by created_at desc limit ${NEWEST}
      ) w
      left join device on device.tenant_id = w.tenant_id and device.id = w.device_id
      cross join place
      where w.flow_sts = 4 and w.liable_user_id is not null
      group by w.liable_user_id
    )
    select u.id, u.realname, d.name as "departName", s.latitude::float8 as latitude, s.longitude::float8 as longitude,
      case when s.dep_code = d.org_code then 1000 - u.has_all_data::int when u.has_all_data then -1
        when starts_with(s.dep_code, d.org_code) then length(d.org_code) else 0 end as nearness,
      (select count(*)::int from work_order o where o.liable_user_id = u.id and o.flow_sts in (2, 3)) as "openOrders",
      coalesce(known.on_device, 0) as "onDevice", coalesce(known.on_model, 0) as "onModel",
      coalesce(known.at_station, 0) as "atStation", known.last_on_device as "lastOnDevice",
      case when ${visibleStations(ctx.who, 'at_work')} then at_work.name end as workplace,
      at_work.id is not null as "isAtWork", at_work.latitude::float8 as "workLatitude", at_work.longitude::float8 as "workLongitude",
      team.latitude as "teamLatitude", team.longitude as "teamLongitude"
    ${executorsAt(
      order.station_id,
      sql`
      left join known on known.user_id = u.id
      left join lateral (
        select station.* from work_order w
        join station on station.tenant_id = w.tenant_id and station.id = w.station_id
        where w.liable_user_id = u.id and w.flow_sts = 2 and w.work_start_time >= ${today}
        order by w.work_start_time desc limit 1
      ) at_work on true
      left join lateral (
        select avg(own.latitude)::float8 as latitude, avg(own.longitude)::float8 as longitude
        from station own where own.tenant_id = d.tenant_id and own.department_id = d.id
      ) team on true`,
    )}
    order by u.name_place, u.id`.execute(ctx.db)
  return rows
    .map((found) => ({ nearness: found.nearness, candidate: candidateOf(found, weights, zone) }))
    .toSorted((one, other) => other.nearness - one.nearness || other.candidate.score - one.candidate.score)
    .map(({ candidate }) => candidate)
}

type Weights = Parameters<typeof dispatchPoints>[1]

function candidateOf(found: Found, weights: Weights, zone: string): Candidate {
  const { id, realname, departName, openOrders, onDevice, onModel, atStation, workplace, isAtWork } = found
  const site = placeOf(found.latitude, found.longitude)
  const from = isAtWork
    ? placeOf(found.workLatitude, found.workLongitude)
    : placeOf(found.teamLatitude, found.teamLongitude)
  const km = site && from ? kmBetween(from, site) : null
  const facts = { km, openOrders, onDevice, onModel, atStation }
  const points = dispatchPoints(facts, weights)
  return {
    id,
    realname,
    departName,
    ...facts,
    workplace,
    isAtWork,
    lastOnDevice: toWireTimeOrNull(found.lastOnDevice, zone),
    points,
    score: Math.round(points.distance + points.load + points.known),
  }
}

const placeOf = (latitude: number | null, longitude: number | null) =>
  latitude === null || longitude === null ? null : { latitude, longitude }
