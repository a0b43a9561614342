const DAY_MS = 86_400_000
const RAD = Math.PI / 180

/** Noon of the first of January 2000 in UTC, from which the formulas count days. */
const EPOCH = Date.UTC(2000, 0, 1, 12)

/** The upper edge of the sun at the horizon, with refraction. */
const HORIZON = -0.833

export type Place = { latitude: number; longitude: number }

type Sun = { rise: number; set: number }

/** When the sun rises and sets on the solar day around an instant; null where it does neither. */
function sunAround(instant: number, { latitude, longitude }: Place): Sun | null {
  const days = Math.round((instant - EPOCH) / DAY_MS + longitude / 360)
  const noon = days - longitude / 360
  const anomaly = (357.5291 + 0.98560028 * noon) * RAD
  const centre = 1.9148 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly) + 0.0003 * Math.sin(3 * anomaly)
  const ecliptic = anomaly + (centre + 180 + 102.9372) * RAD
  const transit = noon + 0.0053 * Math.sin(anomaly) - 0.0069 * Math.sin(2 * ecliptic)
  const declination = Math.asin(Math.sin(ecliptic) * Math.sin(23.44 * RAD))
  const cosine =
    (Math.sin(HORIZON * RAD) - Math.sin(latitude * RAD) * Math.sin(declination)) /
    (Math.cos(latitude * RAD) * Math.cos(declination))
  if (Math.abs(cosine) > 1) return null
  const half = Math.acos(cosine) / (2 * Math.PI)
  const at = (day: number) => EPOCH + day * DAY_MS
  return { rise: at(transit - half), set: at(transit + half) }
}

/** The instant itself by daylight, otherwise the next sunrise. */
export function byDaylight(instant: Date, place: Place): Date {
  const at = instant.getTime()
  for (const day of [-1, 0, 1]) {
    const sun = sunAround(at + day * DAY_MS, place)
    if (sun === null || at <= sun.set) return sun === null || at >= sun.rise ? instant : minuteOf(sun.rise)
  }
  return instant
}

const MINUTE_MS = 60_000
const minuteOf = (instant: number) => new Date(Math.ceil(instant / MINUTE_MS) * MINUTE_MS)
