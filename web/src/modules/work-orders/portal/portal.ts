import type { Received } from '@heliodesk/contract/call.ts'
import type { QueueAction, workPortalCalls } from '@heliodesk/contract/work-portal.ts'
import type { StepAction } from '../order-steps.ts'

export type Statistics = Received<typeof workPortalCalls.statistics>
export type Queue = Received<typeof workPortalCalls.queue>
export type QueueRow = Queue['rows'][number]
export type RankedPeople = Received<typeof workPortalCalls.ranking>
export type DayEvent = Statistics['today']['events'][number]

/** The step that an action of the list starts; null for one that only shows the order. */
export const stepOf: Record<QueueAction, StepAction | null> = {
  assign: 'assign',
  start: 'start',
  execute: 'execute',
  check: 'pass',
  follow: null,
  look: null,
}

const minutesOf = (time: string) => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16))

/** The hours of the day that are drawn, in minutes: from six to eight in the evening, and whatever happens besides. */
export function rangeOf({ events, sunrise, sunset }: Statistics['today']): { from: number; until: number } {
  const times = [...events.map(({ at }) => at), ...[sunrise, sunset].flatMap((at) => at ?? [])].map(minutesOf)
  const earliest = Math.min(6 * 60, ...times)
  const latest = Math.max(20 * 60, ...times)
  return { from: Math.floor(earliest / 120) * 120, until: Math.min(24 * 60, Math.ceil(latest / 120) * 120) }
}

/** Where a time stands between both ends, from 0 to 1. */
export const placeOf = (time: string, { from, until }: { from: number; until: number }): number =>
  Math.min(1, Math.max(0, (minutesOf(time) - from) / (until - from)))

export type EventGroup = {
  kind: DayEvent['kind']
  done: boolean
  at: string
  events: DayEvent[]
  lane: number
}

/** What happens within this time is drawn as one. */
const TOGETHER_MINUTES = 60

/** The events as the line shows them: those of a kind that are close to each other together, in lanes beside each other. */
export function groupsOf(
  events: readonly DayEvent[],
  widthOf: (group: EventGroup) => number,
  range: { from: number; until: number },
): EventGroup[] {
  const groups: EventGroup[] = []
  for (const event of events) {
    const last = groups.findLast(({ kind, done }) => kind === event.kind && done === event.done)
    if (last && minutesOf(event.at) - minutesOf(last.at) < TOGETHER_MINUTES) last.events.push(event)
    else groups.push({ kind: event.kind, done: event.done, at: event.at, events: [event], lane: 0 })
  }
  const ends: number[] = []
  for (const group of groups) {
    const begin = Math.min(placeOf(group.at, range), 1 - widthOf(group))
    const free = ends.findIndex((end) => end <= begin)
    group.lane = free < 0 ? ends.length : free
    ends[group.lane] = begin + widthOf(group)
  }
  return groups
}

const titles = { start: '计划开始', due: '计划截止', finished: '完成' } as const

/** 计划截止：3 号箱变跳闸, or 3 单计划截止. */
export function titleOfGroup({ kind, events }: Pick<EventGroup, 'kind' | 'events'>): string {
  const [first] = events
  if (events.length > 1) return `${events.length} 单${titles[kind]}`
  return `${titles[kind]}：${first?.taskDescription ?? ''}`
}

/** 剩 1.9 时, 今天 18:00 and so on, by what the list knows of the time that is left. */
export function dueOf({
  overHours,
  hoursLeft,
}: Pick<QueueRow, 'overHours' | 'hoursLeft'>): 'late' | 'soon' | 'later' {
  if (overHours !== null) return 'late'
  return hoursLeft !== null && hoursLeft < 2 ? 'soon' : 'later'
}
