import { daylightOf } from '@heliodesk/contract/sun.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'

export const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Within a step the sun counts as steady. */
const STEP_MS = HOUR_MS / 4

export type Place = { latitude: number | null; longitude: number | null; zone: string }

/** A calendar day, its daylight as instants, and what falls into the plane of the modules, kWh/m². */
export type SunDay = { day: string; rise: number; set: number; irradiation: number }

/** Where the place is not known, the sun shines from 6 to 18 o'clock. */
export function daylight(day: string, { latitude, longitude, zone }: Place): { rise: number; set: number } {
  if (latitude === null || longitude === null)
    return {
      rise: fromWireTime(`${day} 06:00:00`, zone).getTime(),
      set: fromWireTime(`${day} 18:00:00`, zone).getTime(),
    }
  const { rise, set } = daylightOf(day, latitude, longitude)
  return { rise: rise.getTime(), set: set.getTime() }
}

/** Calendar days from one to another, both included. */
export function daysBetween(first: string, last: string): string[] {
  const from = Date.parse(`${first}T00:00:00Z`)
  const count = Math.floor((Date.parse(`${last}T00:00:00Z`) - from) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_day, at) =>
    new Date(from + at * DAY_MS).toISOString().slice(0, 10),
  )
}

export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

/** A piece of a window by daylight: mean irradiance in W/m², hours, and the part of the device that it counts. */
export type SunStep = { irradiance: number; hours: number; share: number; day: string }

export type Piece = { from: number; until: number; share: number }

/** The course of a day's sun is half a sine, whose area is the day's irradiation; at night there is none. */
export function sunSteps(pieces: readonly Piece[], days: readonly SunDay[]): SunStep[] {
  return pieces.flatMap(({ from, until, share }) =>
    days.flatMap(({ day, rise, set, irradiation }) => {
      const steps: SunStep[] = []
      const risen = (at: number) => (1 - Math.cos((Math.PI * (at - rise)) / (set - rise))) / 2
      for (let at = Math.max(from, rise); at < Math.min(until, set); at += STEP_MS) {
        const end = Math.min(at + STEP_MS, until, set)
        const hours = (end - at) / HOUR_MS
        steps.push({ day, share, hours, irradiance: (irradiation * 1000 * (risen(end) - risen(at))) / hours })
      }
      return steps
    }),
  )
}
