import type { Coordinates } from './camera.ts'

const RADIAN = Math.PI / 180
const DAY_MS = 86_400_000

/**
 * Clear-sky irradiance on level ground in W/m², by the cosine of the zenith angle (Haurwitz 1945, Journal of
 * Meteorology 2, 154–166, with the constants of Reno, Hansen and Stein 2012, SAND2012-2389).
 */
export const clearSky = (cosine: number): number =>
  cosine <= 0 ? 0 : 1098 * cosine * Math.exp(-0.059 / cosine)

/** The solar declination by the day of the year. */
const declination = (day: number) => 23.45 * RADIAN * Math.sin((2 * Math.PI * (284 + day)) / 365)

/** The equation of time in minutes: solar time minus mean time (Spencer 1971). */
function equationOfTime(day: number): number {
  const turn = (2 * Math.PI * (day - 1)) / 365
  return (
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(turn) -
      0.032077 * Math.sin(turn) -
      0.014615 * Math.cos(2 * turn) -
      0.04089 * Math.sin(2 * turn))
  )
}

const cosineAt = (latitude: number, tilt: number, hourAngle: number) =>
  Math.sin(latitude * RADIAN) * Math.sin(tilt) +
  Math.cos(latitude * RADIAN) * Math.cos(tilt) * Math.cos(hourAngle)

/** Clear-sky irradiance at an instant, in W/m². */
export function irradianceAt(at: Date): (place: Coordinates) => number {
  const year = Date.UTC(at.getUTCFullYear(), 0, 0)
  const day = Math.floor((at.getTime() - year) / DAY_MS)
  const tilt = declination(day)
  const minutes = (at.getTime() % DAY_MS) / 60_000 + equationOfTime(day)
  return ({ longitude, latitude }) =>
    clearSky(cosineAt(latitude, tilt, ((minutes / 4 + longitude - 180) * Math.PI) / 180))
}

const STEP_DAYS = 5
const STEP_MINUTES = 20

const byDegree = new Map<number, number>()

/** Clear-sky irradiation of a year at a whole degree of latitude, in kWh/m². */
function yearAt(degree: number): number {
  const known = byDegree.get(degree)
  if (known !== undefined) return known
  let sum = 0
  for (let day = 1; day <= 365; day += STEP_DAYS)
    for (let minute = 0; minute < 1440; minute += STEP_MINUTES)
      sum += clearSky(cosineAt(degree, declination(day), ((minute / 4 - 180) * Math.PI) / 180))
  const kwh = (sum * STEP_DAYS * STEP_MINUTES) / 60 / 1000
  byDegree.set(degree, kwh)
  return kwh
}

/** The same, interpolated between degrees; it does not depend on the longitude. */
export function yearOfSun({ latitude }: Pick<Coordinates, 'latitude'>): number {
  const low = Math.floor(latitude)
  return yearAt(low) + (latitude - low) * (yearAt(low + 1) - yearAt(low))
}
