import { z } from 'zod'
import { callsOf } from './call.ts'
import { named } from './fields.ts'
import { ofProject, ofStation } from './references.ts'
import { depCode, maintenanceStatus, stationQuery, stationStatus } from './station-fields.ts'

const { query } = callsOf('order', 'station')

/** The maximum of stations in one answer. */
export const MAP_STATIONS = 50_000

/** Stations in the home page's answer. */
export const HOME_STATIONS = 300

/** What stations have now: their capacity, and what their open orders say. */
const figures = {
  /** The sum of the recorded ones, null without any. */
  capacityKwp: z.number().nullable(),
  openOrders: z.int(),
  /** Open orders past their planned end. */
  overdue: z.int(),
  /** kWh per hour. */
  lossPower: z.number(),
}

const groupFigures = {
  ...figures,
  stations: z.int(),
  /** Stations with an open 抢修 or 陪停 order. */
  outages: z.int(),
  /** kWh lost per hour and MW, of the stations with a recorded capacity; null without any. */
  lossPerMw: z.number().nullable(),
}

const station = z.object({
  ...ofStation,
  ...ofProject,
  ...figures,
  outage: z.boolean(),
  /** The short name of one of the 34 provinces; null for stations of none. */
  province: z.string().nullable(),
  city: z.string().nullable(),
  county: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  maintenanceStatus,
  status: stationStatus,
})

const output = z.object({
  total: z.object(groupFigures),
  /** The provinces with stations, highest loss first; the one named null has the stations of no known province. */
  provinces: z.array(z.object({ province: z.string().nullable(), ...groupFigures })),
  /** Those with the highest loss, then the largest. */
  stations: z.array(station),
  /** How many of all stations have no coordinates. */
  unplaced: z.int(),
})

export const stationMapCalls = {
  /** The stations that match the filters of the archive, by province. */
  archive: query({
    title: '电站地图',
    path: '/power-station/map',
    access: { perm: 'station:list' },
    input: stationQuery.extend({
      most: named('最多电站数', z.coerce.number().int().min(0).max(MAP_STATIONS).default(500)),
    }),
    output,
  }),
  /** The stations in maintenance in the home page's scope, by province. */
  home: query({
    title: '电站分布',
    path: '/ops/dashboard/places',
    access: { perm: 'dashboard:view' },
    input: z.object({ depCode }),
    output,
  }),
}
