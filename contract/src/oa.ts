import { z } from 'zod'
import { callsOf } from './call.ts'
import { instanceStates, MOST_OPINION } from './approvals.ts'
import { day, id, keyOf, named, nothing, requiredText, text } from './fields.ts'

const { command, query } = callsOf('process')

export const leaveKinds = { annual: '年假', personal: '事假', sick: '病假', other: '其他' } as const

const remark = named('事由', requiredText(500))

/** What a person fills in, by the process that decides about it. Names are the variables of the process. */
export const oaForms = {
  leave: z
    .object({
      kind: named('请假类型', keyOf(leaveKinds)),
      from: named('开始日期', day),
      until: named('结束日期', day),
      days: named(
        '请假天数',
        z.coerce.number().min(0.5, '至少半天').max(365, '最多 365 天').multipleOf(0.5, '以半天计'),
      ),
      remark,
    })
    .refine(({ from, until }) => from <= until, { path: ['until'], message: '不能早于开始日期' }),
  purchase: z.object({
    subject: named('采购内容', requiredText(100)),
    amount: named('金额（元）', z.coerce.number().positive('应大于 0').max(100_000_000).multipleOf(0.01)),
    supplier: named('建议供应商', text(100).default('')),
    remark,
  }),
} as const
export type OaKind = keyof typeof oaForms

export const oaTitles: Readonly<Record<OaKind, string>> = { leave: '请假', purchase: '采购申请' }

const asked = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('leave'), form: oaForms.leave }),
  z.object({ kind: z.literal('purchase'), form: oaForms.purchase }),
])

const requestId = named('审批单', id)
const taskId = named('待办事项', z.coerce.number().int().min(1))
const opinion = named('意见', text(MOST_OPINION).default(''))

const oaRequest = z.object({
  id,
  kind: keyOf(oaTitles),
  title: z.string(),
  form: z.record(z.string(), z.union([z.string(), z.number()])),
  applicant: z.string(),
  department: z.string(),
  createTime: z.string(),
  processInstanceId: id,
  status: keyOf(instanceStates),
})

export const oaCalls = {
  /** Starts the approval of a request (发起流程). */
  apply: command({
    title: '发起流程',
    path: '/order/oa/insert',
    access: 'signedIn',
    input: z.object({ request: asked }),
    output: z.object({ id, processInstanceId: id }),
  }),
  detail: query({
    title: '审批单详情',
    path: '/order/oa/detail',
    access: 'signedIn',
    input: z.object({ id: requestId }),
    output: oaRequest,
  }),
  /** Sends a request again that came back to its applicant, with what was changed. */
  amend: command({
    title: '修改并重新提交审批单',
    path: '/order/oa/update',
    access: 'signedIn',
    input: z.object({ id: requestId, taskId, request: asked, opinion }),
    output: nothing,
  }),
  /** Decides a step of a request. */
  approve: command({
    title: '审批',
    path: '/order/oa/approve',
    access: 'signedIn',
    input: z.object({
      id: requestId,
      taskId,
      outcome: named('结论', z.enum(['approve', 'reject'], '请选择同意或不同意')),
      opinion,
    }),
    output: nothing,
  }),
}
