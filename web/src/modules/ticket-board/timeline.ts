import type { BoardTicket } from '@heliodesk/contract/ticket-board.ts'

/** The hours that are always shown. */
const [FROM, TO] = [8, 18]
const DAY_HOURS = 24
/** No bar is narrower, in percent. */
const LEAST = 0.6

type Period = { start: string; end: string; isPlanned: boolean }

/** When a ticket was or is valid; its plan until it begins. */
function periodOf(ticket: BoardTicket): Period | null {
  const { permittedTime, startedTime, finishedTime, stampedTime, validUntil } = ticket
  const { planStartTime, planEndTime } = ticket
  const start = permittedTime ?? startedTime
  const end = finishedTime ?? stampedTime ?? validUntil ?? planEndTime
  if (start && end) return { start, end: end < start ? start : end, isPlanned: false }
  return planStartTime && planEndTime ? { start: planStartTime, end: planEndTime, isPlanned: true } : null
}

/** The hour of the day, from 0 to 24; what is on another day is at the edge. */
function hourOf(time: string, day: string): number {
  const date = time.slice(0, 10)
  if (date !== day) return date < day ? 0 : DAY_HOURS
  const [hours = 0, minutes = 0] = time.slice(11, 16).split(':').map(Number)
  return hours + minutes / 60
}

type Bar = { ticket: BoardTicket; left: number; width: number; isPlanned: boolean }
export type Timeline = {
  bars: Bar[]
  hours: { hour: number; left: number }[]
  /** Where the time is now, in percent; null if it is not shown. */
  now: number | null
}

/** The periods of tickets on a day, in percent of the hours that they take. */
export function timelineOf(tickets: readonly BoardTicket[], day: string, now: string): Timeline {
  const found = tickets.flatMap((ticket) => {
    const period = periodOf(ticket)
    if (!period || period.end.slice(0, 10) < day || period.start.slice(0, 10) > day) return []
    return [
      {
        ticket,
        isPlanned: period.isPlanned,
        start: hourOf(period.start, day),
        end: hourOf(period.end, day),
      },
    ]
  })
  const at = now.startsWith(day) ? hourOf(now, day) : null
  const from = Math.floor(Math.min(FROM, at ?? FROM, ...found.map(({ start }) => start)))
  const to = Math.ceil(Math.max(TO, at ?? TO, ...found.map(({ end }) => end)))
  const placeOf = (hour: number) => ((hour - from) / (to - from)) * 100
  const step = to - from > 12 ? 4 : 2
  const hours: Timeline['hours'] = []
  for (let hour = from; hour <= to; hour += step) hours.push({ hour, left: placeOf(hour) })
  return {
    bars: found.map(({ ticket, isPlanned, start, end }) => ({
      ticket,
      isPlanned,
      left: Math.min(placeOf(start), 100 - LEAST),
      width: Math.max(placeOf(end) - placeOf(start), LEAST),
    })),
    hours,
    now: at === null ? null : placeOf(at),
  }
}
