import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, keyOf, named, nothing, requiredText, text, time } from './fields.ts'

const { command, query } = callsOf('process')

export const delegationStates = {
  coming: '未开始',
  running: '进行中',
  over: '已结束',
  ended: '已提前结束',
} as const
export type DelegationState = keyof typeof delegationStates

/** The longest absence, in days. */
export const LONGEST_DELEGATION = 180

const delegation = z.object({
  id,
  /** Whether the caller is the one who is absent. */
  isOwn: z.boolean(),
  from: z.string(),
  to: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  /** The types of processes; empty for all. */
  types: z.array(z.string()),
  reason: z.string(),
  state: keyOf(delegationStates),
  /** Who ended it before its time, and when. */
  endedBy: z.string(),
  endedTime: z.string().nullable(),
})

export const delegationCalls = {
  /** Those that the caller gave or has, the newest first. */
  list: query({
    title: '委托列表',
    path: '/workflow/v1/delegation/list',
    access: 'signedIn',
    input: nothing,
    output: z.array(delegation),
  }),
  /** Lets a colleague do the caller's steps while the caller is absent. */
  add: command({
    title: '新建委托',
    path: '/workflow/v1/delegation/insert',
    access: 'signedIn',
    input: z
      .object({
        delegateId: named('受托人', id),
        startTime: named('开始时间', time),
        endTime: named('结束时间', time),
        types: named('流程类型', z.array(requiredText(50)).max(50, '最多 50 种类型').default([])),
        reason: named('原因', text(100).default('')),
      })
      .refine(({ startTime, endTime }) => startTime < endTime, {
        path: ['endTime'],
        message: '应晚于开始时间',
      }),
    output: z.object({ id }),
  }),
  /** Before its time, by either of the two. */
  end: command({
    title: '结束委托',
    path: '/workflow/v1/delegation/end',
    access: 'signedIn',
    input: z.object({ id: named('委托', id) }),
    output: nothing,
  }),
}
