const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** China keeps UTC+8 all year, so the demo tenants' local time is a fixed offset. */
const OFFSET = 8 * HOUR
const OPENS = 7.5 * HOUR
const CLOSES = 18.5 * HOUR

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
  let at = nextAtWork(instant)
  let left = minutes * MINUTE
  for (;;) {
    const close = startOfDay(at) + CLOSES
    if (at + left <= close) return wholeSecond(at + left)
    left -= close - at
    at = startOfDay(at) + DAY + OPENS
  }
}

function nextAtWork(instant: number): number {
  const day = startOfDay(instant)
  if (instant < day + OPENS) return day + OPENS
  return instant <= day + CLOSES ? instant : day + DAY + OPENS
}

/** This many minutes of working time earlier. */
export function earlierAtWork(instant: number, minutes: number): number {
  const day = startOfDay(instant)
  let at = instant < day + OPENS ? day - DAY + CLOSES : Math.min(instant, day + CLOSES)
  let left = minutes * MINUTE
  for (;;) {
    const open = startOfDay(at) + OPENS
    if (at - left >= open) return wholeSecond(at - left)
    left -= at - open
    at = startOfDay(at) - DAY + CLOSES
  }
}

/** The end of that day's working time, or the instant itself if it is later. */
export const closeOfDay = (instant: number): number => Math.max(instant, startOfDay(instant) + CLOSES)

/** Rounds up to the next half hour, as people write plans. */
export const halfHourFrom = (instant: number): number => Math.ceil(instant / (30 * MINUTE)) * 30 * MINUTE
