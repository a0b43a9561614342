const formats = new Map<string, Intl.DateTimeFormat>()

/** Offset of a time zone at an instant, in milliseconds; cached per zone and hour because Intl is slow. */
const offsets = new Map<string, number>()
const HOUR_MS = 3_600_000

function offsetAt(instant: number, zone: string): number {
  const key = `${zone}/${Math.floor(instant / HOUR_MS)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  const offset = local - Math.floor(instant / 1000) * 1000
  if (offsets.size > 20_000) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** An instant as `YYYY-MM-DD HH:mm:ss` in the tenant's time zone. */
export function toWireTime(instant: Date, zone: string): string {
  return new Date(instant.getTime() + offsetAt(instant.getTime(), zone))
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
}

export const toWireTimeOrNull = (instant: Date | null, zone: string): string | null =>
  instant && toWireTime(instant, zone)

/** A row of the wire as the database has it: these times are instants. */
export type Stored<Row, Times extends keyof Row> = {
  [Field in keyof Row]: Field extends Times ? Date | Extract<Row[Field], null> : Row[Field]
}

type Wired<Row> = {
  [Field in keyof Row]: Date extends Row[Field] ? Exclude<Row[Field], Date> | string : Row[Field]
}

/** A row of the database for the wire: its instants as wall-clock times of the time zone. */
export function withWireTimes<Row extends object>(row: Row, zone: string): Wired<Row> {
  const times = Object.entries(row).flatMap(([field, value]: [string, unknown]) =>
    value instanceof Date ? [[field, toWireTime(value, zone)] as const] : [],
  )
  return { ...row, ...Object.fromEntries(times) } as Wired<Row>
}

/** The instant of a wall-clock time in the tenant's time zone. A time skipped by a clock change moves forward. */
export function fromWireTime(text: string, zone: string): Date {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`)
  const guess = asUtc - offsetAt(asUtc, zone)
  return new Date(asUtc - offsetAt(guess, zone))
}

export const fromWireTimeOrNull = (text: string | undefined | null, zone: string): Date | null =>
  text ? fromWireTime(text, zone) : null

/** The calendar day `YYYY-MM-DD` of an instant in the tenant's time zone. */
export const toWireDay = (instant: Date, zone: string): string => toWireTime(instant, zone).slice(0, 10)
