import { isOwn } from '@heliodesk/contract/own.ts'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { INSPECTION, orderActions, refusalOf, stateAfter } from '@heliodesk/contract/work-order-rules.ts'

/** One event of an order, with the order's current state. */
export type HistoryRow = {
  work_code: string
  task_type: number
  need_ticket: number
  liable_user_id: string | null
  liable_person: string | null
  assist_user_ids: string[]
  reporter_id: string | null
  plan_start_time: Date | null
  flow_sts: 1 | 2 | 3 | 4 | 5
  other_sts: number
  action: keyof typeof orderActions | 'create' | 'extensionAgree' | 'extensionRefuse' | 'insurance'
  actor_id: string | null
  from_sts: 1 | 2 | 3 | 4 | 5 | null
  to_sts: number
  last: boolean
}

const otherAfter: Partial<Record<HistoryRow['action'], number>> = {
  create: 1,
  assign: 2,
  claim: 2,
  start: 3,
  submit: 4,
  pass: 5,
  reject: 6,
}

/** What it takes for events that no action of the state table writes. */
const besides = {
  extensionAgree: 'order:audit',
  extensionRefuse: 'order:audit',
  insurance: 'order:assign',
} as const

/** Replays the histories against the rules of the contract; returns the events that they would have refused. */
export function faultsIn(events: HistoryRow[], codesOf: Map<string, PermissionCode[]>): string[] {
  const faults: string[] = []
  let other = 0
  for (const event of events) {
    const codes = event.actor_id ? codesOf.get(event.actor_id)! : null
    // The program makes the orders of plans, and gives them to whom the plan names.
    if (event.actor_id === null && event.action === 'assign' && event.task_type === INSPECTION) other = 2
    else if (event.action === 'create') {
      if (codes && !codes.includes('order:create'))
        faults.push(`${event.work_code} reported without the right`)
    } else if (!isOwn(orderActions, event.action)) {
      const right = besides[event.action]
      if (!codes?.includes(right)) faults.push(`${event.work_code} ${event.action} without ${right}`)
    } else {
      const { perms } = orderActions[event.action]
      const to = stateAfter(event.action, event.from_sts!)
      for (const perm of perms)
        if (!codes?.includes(perm)) faults.push(`${event.work_code} ${event.action} without ${perm}`)
      const order = {
        flowSts: event.from_sts!,
        otherSts: other,
        taskType: event.task_type,
        needTicket: event.need_ticket,
        liableUserId: event.liable_user_id,
        assistUserIds: event.assist_user_ids,
        liablePerson: event.liable_person,
        reporterId: event.reporter_id,
        planEndTime: true,
        overHours: null,
        extensionAskerId: null,
        extensionCount: 0,
        planStartTime: event.plan_start_time,
      }
      const refusal = refusalOf(event.action, order, event.actor_id!)
      if (refusal) faults.push(`${event.work_code} ${event.action}: ${refusal}`)
      if (event.to_sts !== to) faults.push(`${event.work_code} ${event.action} led to ${event.to_sts}`)
    }
    other = otherAfter[event.action] ?? other
    if (event.last && (event.flow_sts !== event.to_sts || event.other_sts !== other)) {
      faults.push(`${event.work_code} does not stand where its history ends`)
    }
  }
  return faults
}
