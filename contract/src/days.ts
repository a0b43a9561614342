/** A span of calendar days `YYYY-MM-DD`, both ends included. */
export type Span = { begin: string; end: string }

const DAY_MS = 86_400_000

const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The calendar day `count` days later. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(toMs(day) + count * DAY_MS).toISOString().slice(0, 10)

/** The calendar day `count` months later; the last of its month where that has no such day. */
export function monthsAfter(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return dayAfter(first.toISOString().slice(0, 10), Math.min(date, last) - 1)
}

/** The Monday on or before a day. */
export const mondayOf = (day: string): string => dayAfter(day, -((new Date(toMs(day)).getUTCDay() + 6) % 7))

export const countDays = ({ begin, end }: Span): number => Math.round((toMs(end) - toMs(begin)) / DAY_MS) + 1

/** Every day of a span. */
export const daysOf = (span: Span): string[] =>
  Array.from({ length: Math.max(0, countDays(span)) }, (_, at) => dayAfter(span.begin, at))
