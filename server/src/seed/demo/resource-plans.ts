import type { Db } from '../../platform/postgres.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { PlannedStation } from './stations.ts'

/** A year's irradiation in the plane of the modules by location, kWh/m²: highest on the plateaus of the northwest. */
const yearly = ({ latitude, longitude }: PlannedStation) =>
  1350 + (latitude > 33 ? 12 : 4) * Math.max(0, 118 - longitude) - Math.max(0, latitude - 40) * 6

/** Shares of the months in a year's irradiation. */
const SHARES = [0.062, 0.068, 0.087, 0.097, 0.106, 0.1, 0.098, 0.095, 0.084, 0.077, 0.066, 0.06]

/** The performance ratio assumed in plans. */
const RATIO = 0.81

const twoDecimals = (value: number) => Math.round(value * 100) / 100

/** Plans of last year, this year and the next for all stations in maintenance. */
export async function createResourcePlans(
  db: Db,
  stations: { station: PlannedStation; id: string }[],
  thisYear: number,
): Promise<void> {
  const planned = stations
    .filter(({ station }) => station.inService)
    .flatMap(({ station, id }) => [-1, 0, 1].map((step) => ({ station, id, year: thisYear + step })))
  await insertRows(
    db,
    'resource_plan',
    planned.map(({ id, year }) => ({ station_id: id, year })),
  )
  await insertRows(
    db,
    'resource_plan_month',
    planned.flatMap(({ station, id, year }) =>
      SHARES.map((share, at) => {
        const irradiation = twoDecimals(yearly(station) * share)
        const hours = twoDecimals(irradiation * RATIO)
        return {
          station_id: id,
          year,
          month: at + 1,
          irradiation,
          generation: twoDecimals(hours * station.capacityKwp),
          equivalent_hours: hours,
        }
      }),
    ),
  )
}
