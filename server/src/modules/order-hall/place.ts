import { sql, type RawBuilder } from 'kysely'

export type Position = { latitude?: number | undefined; longitude?: number | undefined }

const EARTH_KM = 6371

/** Kilometres from a position to a station `s` as the crow flies; null where one of them is unknown. */
export function distanceFrom({ latitude, longitude }: Position): RawBuilder<unknown> {
  if (latitude === undefined || longitude === undefined) return sql`null::float8`
  const [lat, lon] = [sql`s.latitude::float8`, sql`s.longitude::float8`]
  // `least` would take the 1 for a station without a position.
  return sql`case when s.latitude is not null and s.longitude is not null then 2 * ${sql.lit(EARTH_KM)} * asin(least(1, sqrt(
    sin(radians(${lat} - ${latitude}::float8) / 2) ^ 2
    + cos(radians(${latitude}::float8)) * cos(radians(${lat})) * sin(radians(${lon} - ${longitude}::float8) / 2) ^ 2))) end`
}
