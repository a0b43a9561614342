import { z } from 'zod'
import { extensionStates } from './extension-rules.ts'
import { keyOf, named, requiredText, text, time } from './fields.ts'

/** What is recorded of an order beside its own fields. */

export const orderEvent = z.object({
  id: z.string(),
  at: time,
  actorName: z.string(),
  action: z.string(),
  actionName: z.string(),
  fromSts: z.int().nullable(),
  toSts: z.int(),
  note: z.string(),
  /** When it was done on a phone that had no signal and sent it at `at`; null for anything else. */
  doneTime: time.nullable(),
  /** limegreen = done, red = returned or voided (spec 2 §2 flow chart). */
  color: z.string().nullable(),
})

/** A request to extend an order, and what became of it. */
export const orderExtension = z.object({
  id: z.string(),
  applyUserName: z.string(),
  applyTime: time,
  oldPlanEndTime: time,
  planEndTime: time,
  reason: z.string(),
  status: keyOf(extensionStates),
  /** Who decided or ended it; null while it waits. */
  auditUserName: z.string().nullable(),
  auditTime: time.nullable(),
  auditOpinion: z.string(),
  processInstanceId: z.string(),
})

export const extensionFields = {
  planEndTime: named('新的计划结束时间', time),
  reason: named('延期原因', requiredText(100)),
}

export const auditFields = {
  pass: named('结论', z.boolean('请选择同意或不同意')),
  auditOpinion: named('审批意见', text(100).default('')),
}
export const saysWhy = ({ pass, auditOpinion }: { pass: boolean; auditOpinion: string }): boolean =>
  pass || auditOpinion.length > 0
export const whyMissing = { path: ['auditOpinion'], message: '不同意时请填写意见' }
