import { z } from 'zod'
import { callsOf } from './call.ts'
import { named } from './fields.ts'
import { ofPlace, ofProject, ofStation } from './references.ts'
import { depCode, maintenanceStatus, stationQuery, stationStatus } from './station-fields.ts'

const { query } = callsOf('order', 'station')

/** The maximum of stations in one answer. */
export const MAP_STATIONS = 50_000

/** Stations in the home page's answer. */
export const HOME_STATIONS = 300

/** What the open orders of stations say. */
const orders = {
  open: z.int(),
  /** Those past their planned end. */
  overdue: z.int(),
  /** kWh per hour. */
  lossPower: z.number(),
}

const groupOrders = z.object({
  ...orders,
  /** Stations with an open 抢修 or 陪停 order. */
  outages: z.int(),
  /** kWh lost per hour and MW, of the stations with a recorded capacity; null without any. */
  lossPerMw: z.number().nullable(),
})

const stationOrders = z.object({ ...orders, outage: z.boolean() })

const station = z.object({
  ...ofStation,
  ...ofProject,
  capacityKwp: z.number().nullable(),
  ...ofPlace,
  maintenanceStatus,
  status: stationStatus,
})

/** The stations by province, with these figures of the orders of a group and of a station. */
function mapWith<G extends z.ZodType, S extends z.ZodType>(ofGroup: G, ofOne: S) {
  const group = z.object({
    stations: z.int(),
    /** The sum of the recorded ones, null without any. */
    capacityKwp: z.number().nullable(),
    orders: ofGroup,
  })
  return z.object({
    total: group,
    /** Those with stations, highest loss first, then the largest; the one named null has those of no known province. */
    provinces: z.array(group.extend({ province: z.string().nullable() })),
    /** Those with the highest loss, then the largest. */
    stations: z.array(station.extend({ orders: ofOne })),
    /** How many of all stations have no coordinates. */
    unplaced: z.int(),
  })
}

export const stationMapCalls = {
  /**
   * The stations that match the filters of the archive, by province. For callers who may not see orders, `orders` is null
   * everywhere, and the largest come first.
   */
  archive: query({
    title: '电站地图',
    path: '/power-station/map',
    access: { perm: 'station:list' },
    besides: { 电站与容量: ['station:list'], 工单与损失: ['order:list'] },
    input: stationQuery.extend({
      most: named('最多电站数', z.coerce.number().int().min(0).max(MAP_STATIONS).default(500)),
    }),
    output: mapWith(groupOrders.nullable(), stationOrders.nullable()),
  }),
  /** The stations in maintenance in the home page's scope, by province, with the orders like its other figures. */
  home: query({
    title: '电站分布',
    path: '/ops/dashboard/places',
    access: { perm: 'dashboard:view' },
    input: z.object({ depCode }),
    output: mapWith(groupOrders, stationOrders),
  }),
}
