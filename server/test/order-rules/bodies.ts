import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { commandOf } from '../site.ts'
import type { ActionCode } from './table.ts'

type Sent = {
  id: string
  version: number
  liableId: string
  assistantIds?: readonly string[]
  /** The plan that an order gets when it is assigned. */
  plan: { start: string; end: string }
  /** The end that it gets when it is reassigned, and the one that is asked for. */
  reassignedEnd: string
  extendedEnd: string
  /** A plan that it does not have. */
  otherPlan: { start: string; end: string }
  hasHours?: boolean
  agrees?: boolean
  handlerId: string
  photo?: { path: string; id: string }
}

/** The only step of the orders of these tests, as it is sent when it is done. */
export const step = {
  name: '作业',
  required: true,
  needPhoto: false,
  needValue: false,
  done: true,
  doneAt: '2030-01-01 10:00:00',
  value: '',
  note: '',
}

const hours = {
  executorName: '某人',
  actualStartTime: '2030-01-01 09:00:00',
  actualEndTime: '2030-01-01 11:30:00',
  peopleNum: 2,
}

/** What the product's clients send for an action: complete and valid, so that nothing but the rules can refuse it. */
export function bodyOf(action: ActionCode, sent: Sent): object {
  const seen = { id: sent.id, version: sent.version }
  const work = {
    ...seen,
    prerequisiteList: [],
    stepList: [step],
    workHoursList: (sent.hasHours ?? true) ? [hours] : [],
    executionNote: '已处理',
  }
  const verdict = { ...seen, auditOpinion: '看过', score: 95 }
  const planned = ({ start, end }: Sent['plan']) => ({ planStartTime: start, planEndTime: end })
  const bodies: Record<ActionCode, object> = {
    assign: {
      ...seen,
      liableUserId: sent.liableId,
      assistUserIds: sent.assistantIds ?? [],
      ...planned(sent.plan),
    },
    claim: seen,
    reassign: {
      ...seen,
      liableUserId: sent.liableId,
      reason: '进度停滞',
      planEndTime: sent.reassignedEnd,
    },
    reschedule: { ...seen, ...planned(sent.otherPlan), confirmed: true },
    start: seen,
    save: { ...work, submit: false },
    submit: { ...work, submit: true },
    addPhoto: { id: sent.id, stepNo: 1, path: sent.photo?.path },
    removePhoto: { id: sent.id, photoId: sent.photo?.id },
    pass: { ...verdict, pass: true },
    reject: { ...verdict, pass: false },
    extend: { ...seen, planEndTime: sent.extendedEnd, reason: '备件未到' },
    audit: { ...seen, pass: sent.agrees ?? true, auditOpinion: '看过' },
    terminate: { ...seen, reason: '不再需要' },
    insurance: {
      ...seen,
      reportNo: `BX${sent.id}`,
      reportTime: '2026-01-01 08:00:00',
      handlerId: sent.handlerId,
    },
  }
  return bodies[action]
}

const paths: Record<ActionCode, string> = {
  assign: commandOf.assign.path,
  claim: commandOf.claim.path,
  reassign: commandOf.reassign.path,
  reschedule: commandOf.reschedule.path,
  start: commandOf.start.path,
  save: commandOf.save.path,
  submit: commandOf.submit.path,
  addPhoto: calls.addPhoto.path,
  removePhoto: calls.removePhoto.path,
  pass: commandOf.pass.path,
  reject: commandOf.reject.path,
  extend: commandOf.extend.path,
  audit: commandOf.audit.path,
  terminate: commandOf.terminate.path,
  insurance: calls.insuranceAssign.path,
}

/** The actions for which the reform types have a path of their own. */
export const byType: ReadonlySet<ActionCode> = new Set(['assign', 'save', 'submit', 'pass', 'reject'])

export const pathOf = (action: ActionCode, taskType: number | undefined): string =>
  taskType === 18 && byType.has(action)
    ? paths[action].replace('/ops/order/', '/ops/order/18/')
    : paths[action]
