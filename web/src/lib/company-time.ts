import dayjs, { type Dayjs } from 'dayjs'
import { useSession } from './session.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // Swedish writes times as the wire does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  return format
}

/**
 * The current wall-clock time in the company's time zone, as `dayjs` reads a time of the wire; the device's time until
 * the zone is known.
 */
export const companyNow = (): Dayjs => companyTime(Date.now())

/** The same of an instant in milliseconds. */
export function companyTime(at: number): Dayjs {
  const timeZone = useSession.getState().user?.timeZone
  return timeZone ? dayjs(formatOf(timeZone).format(at)) : dayjs(at)
}

/** The same as the wire writes it. */
export const wireTimeOf = (at: number): string => companyTime(at).format('YYYY-MM-DD HH:mm:ss')

/** Makes Ant Design's pickers take this as the current time: where a `dayjs` has `tz`, they call it. */
export const pickersFollowCompany = (): void =>
  void dayjs.extend((_options, { prototype }) => Object.assign(prototype, { tz: companyNow }))
