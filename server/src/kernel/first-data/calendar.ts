const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** China keeps UTC+8 all year, so the demo tenants' local time is a fixed offset. */
const OFFSET = 8 * HOUR
const OPENS = 7.5 * HOUR
const CLOSES = 18.5 * HOUR
const WORK = CLOSES - OPENS

/** Instants here are milliseconds since 1970. */
export const startOfDay = (instant: number): number => Math.floor((instant + OFFSET) / DAY) * DAY - OFFSET

/** `YYYY-MM-DD HH:mm:ss` in local time. */
export const wallClock = (instant: number): string =>
  new Date(instant + OFFSET).toISOString().slice(0, 19).replace('T', ' ')

export const dayOf = (instant: number): string => wallClock(instant).slice(0, 10)

/** Month from 1 and day of the month. */
export function dateOf(instant: number): { year: number; month: number; day: number } {
  const wall = new Date(instant + OFFSET)
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() }
}

const wholeSecond = (instant: number) => Math.floor(instant / 1000) * 1000

/** This many minutes later, nights included. */
export const later = (instant: number, minutes: number): number => wholeSecond(instant + minutes * MINUTE)

/** This many minutes of working time later. Stations work every day of the week, by daylight. */
export function laterAtWork(instant: number, minutes: number): number {
  const work = workedOn(instant) + minutes * MINUTE
  return instantOf(instant, work, Math.max(0, Math.ceil(work / WORK) - 1))
}

/** This many minutes of working time earlier. */
export function earlierAtWork(instant: number, minutes: number): number {
  const work = workedOn(instant) - minutes * MINUTE
  return instantOf(instant, work, Math.floor(work / WORK))
}

/** The working time of the instant's day that has passed. */
const workedOn = (instant: number) => Math.min(Math.max(instant - startOfDay(instant) - OPENS, 0), WORK)

/** When the day of the instant and `days` more have had this much working time. */
const instantOf = (instant: number, work: number, days: number) =>
  wholeSecond(startOfDay(instant) + days * DAY + OPENS + work - days * WORK)

/** The end of that day's working time, or the instant itself if it is later. */
export const closeOfDay = (instant: number): number => Math.max(instant, startOfDay(instant) + CLOSES)

/** Rounds up to the next half hour, as people write plans. */
export const halfHourFrom = (instant: number): number => Math.ceil(instant / (30 * MINUTE)) * 30 * MINUTE
