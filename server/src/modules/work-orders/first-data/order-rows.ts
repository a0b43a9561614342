import { defectLevels, isGraded } from '@heliodesk/contract/defect-levels.ts'
import { orderActions, otherStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import type { Random } from '../../../kernel/first-data/random.ts'
import { present } from '../../../platform/certain.ts'
import type { PlannedOrder } from './arrivals.ts'
import type { TaskTypeDefinition } from '@heliodesk/contract/task-types.ts'
import { fillDocument, hoursOf, type Written } from './execution.ts'
import type { Happening } from './life.ts'
import { profileOf } from './profiles.ts'
import { remarkOn } from './remarks.ts'

export type OrderRows = ReturnType<typeof rowsOf>

/** The rows of an order at `now`: later events of its course are left out. */
export function rowsOf(
  { draft, life }: PlannedOrder,
  definition: TaskTypeDefinition,
  workCode: string,
  now: number,
  random: Random,
) {
  const happened = life.happenings.filter(({ at }) => at <= now)
  const find = (...actions: Happening['action'][]) => happened.find(({ action }) => actions.includes(action))
  const taken = find('assign', 'claim')
  const passed = find('pass')
  const written = writtenBy(happened)
  const last = present(happened.at(-1))
  const hasPlan = life.plannedFromStart || taken?.action === 'assign'
  const scored = passed && definition.scored
  const order = {
    work_code: workCode,
    version: happened.length,
    station_id: draft.place.id,
    psa_id: draft.place.psaId,
    dep_code: draft.place.department,
    task_type: draft.type,
    work_subclass: draft.workSubclass,
    task_category: profileOf(draft.type).category,
    task_description: draft.description,
    ops_business_source: life.businessSource,
    ops_source_category: draft.source,
    area_name: draft.areaName,
    device_id: draft.device?.id ?? null,
    need_work_hours: definition.needWorkHours,
    purchases_way: draft.purchasesWay,
    flow_sts: present(statusAfter(last)),
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
    defect_level: draft.grade && isGraded(draft.type) ? (defectLevels[draft.grade - 1] ?? null) : null,
    loss_power: draft.lossPower,
    execution_note: written && remarkOn(written.complete ? 'done' : 'underWay', draft, written.until, random),
    score: scored ? random.whole(82, 99) : null,
    suggestion: scored ? remarkOn('score', draft, now, random) || null : null,
    terminate_reason: find('terminate')?.note ?? null,
    created_at: timestamp(draft.createdAt),
    updated_at: timestamp(last.at),
  }
  const crew = [life.liable, ...life.assistants]
  return {
    order,
    events: eventsOf(happened),
    document: taken && {
      ...fillDocument(definition, written, random),
      updated_at: timestamp(written?.until ?? taken.at),
    },
    hours: written && definition.needWorkHours ? hoursOf(draft, written, crew, random) : [],
  }
}

const timestamp = (instant: number) => new Date(instant).toISOString()
const momentOf = (happening: Happening | undefined) => (happening ? timestamp(happening.at) : null)

const statusAfter = (happening: Happening | undefined): FlowStatus | null =>
  happening ? (happening.action === 'create' ? 1 : orderActions[happening.action].to) : null

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

const eventsOf = (happened: Happening[]) =>
  happened.map((happening, index) => ({
    at: timestamp(happening.at),
    actor_id: happening.actor?.id ?? null,
    actor_name: happening.actor?.realname ?? '系统',
    action: happening.action,
    from_sts: statusAfter(happened[index - 1]),
    to_sts: present(statusAfter(happening)),
    note: happening.note,
  }))
