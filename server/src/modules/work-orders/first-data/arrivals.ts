import { orderActions, sourceCategory, type TaskType } from '@heliodesk/contract/work-order-rules.ts'
import { z } from 'zod'
import { dateOf, DAY, earlierAtWork, startOfDay } from '../../../kernel/first-data/calendar.ts'
import { listOf, readTable } from '../../../kernel/first-data/data-file.ts'
import type { Random } from '../../../kernel/first-data/random.ts'
import { entryOf, present } from '../../../platform/certain.ts'
import { lifeOf, type Draft, type Happening, type Life } from './life.ts'
import type { Place } from './places.ts'
import { profileOf, profiles } from './profiles.ts'
import { inventTask } from './tasks.ts'
import { taskType } from './task-type.ts'

export type PlannedOrder = { draft: Draft; life: Life }

const DAYS = 365
const MINUTE = 60_000

const actions = Object.keys({ create: null, ...orderActions }) as Happening['action'][]

/** The pending orders of every crew at the first sign-in, so that each role has something to do at once. */
const desk = readTable(new URL('./desk.csv', import.meta.url), {
  type: taskType,
  events: listOf(z.enum(actions)).nonoptional(),
  /** Minutes of working time between the events, and from the newest one until now. */
  shortest_gap: z.coerce.number(),
  longest_gap: z.coerce.number(),
  planned_hours: z.coerce.number().optional(),
})

/** This many orders of the year before `now`, in order of creation. */
export function planOrders(count: number, places: Place[], now: number, random: Random): PlannedOrder[] {
  const onDesks = desksOf(places, now, random)
  const others = arrivalsOf(count - onDesks.length, places, now, random)
  return [...onDesks, ...others].toSorted((a, b) => a.draft.createdAt - b.draft.createdAt)
}

const MOST_FREQUENT = 8

/** A year's orders with the mix and the seasons of domain.md §8; the most frequent type absorbs the rounding. */
function arrivalsOf(count: number, places: Place[], now: number, random: Random): PlannedOrder[] {
  const rounded = new Map(profiles.map(({ type, share }) => [type, Math.round((count * share) / 100)]))
  const rest = count - [...rounded.values()].reduce((sum, each) => sum + each, 0)
  return profiles.flatMap(({ type }) => {
    const days = daysFor(type, now)
    const choices = placesFor(type, places)
    const length = entryOf(rounded, type) + (type === MOST_FREQUENT ? rest : 0)
    return Array.from({ length }, () => {
      const draft = draftAt(random.weighted(days), type, random.weighted(choices), now, random)
      return { draft, life: lifeOf(draft, random) }
    })
  })
}

function daysFor(type: TaskType, now: number): [number, number][] {
  const { months, days } = profileOf(type)
  const today = startOfDay(now)
  return Array.from({ length: DAYS }, (_, back): [number, number] => {
    const day = today - back * DAY
    const date = dateOf(day)
    const fits = date.day >= days[0] && date.day <= days[1]
    return [day, fits ? present(months[date.month - 1]) : 0]
  })
}

/** Large stations have more work, though less than proportionally; roofs and villages need no weeding. */
const placesFor = (type: TaskType, places: Place[]): [Place, number][] =>
  places
    .filter((place) => type !== 2 || place.siteType === 'C')
    .map((place) => [place, Math.sqrt(place.capacityKwp)])

function draftAt(day: number, type: TaskType, place: Place, now: number, random: Random): Draft {
  const source = random.weighted(profileOf(type).sources)
  const createdAt = day + minuteOfDay(source, random) * MINUTE + random.whole(0, 59) * 1000
  const draft = draftOf(type, place, createdAt > now ? createdAt - DAY : createdAt, source, random)
  return draft.description.includes('绝缘阻抗低') ? onDampMorning(draft, now, random) : draft
}

function draftOf(type: TaskType, place: Place, createdAt: number, source: string, random: Random): Draft {
  return {
    ...inventTask(type, place, createdAt, random),
    place,
    type,
    createdAt,
    source,
    purchasesWay: type === 1 && random.chance(0.2) ? random.pick(['1', '2', '3']) : null,
  }
}

/** Devices raise alarms while they run, mostly by day; people create orders in working hours. */
function minuteOfDay(source: string, random: Random): number {
  if (source !== sourceCategory.alarm) return random.whole(8 * 60, 17 * 60 + 40)
  return random.chance(0.9) ? random.whole(5 * 60 + 40, 19 * 60 + 20) : random.whole(0, 24 * 60 - 1)
}

/** Insulation faults happen on damp mornings (domain.md §8). */
function onDampMorning(draft: Draft, now: number, random: Random): Draft {
  const createdAt = startOfDay(draft.createdAt) + random.whole(6 * 60, 9 * 60) * MINUTE
  return { ...draft, createdAt: createdAt > now ? createdAt - DAY : createdAt }
}

function desksOf(places: Place[], now: number, random: Random): PlannedOrder[] {
  const centres = Map.groupBy(places, (place) => place.department)
  return [...centres.values()].flatMap((near) =>
    desk.map(({ type, events, shortest_gap: low, longest_gap: high, planned_hours: plannedHours }) => {
      const place = random.pick(near)
      const source = random.weighted(profileOf(type).sources)
      let at = now
      const moments = events.map(() => (at = earlierAtWork(at, random.whole(low, high)))).toReversed()
      const draft = draftOf(type, place, at, source, random)
      return { draft, life: lifeOf(draft, random, { events, moments, plannedHours }) }
    }),
  )
}
