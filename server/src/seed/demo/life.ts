import {
  businessSource,
  sourceCategory,
  type OrderAction,
  type TaskType,
} from '@heliodesk/contract/work-order-rules.ts'
import { present } from '../../platform/certain.ts'
import { earlierAtWork, halfHourFrom, later, laterAtWork } from './calendar.ts'
import type { Place, Staff } from './place.ts'
import type { Random } from './random.ts'
import { passNotes, rejectReasons, terminateReasons } from './remarks.ts'
import { taskProfiles } from './task-profiles.ts'
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

/** The whole course of an order, including events that are still in the future. */
export type Life = {
  happenings: Happening[]
  reporter: Staff | null
  liable: Staff
  assistants: Staff[]
  businessSource: string
  planStart: number
  planEnd: number
  /** The plan existed when the order was created; otherwise it came with the assignment. */
  plannedFromStart: boolean
  /** Promised end of faults and defects by grade (domain.md §3). */
  promisedEnd: number | null
}

/** The people who carry out an order; the reporter of a fault or defect never accepts it. */
function staffFor({ place, type, source }: Draft, random: Random, first?: Staff) {
  const { crew, specialists } = place
  const special = specialists.length > 0 && (type === 3 || type === 9) && random.chance(0.5)
  const liable = first ?? random.pick(special ? specialists : crew.workers)
  const [low, high] = taskProfiles[type].crew
  const others = crew.workers.filter((worker) => worker.id !== liable.id)
  const from = random.whole(0, Math.max(0, others.length - 1))
  const assistants = [...others.slice(from), ...others.slice(0, from)].slice(0, random.whole(low, high) - 1)
  return { liable, assistants, reporter: reporterOf(source, type, crew, random) }
}

function reporterOf(source: string, type: TaskType, crew: Place['crew'], random: Random): Staff | null {
  if (source === sourceCategory.alarm || source === sourceCategory.plan) return null
  if (type === 7 || type === 8 || random.chance(0.4)) return random.pick(crew.workers)
  return crew.master
}

const LIMIT_DAYS = { 1: 1, 2: 7, 3: 30 }

const promisedEndOf = ({ grade, createdAt }: Draft) => grade && later(createdAt, LIMIT_DAYS[grade] * 24 * 60)

/** Hours of work in the plan. */
function plannedHours({ type, grade, place }: Draft, random: Random): number {
  const [low, high] = taskProfiles[type].hours
  if (type === 8 && grade === 2) return random.whole(16, 60)
  const small = place.siteType !== 'C' && high > 40
  return small ? random.whole(Math.ceil(low / 4), Math.ceil(high / 4)) : random.whole(low, high)
}

/** Plans leave this much working time for the acceptance. */
const MINUTES_TO_ACCEPT = 420

/** The random course of an order; some are late, some returned, some voided. */
export function livedThrough(draft: Draft, random: Random): Life {
  const { type, createdAt, source } = draft
  const { crew } = draft.place
  const urgent = type === 15
  const after = urgent ? later : laterAtWork
  const staff = staffFor(draft, random)
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

  const happenings: Happening[] = [
    { at: createdAt, action: 'create', actor: staff.reporter, note: '' },
    take(draft, staff, takenAt, random),
    { at: startedAt, action: 'start', actor: staff.liable, note: '' },
  ]
  if (random.chance(0.35)) {
    happenings.push({
      at: after(startedAt, span * random.decimal(0.3, 0.8, 2)),
      action: 'save',
      actor: staff.liable,
      note: '',
    })
  }
  happenings.push({ at: submittedAt, action: 'submit', actor: staff.liable, note: '' })
  let acceptedAt = checkedAt
  if (random.chance(0.06)) {
    const resubmittedAt = laterAtWork(checkedAt, random.whole(40, 500))
    happenings.push(
      { at: checkedAt, action: 'reject', actor: crew.master, note: random.pick(rejectReasons) },
      { at: resubmittedAt, action: 'submit', actor: staff.liable, note: '' },
    )
    acceptedAt = laterAtWork(resubmittedAt, random.whole(20, 500))
  }
  happenings.push({ at: acceptedAt, action: 'pass', actor: crew.master, note: random.pick(passNotes) })
  return {
    ...staff,
    happenings: random.chance(0.04) ? voided(happenings, draft, random) : happenings,
    businessSource: businessSourceOf(draft, random),
    planStart,
    planEnd,
    plannedFromStart,
    promisedEnd: promisedEndOf(draft),
  }
}

/** Real duration relative to the planned one: mostly in time, sometimes late, rarely waiting for parts. */
const lengthFactor = (random: Random) =>
  random.weighted([
    [random.decimal(0.35, 0.98, 3), 89],
    [random.decimal(1.05, 2, 3), 8],
    [random.decimal(2, 4, 3), 3],
  ])

function take(
  draft: Draft,
  staff: { liable: Staff; assistants: Staff[] },
  at: number,
  random: Random,
): Happening {
  const { crew } = draft.place
  const claimed = staff.assistants.length === 0 && random.chance(0.5)
  if (claimed) return { at, action: 'claim', actor: staff.liable, note: '' }
  const assigner = random.chance(0.85) ? crew.master : crew.manager
  return { at, action: 'assign', actor: assigner, note: assignNote(staff) }
}

const assignNote = ({ liable, assistants }: { liable: Staff; assistants: Staff[] }) =>
  `→ ${[liable, ...assistants].map((each) => each.realname).join('、')}`

/** Ended early, mostly before anybody took it. */
function voided(happenings: Happening[], { place }: Draft, random: Random): Happening[] {
  const length = random.weighted([
    [1, 55],
    [2, 25],
    [3, 15],
    [happenings.findIndex(({ action }) => action === 'submit') + 1, 5],
  ])
  const kept = happenings.slice(0, length)
  const at = laterAtWork(present(kept.at(-1)).at, random.whole(20, 600))
  const actor = random.chance(0.8) ? place.crew.master : place.crew.manager
  return [...kept, { at, action: 'terminate', actor, note: random.pick(terminateReasons) }]
}

const businessSourceOf = ({ place }: Draft, random: Random) =>
  random.weighted([
    [businessSource.own, place.siteType === 'C' ? 70 : 30],
    [businessSource.entrusted, place.siteType === 'C' ? 18 : 60],
    [businessSource.warranty, place.gridDate > '2021' ? 12 : 3],
  ])

/** The current stage of a pending order. */
export type DeskStage = 'toAssign' | 'assigned' | 'inExecution' | 'overdue' | 'submitted' | 'returned'

const deskActions: Record<DeskStage, Happening['action'][]> = {
  toAssign: ['create'],
  assigned: ['create', 'assign'],
  inExecution: ['create', 'assign', 'start', 'save'],
  overdue: ['create', 'assign', 'start', 'save'],
  submitted: ['create', 'assign', 'start', 'submit'],
  returned: ['create', 'assign', 'start', 'submit', 'reject'],
}

/** Minutes of working time between the events of a pending order, by its stage. */
const deskPace: Record<DeskStage, readonly [low: number, high: number]> = {
  toAssign: [15, 150],
  assigned: [20, 90],
  inExecution: [15, 50],
  overdue: [500, 800],
  submitted: [30, 90],
  returned: [30, 70],
}

/** Times from the creation to the newest change, all before `now` and in working time. */
export function deskMoments(stage: DeskStage, now: number, random: Random): number[] {
  const [low, high] = deskPace[stage]
  const moments: number[] = []
  for (let at = now; moments.length < deskActions[stage].length; moments.push(at)) {
    at = earlierAtWork(at, random.whole(low, high))
  }
  return moments.toReversed()
}

/** An order that is at a stage now and does not advance by itself. */
export function onDesk(
  draft: Draft,
  stage: DeskStage,
  moments: number[],
  worker: Staff,
  random: Random,
): Life {
  const { crew } = draft.place
  const staff = staffFor(draft, random, worker)
  const actorOf: Record<Happening['action'], Staff | null> = {
    create: staff.reporter,
    assign: crew.master,
    claim: staff.liable,
    reassign: crew.master,
    start: staff.liable,
    save: staff.liable,
    submit: staff.liable,
    reject: crew.master,
    pass: crew.master,
    terminate: crew.master,
  }
  const noteOf = (action: Happening['action']) => {
    if (action === 'assign') return assignNote(staff)
    return action === 'reject' ? random.pick(rejectReasons) : ''
  }
  const planStart = halfHourFrom(moments[1] ?? laterAtWork(present(moments[0]), 660))
  const hours = stage === 'overdue' ? 8 : Math.max(20, plannedHours(draft, random))
  return {
    ...staff,
    happenings: deskActions[stage].map((action, at) => ({
      at: present(moments[at]),
      action,
      actor: actorOf[action],
      note: noteOf(action),
    })),
    businessSource: businessSourceOf(draft, random),
    planStart,
    planEnd: laterAtWork(planStart, hours * 60),
    plannedFromStart: stage === 'toAssign' && draft.source === sourceCategory.plan,
    promisedEnd: promisedEndOf(draft),
  }
}
