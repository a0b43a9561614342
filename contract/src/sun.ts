/** When the sun stands above the horizon at a place on one of its days. */
export type Daylight = { rise: Date; set: Date }

const MINUTE_MS = 60_000
const RADIANS = Math.PI / 180
/** Half of the sun's disc and the bend of its light stand above the horizon when it rises. */
const RISING = Math.cos(90.833 * RADIANS)

/**
 * Sunrise and sunset of a calendar day (`YYYY-MM-DD`) at a place, to a minute or two (the equations of the NOAA's solar
 * calculator). Where the sun does not rise, both are noon; where it does not set, they are a day apart.
 */
export function daylightOf(day: string, latitude: number, longitude: number): Daylight {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const turn = 2 * Math.PI * (dayOfYear(midnight) / 365)
  const wave = (times: number, cosine: number, sine: number) =>
    cosine * Math.cos(times * turn) + sine * Math.sin(times * turn)
  const equation = 229.18 * (0.000075 + wave(1, 0.001868, -0.032077) + wave(2, -0.014615, -0.040849))
  const declination =
    0.006918 + wave(1, -0.399912, 0.070257) + wave(2, -0.006758, 0.000907) + wave(3, -0.002697, 0.00148)
  const tilt = latitude * RADIANS
  const reach = RISING / (Math.cos(tilt) * Math.cos(declination)) - Math.tan(tilt) * Math.tan(declination)
  // Four minutes for each degree that the earth turns.
  const half = (4 * Math.acos(Math.min(1, Math.max(-1, reach)))) / RADIANS
  const noon = 720 - 4 * longitude - equation
  const at = (minutes: number) => new Date(midnight + Math.round(minutes) * MINUTE_MS)
  return { rise: at(noon - half), set: at(noon + half) }
}

const DAY_MS = 86_400_000

/** From 0 on. */
const dayOfYear = (midnight: number) =>
  (midnight - Date.UTC(new Date(midnight).getUTCFullYear(), 0, 1)) / DAY_MS
