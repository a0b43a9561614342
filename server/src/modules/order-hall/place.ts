import { sql, type RawBuilder } from 'kysely'

export type Position = { latitude?: number | null | undefined; longitude?: number | null | undefined }

const EARTH_KM = 6371

/** Kilometres from a position to a station `s` as the crow flies; null where one of them is unknown. */
export function distanceFrom({ latitude, longitude }: Position): RawBuilder<unknown> {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return sql`null::float8`
  const [lat, lon] = [sql`s.latitude::float8`, sql`s.longitude::float8`]
  // `least` would take the 1 for a station without a position.
  return sql`case when s.latitude is not null and s.longitude is not null then 2 * ${sql.lit(EARTH_KM)} * asin(least(1, sqrt(
    sin(radians(${lat} - ${latitude}::float8) / 2) ^ 2
    + cos(radians(${latitude}::float8)) * cos(radians(${lat})) * sin(radians(${lon} - ${longitude}::float8) / 2) ^ 2))) end`
}

const RADIANS = Math.PI / 180

/** The direction in which one sets out to go from one place to another, in whole degrees from the north clockwise. */
export function bearingOf(from: Position, to: Position): number | null {
  if (typeof from.latitude !== 'number' || typeof from.longitude !== 'number') return null
  if (typeof to.latitude !== 'number' || typeof to.longitude !== 'number') return null
  const [here, there] = [from.latitude * RADIANS, to.latitude * RADIANS]
  const turn = (to.longitude - from.longitude) * RADIANS
  const east = Math.sin(turn) * Math.cos(there)
  const north = Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(turn)
  return (Math.round(Math.atan2(east, north) / RADIANS) + 360) % 360
}
