import { sourceCategory, type TaskType } from '@heliodesk/contract/work-order-rules.ts'
import { present } from '../../platform/certain.ts'
import { dateOf, DAY, startOfDay } from './calendar.ts'
import { deskMoments, livedThrough, onDesk, type DeskStage, type Draft, type Life } from './life.ts'
import type { Place } from './place.ts'
import type { Random } from './random.ts'
import { taskProfiles } from './task-profiles.ts'
import { inventTask } from './tasks.ts'

export type PlannedOrder = { draft: Draft; life: Life }

const DAYS = 365
const MINUTE = 60_000
const types: TaskType[] = [1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18]

/** This many orders of the year before `now`, in order of creation. */
export function planOrders(count: number, places: Place[], now: number, random: Random): PlannedOrder[] {
  const active = places.filter((place) => place.inService)
  const onDesks = desksOf(active, now, random)
  const others = arrivalsOf(count - onDesks.length, active, now, random)
  return [...onDesks, ...others].toSorted((a, b) => a.draft.createdAt - b.draft.createdAt)
}

/** A year's orders with the mix and the seasons of domain.md §8. */
function arrivalsOf(count: number, places: Place[], now: number, random: Random): PlannedOrder[] {
  return types.flatMap((type) => {
    const days = daysFor(type, now)
    const choices = placesFor(type, places)
    return Array.from({ length: countOf(type, count) }, () => {
      const draft = draftAt(random.weighted(days), type, random.weighted(choices), now, random)
      return { draft, life: livedThrough(draft, random) }
    })
  })
}

const MOST_FREQUENT = 8

/** The most frequent type absorbs the rounding. */
function countOf(type: TaskType, count: number): number {
  const rounded = (each: TaskType) => Math.round((count * taskProfiles[each].share) / 100)
  if (type !== MOST_FREQUENT) return rounded(type)
  return count - types.filter((each) => each !== type).reduce((sum, each) => sum + rounded(each), 0)
}

function daysFor(type: TaskType, now: number): [number, number][] {
  const { months, days = [1, 31] } = taskProfiles[type]
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
  const source = random.weighted(taskProfiles[type].sources)
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

/** The pending orders of every crew at the first sign-in, so that each role has something to do at once. */
const desk: readonly (readonly [DeskStage, TaskType])[] = [
  ['toAssign', 8],
  ['toAssign', 7],
  ['toAssign', 1],
  ['toAssign', 18],
  ['assigned', 8],
  ['assigned', 4],
  ['inExecution', 7],
  ['inExecution', 8],
  ['overdue', 8],
  ['submitted', 8],
  ['submitted', 3],
  ['returned', 7],
]

function desksOf(places: Place[], now: number, random: Random): PlannedOrder[] {
  const centres = Map.groupBy(places, (place) => place.department)
  return [...centres.values()].flatMap((near) =>
    desk.map(([stage, type]) => {
      const place = random.pick(near)
      const source = random.weighted(taskProfiles[type].sources)
      const moments = deskMoments(stage, now, random)
      const draft = draftOf(type, place, present(moments[0]), source, random)
      return { draft, life: onDesk(draft, stage, moments, present(place.crew.workers[0]), random) }
    }),
  )
}
