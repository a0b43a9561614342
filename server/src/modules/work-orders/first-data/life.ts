import {
  businessSource,
  sourceCategory,
  type OrderAction,
  type TaskType,
} from '@heliodesk/contract/work-order-rules.ts'
import { halfHourFrom, later, laterAtWork } from '../../../kernel/first-data/calendar.ts'
import type { Random } from '../../../kernel/first-data/random.ts'
import { present } from '../../../platform/certain.ts'
import type { Place, Staff } from './places.ts'
import { profileOf } from './profiles.ts'
import { remarkOn } from './remarks.ts'
import type { Task } from './tasks.ts'

/** An order at its creation. */
export type Draft = Task & {
  place: Place
  type: TaskType
  createdAt: number
  source: string
  purchasesWay: string | null
}

export type Happening = { at: number; action: OrderAction | 'create'; actor: Staff | null; note: string }

type Team = { reporter: Staff | null; liable: Staff; assistants: Staff[] }

type Course = {
  happenings: Happening[]
  planStart: number
  planEnd: number
  /** The plan existed when the order was created; otherwise it came with the assignment. */
  plannedFromStart: boolean
}

/** The whole course of an order, including events that are still in the future. */
export type Life = ReturnType<typeof lifeOf>

/** A stage at which an order is now, with the times of its events so far. */
export type Stage = {
  moments: number[]
  events: Happening['action'][]
  /** Hours of work in the plan; random by default. */
  plannedHours?: number | undefined
}

/** The random life of an order up to its end, or up to a stage from which it does not advance by itself. */
export function lifeOf(draft: Draft, random: Random, stage?: Stage) {
  const team = teamFor(draft, random, stage && present(draft.place.crew.workers[0]))
  const course = stage ? courseTo(stage, draft, team, random) : wholeCourse(draft, team, random)
  return {
    ...team,
    ...course,
    businessSource: businessSourceOf(draft, random),
    /** Promised end of faults and defects by grade (domain.md §3). */
    promisedEnd: draft.grade && later(draft.createdAt, LIMIT_DAYS[draft.grade] * 24 * 60),
  }
}

const LIMIT_DAYS = { 1: 1, 2: 7, 3: 30 }

/** The people who carry out an order; the reporter of a fault or defect never accepts it. */
function teamFor({ place, type, source }: Draft, random: Random, first?: Staff): Team {
  const { crew, specialists } = place
  const special = specialists.length > 0 && (type === 3 || type === 9) && random.chance(0.5)
  const liable = first ?? random.pick(special ? specialists : crew.workers)
  const others = crew.workers.filter((worker) => worker.id !== liable.id)
  const from = random.whole(0, Math.max(0, others.length - 1))
  const assistants = [...others.slice(from), ...others.slice(0, from)].slice(
    0,
    random.whole(...profileOf(type).crew) - 1,
  )
  return { liable, assistants, reporter: reporterOf(source, type, crew, random) }
}

function reporterOf(source: string, type: TaskType, crew: Place['crew'], random: Random): Staff | null {
  if (source === sourceCategory.alarm || source === sourceCategory.plan) return null
  if (type === 7 || type === 8 || random.chance(0.4)) return random.pick(crew.workers)
  return crew.master
}

const businessSourceOf = ({ place }: Draft, random: Random) =>
  random.weighted([
    [businessSource.own, place.siteType === 'C' ? 70 : 30],
    [businessSource.entrusted, place.siteType === 'C' ? 18 : 60],
    [businessSource.warranty, place.gridDate > '2021' ? 12 : 3],
  ])

/** Hours of work in the plan. */
function plannedHours({ type, grade, place }: Draft, random: Random): number {
  const [low, high] = profileOf(type).hours
  if (type === 8 && grade === 2) return random.whole(16, 60)
  const small = place.siteType !== 'C' && high > 40
  return small ? random.whole(Math.ceil(low / 4), Math.ceil(high / 4)) : random.whole(low, high)
}

/** Plans leave this much working time for the acceptance. */
const MINUTES_TO_ACCEPT = 420

/** From the creation to the acceptance; some are late, some returned, some voided. */
function wholeCourse(draft: Draft, team: Team, random: Random): Course {
  const { type, createdAt, source, place } = draft
  const { liable, reporter } = team
  const { master } = place.crew
  const urgent = type === 15
  const after = urgent ? later : laterAtWork
  const hours = plannedHours(draft, random)
  const plannedFromStart = source === sourceCategory.plan || source === sourceCategory.copy

  const takenAt = after(createdAt, urgent ? random.whole(2, 15) : random.whole(5, type === 7 ? 90 : 480))
  const planStart = halfHourFrom(
    plannedFromStart ? laterAtWork(createdAt, random.whole(600, 1900)) : after(takenAt, random.whole(5, 240)),
  )
  const planEnd = laterAtWork(after(planStart, hours * 60), MINUTES_TO_ACCEPT)
  const startedAt = after(Math.max(takenAt, planStart), random.whole(0, 60))
  const span = hours * 60 * lengthFactor(random)
  const submittedAt = after(startedAt, span)
  const checkedAt = laterAtWork(submittedAt, random.whole(20, MINUTES_TO_ACCEPT))

  const happenings: Happening[] = []
  const happen = (at: number, action: Happening['action'], actor: Staff | null, note = '') =>
    happenings.push({ at, action, actor, note })
  happen(createdAt, 'create', reporter)
  happenings.push(take(draft, team, takenAt, random))
  happen(startedAt, 'start', liable)
  if (random.chance(0.35)) happen(after(startedAt, span * random.decimal(0.3, 0.8, 2)), 'save', liable)
  happen(submittedAt, 'submit', liable)
  let acceptedAt = checkedAt
  if (random.chance(0.06)) {
    const resubmittedAt = laterAtWork(checkedAt, random.whole(40, 500))
    happen(checkedAt, 'reject', master, remarkOn('reject', draft, checkedAt, random))
    happen(resubmittedAt, 'submit', liable)
    acceptedAt = laterAtWork(resubmittedAt, random.whole(20, 500))
  }
  happen(acceptedAt, 'pass', master, remarkOn('pass', draft, acceptedAt, random))
  return {
    happenings: random.chance(0.04) ? voided(happenings, draft, random) : happenings,
    planStart,
    planEnd,
    plannedFromStart,
  }
}

/** Real duration relative to the planned one: mostly in time, sometimes late, rarely waiting for parts. */
const lengthFactor = (random: Random) =>
  random.weighted([
    [random.decimal(0.35, 0.98, 3), 89],
    [random.decimal(1.05, 2, 3), 8],
    [random.decimal(2, 4, 3), 3],
  ])

function take(draft: Draft, team: Team, at: number, random: Random): Happening {
  const { crew } = draft.place
  const claimed = team.assistants.length === 0 && random.chance(0.5)
  if (claimed) return { at, action: 'claim', actor: team.liable, note: '' }
  const assigner = random.chance(0.85) ? crew.master : crew.manager
  return { at, action: 'assign', actor: assigner, note: assignNote(team) }
}

const assignNote = ({ liable, assistants }: Team) =>
  `→ ${[liable, ...assistants].map((each) => each.realname).join('、')}`

/** Ended early, mostly before anybody took it. */
function voided(happenings: Happening[], draft: Draft, random: Random): Happening[] {
  const { master, manager } = draft.place.crew
  const length = random.weighted([
    [1, 55],
    [2, 25],
    [3, 15],
    [happenings.findIndex(({ action }) => action === 'submit') + 1, 5],
  ])
  const kept = happenings.slice(0, length)
  const at = laterAtWork(present(kept.at(-1)).at, random.whole(20, 600))
  const actor = random.chance(0.8) ? master : manager
  return [...kept, { at, action: 'terminate', actor, note: remarkOn('terminate', draft, at, random) }]
}

function courseTo(stage: Stage, draft: Draft, team: Team, random: Random): Course {
  const { events, moments } = stage
  const { master } = draft.place.crew
  const planStart = halfHourFrom(moments[1] ?? laterAtWork(present(moments[0]), 660))
  const hours = stage.plannedHours ?? Math.max(20, plannedHours(draft, random))
  const byMaster = new Set<Happening['action']>(['assign', 'reject'])
  const happenings = events.map((action, index): Happening => {
    const at = present(moments[index])
    const actor = action === 'create' ? team.reporter : byMaster.has(action) ? master : team.liable
    const note = action === 'reject' ? remarkOn('reject', draft, at, random) : ''
    return { at, action, actor, note: action === 'assign' ? assignNote(team) : note }
  })
  return {
    happenings,
    planStart,
    planEnd: laterAtWork(planStart, hours * 60),
    plannedFromStart: events.length === 1 && draft.source === sourceCategory.plan,
  }
}
