import type { Received } from '@heliodesk/contract/call.ts'
import type { taskViewCalls } from '@heliodesk/contract/task-view.ts'
import { companyNow } from '../../../lib/company-time.ts'
import { WIRE_TIME } from '../../../kit/format.ts'

type Answer = Received<typeof taskViewCalls.gantt>
export type OrderBar = Answer['bars'][number]
export type Person = Answer['people'][number]

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/**
 * A wall-clock time of the wire as a number, in milliseconds. All of them are of the company's time zone, so they are
 * compared and moved as if that were UTC: a day has 24 hours.
 */
export const momentOf = (wire: string): number => Date.parse(`${wire.replace(' ', 'T')}Z`)

export const wireOf = (moment: number): string =>
  new Date(moment).toISOString().slice(0, 19).replace('T', ' ')

export const dayOf = (moment: number): string => wireOf(moment).slice(0, 10)

export const startOfDay = (day: string): number => Date.parse(day)

export const now = (): number => momentOf(companyNow().format(WIRE_TIME))

/** A planned time. */
export type Plan = { start: number; end: number }

export const planOf = ({ planStartTime, planEndTime }: OrderBar): Plan => ({
  start: momentOf(planStartTime),
  end: momentOf(planEndTime),
})

export const isOpen = ({ flowSts }: Pick<OrderBar, 'flowSts'>): boolean => flowSts < 4

/** Who executes it, the responsible person first. */
export const executorsOf = ({ liableUserId, assistUserIds }: OrderBar): string[] => [
  ...(liableUserId === null ? [] : [liableUserId]),
  ...assistUserIds,
]

const monthAndDay = (moment: number) => wireOf(moment).slice(5, 10)
const clock = (moment: number) => wireOf(moment).slice(11, 16)

/** 11-27 09:00 – 13:00; over several days with both. */
export const planText = ({ start, end }: Plan): string =>
  dayOf(start) === dayOf(end)
    ? `${monthAndDay(start)} ${clock(start)} – ${clock(end)}`
    : `${monthAndDay(start)} ${clock(start)} – ${monthAndDay(end)} ${clock(end)}`

export const clockText = ({ start, end }: Plan): string => `${clock(start)} – ${clock(end)}`
