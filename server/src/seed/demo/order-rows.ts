import {
  orderActions,
  otherStatuses,
  scoredTypes,
  type FlowStatus,
} from '@heliodesk/contract/work-order-rules.ts'
import { present } from '../../platform/certain.ts'
import { taskTemplates } from '../task-templates.ts'
import type { PlannedOrder } from './arrivals.ts'
import { fillDocument, hoursOf, type Written } from './execution.ts'
import type { Draft, Happening } from './life.ts'
import type { Random } from './random.ts'
import { remarkUnderWay, remarkWhenDone, suggestions } from './remarks.ts'
import { taskProfiles } from './task-profiles.ts'

export type OrderRows = ReturnType<typeof rowsOf>

/** The rows of an order at `now`: later events of its course are left out. */
export function rowsOf({ draft, life }: PlannedOrder, workCode: string, now: number, random: Random) {
  const happened = life.happenings.filter(({ at }) => at <= now)
  const find = (...actions: Happening['action'][]) => happened.find(({ action }) => actions.includes(action))
  const taken = find('assign', 'claim')
  const passed = find('pass')
  const written = writtenBy(happened)
  const flowSts = statusAfter(happened)
  const template = taskTemplates[draft.type]
  const hasPlan = life.plannedFromStart || taken?.action === 'assign'
  const scored = passed && scoredTypes.includes(draft.type)
  const order = {
    work_code: workCode,
    version: happened.length,
    station_id: draft.place.id,
    psa_id: draft.place.psaId,
    dep_code: draft.place.department,
    task_type: draft.type,
    work_subclass: draft.workSubclass,
    task_category: taskProfiles[draft.type].category,
    task_description: draft.description,
    ops_business_source: life.businessSource,
    ops_source_category: draft.source,
    area_name: draft.areaName,
    device_id: draft.device?.id ?? null,
    need_work_hours: template.needWorkHours,
    purchases_way: draft.purchasesWay,
    flow_sts: flowSts,
    other_sts: otherStatusAfter(happened),
    reporter_id: life.reporter?.id ?? null,
    liable_user_id: taken ? life.liable.id : null,
    liable_person: taken ? life.liable.realname : null,
    assist_user_ids: taken ? life.assistants.map((each) => each.id) : [],
    checker_id: passed?.actor?.id ?? null,
    plan_start_time: hasPlan ? timestamp(life.planStart) : null,
    plan_end_time: hasPlan ? timestamp(life.planEnd) : null,
    imp_commit_time: life.promisedEnd ? timestamp(life.promisedEnd) : null,
    real_start_time: momentOf(taken),
    work_start_time: momentOf(find('start')),
    submit_time: momentOf(happened.findLast(({ action }) => action === 'submit')),
    flow_end_time: momentOf(find('pass', 'terminate')),
    loss_power: draft.lossPower,
    execution_note: written && remarkOn(draft, written, random),
    score: scored ? random.whole(82, 99) : null,
    suggestion: scored ? random.pick(suggestions) || null : null,
    terminate_reason: find('terminate')?.note ?? null,
    created_at: timestamp(draft.createdAt),
    updated_at: timestamp(present(happened.at(-1)).at),
  }
  const crew = [life.liable, ...life.assistants]
  return {
    order,
    events: eventsOf(happened),
    document: taken && {
      ...fillDocument(template, written, random),
      updated_at: timestamp(written?.until ?? taken.at),
    },
    hours: written && template.needWorkHours ? hoursOf(written, crew, random) : [],
  }
}

const timestamp = (instant: number) => new Date(instant).toISOString()
const momentOf = (happening: Happening | undefined) => (happening ? timestamp(happening.at) : null)

const statusAfter = (happened: Happening[]): FlowStatus => {
  const { action } = present(happened.at(-1))
  return action === 'create' ? 1 : orderActions[action].to
}

const otherStatusOf: Partial<Record<Happening['action'], number>> = {
  create: otherStatuses.toAssign,
  assign: otherStatuses.notStarted,
  claim: otherStatuses.notStarted,
  start: otherStatuses.inExecution,
  submit: otherStatuses.submitted,
  pass: otherStatuses.accepted,
  reject: otherStatuses.returned,
}

/** Saving and voiding do not change it. */
const otherStatusAfter = (happened: Happening[]): number =>
  present(otherStatusOf[present(happened.findLast(({ action }) => action in otherStatusOf)).action])

function writtenBy(happened: Happening[]): Written {
  const newest = happened.findLast(({ action }) => action === 'save' || action === 'submit')
  const start = happened.find(({ action }) => action === 'start')
  return newest && start
    ? { startedAt: start.at, until: newest.at, complete: happened.some(({ action }) => action === 'submit') }
    : null
}

const remarkOn = (draft: Draft, { complete, until }: NonNullable<Written>, random: Random) =>
  complete ? remarkWhenDone(draft, until, random) : remarkUnderWay(draft, until, random)

const eventsOf = (happened: Happening[]) =>
  happened.map(({ at, action, actor, note }, index) => ({
    at: timestamp(at),
    actor_id: actor?.id ?? null,
    actor_name: actor?.realname ?? '系统',
    action,
    from_sts: index === 0 ? null : statusAfter(happened.slice(0, index)),
    to_sts: statusAfter(happened.slice(0, index + 1)),
    note,
  }))
