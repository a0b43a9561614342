import { z } from 'zod'
import { callsOf } from './call.ts'
import {
  businessPage,
  businessPageOf,
  id,
  keyOf,
  named,
  nothing,
  requiredText,
  text,
  zeroOrOne,
} from './fields.ts'

const { command, query } = callsOf('process')

/** The lists of 我的流程. */
export const approvalBoxes = { todo: '待办', done: '已办', started: '我发起的' } as const
export type ApprovalBox = keyof typeof approvalBoxes

export const instanceStates = {
  running: '审批中',
  completed: '已结束',
  voided: '已作废',
  withdrawn: '已撤回',
} as const
export type InstanceState = keyof typeof instanceStates

/** The longest opinion, in characters (spec 2 §2 "Back/void reason dialog"). */
export const MOST_OPINION = 100

const processInstanceId = named('流程', id)
const taskId = named('待办事项', z.coerce.number().int().min(1))
const opinion = named('意见', text(MOST_OPINION).default(''))
const reason = (title: string) => named(title, requiredText(MOST_OPINION))
const colleague = named('人员', id)

export const approval = z.object({
  processInstanceId: id,
  /** Of the list's own step; null in 我发起的. */
  taskId: z.int().nullable(),
  businessType: z.string(),
  businessTitle: z.string(),
  businessId: id,
  title: z.string(),
  /** The steps that are open, or the one that was done. */
  step: z.string(),
  starter: z.string(),
  startTime: z.string(),
  /** When the step was opened, or done. */
  stepTime: z.string(),
  dueTime: z.string().nullable(),
  status: keyOf(instanceStates),
})

/** A line of the history (spec 2 §3 "Flow-chart request"). */
const activity = z
  .object({
    /** limegreen: done; red: returned or ended early; empty: still open. */
    color: z.string(),
    content: z.string(),
    timestamp: z.string(),
    /** The opinion. */
    message: z.string(),
    specialParameters: z.object({
      node: z.string(),
      person: z.string(),
      kind: z.string(),
      /** Of the event that it tells, 0 for the start; null for a step that is open. */
      seq: z.int().nullable(),
    }),
  })
  .meta({ id: 'ProcessActivity' })

/** How a node, flow or return of a picture is drawn: classes `bpmn-` and the mark. */
export const processMarks = ['idle', 'skipped', 'done', 'current', 'back', 'dropped'] as const
export type ProcessMark = (typeof processMarks)[number]

/** A moment of an instance: a line of its history, and what is drawn otherwise than at the moment before. */
const moment = activity
  .extend({
    /** Who has something open then. */
    holders: z.array(z.string()),
    changes: z.array(
      z.object({
        /** `data-id` in the picture. */
        id: z.string(),
        mark: z.enum(processMarks),
        /** The texts below the name of a step, or of a return. */
        lines: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'ProcessMoment' })
export type ProcessMoment = z.output<typeof moment>

const openStep = z.object({
  taskId: z.int(),
  node: z.string(),
  name: z.string(),
  /** Who holds it, or could take it. */
  people: z.array(z.string()),
  since: z.string(),
  dueTime: z.string().nullable(),
  /** Waits for somebody who was asked to sign before. */
  isHeld: z.boolean(),
  isMine: z.boolean(),
  isOffered: z.boolean(),
})

export const instance = z.object({
  processInstanceId: id,
  businessType: z.string(),
  businessTitle: z.string(),
  businessId: id,
  title: z.string(),
  processName: z.string(),
  version: z.int(),
  status: keyOf(instanceStates),
  starter: z.string(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  steps: z.array(openStep),
  /** The steps to which the caller may return their own open step, the latest first. */
  returnTargets: z.array(z.object({ node: z.string(), name: z.string() })),
  canWithdraw: z.boolean(),
  canVoid: z.boolean(),
  /** A request that its starter filled in. */
  isForm: z.boolean(),
  /** Its form in the company's ERP; null for what has none there. */
  externalForm: z.object({ formId: z.string(), app: z.string().optional() }).nullable(),
})

const step = { processInstanceId, taskId }

export const approvalCalls = {
  page: query({
    title: '我的流程列表',
    path: '/workflow/v1/task/page',
    access: 'signedIn',
    input: z.object({
      box: named('列表', keyOf(approvalBoxes)),
      keyword: named('关键字', text(50).default('')),
      ...businessPage,
    }),
    output: businessPageOf(approval),
  }),
  counts: query({
    title: '我的流程数量',
    path: '/workflow/v1/task/count',
    access: 'signedIn',
    input: nothing,
    output: z.object({ todo: z.int(), done: z.int(), started: z.int() }),
  }),
  /** For its starter, whoever has or had a step of it, and those who keep the processes. */
  detail: query({
    title: '流程详情',
    path: '/workflow/v1/instance/detail',
    access: 'signedIn',
    input: z.object({ processInstanceId }),
    output: instance,
  }),
  /** The picture of an instance: what was done, and who holds it (spec 2 §7 "Flow chart"). */
  diagram: query({
    title: '流程图',
    path: '/workflow/v1/showProcessDiagram',
    access: 'signedIn',
    input: z.object({
      processInstanceId,
      /** The process that called it. */
      pProcessInstanceId: named('上级流程', id.optional()),
      /** The name of a person whose steps are emphasised. */
      flowUser: named('办理人', text(50).optional()),
      // With these, clients say where they open it. The picture is the same everywhere.
      isWorkOrder: named('是工单', zeroOrOne.optional()),
      isTask: named('是任务', zeroOrOne.optional()),
      taskNo: named('任务编号', text(50).optional()),
      isHaveRead: named('已读', zeroOrOne.optional()),
      formId: named('表单编号', text(100).optional()),
      app: named('应用', text(100).optional()),
    }),
    output: z.string(),
  }),
  /** What the picture showed at each moment, the first first; of a long history the latest moments. */
  moments: query({
    title: '流程回放',
    path: '/workflow/v1/listMoments',
    access: 'signedIn',
    input: z.object({ processInstanceId }),
    output: z.object({ omitted: z.int(), moments: z.array(moment) }),
  }),
  activities: query({
    title: '办理记录',
    path: '/workflow/v1/listActivities',
    access: 'signedIn',
    input: z.object({ processInstanceId }),
    output: z.array(activity),
  }),
  /** The same for the history of a request, in the other envelope (spec 2 §7 "Flow chart"). */
  auditInfo: query({
    title: '审批记录',
    path: '/budget/v1/erpbudgetyear/listAuditInfo',
    access: 'signedIn',
    envelope: 'sys',
    input: z.object({ processInstanceId }),
    output: z.array(activity),
  }),
  /** What opens a record's form in the company's ERP as the caller (spec 2 §2, §7 "Flow chart"). */
  externalForm: command({
    title: '打开业务表单',
    path: '/workflow/v1/externalForm',
    access: 'signedIn',
    secret: true,
    input: z.object({ pkId: named('单据', id), formId: named('表单编号', requiredText(100)) }),
    output: z.object({
      phone: z.string(),
      /** A ticket, to be exchanged once; null if the operator listed the ERP as one that only accepts the caller's own token. */
      accessToken: z.string().nullable(),
      tenantId: z.string(),
      url: z.string(),
    }),
  }),
  complete: command({
    title: '办理',
    path: '/workflow/v1/task/complete',
    access: 'signedIn',
    input: z.object({
      ...step,
      outcome: named('结论', z.enum(['approve', 'reject'], '请选择同意或不同意')),
      opinion,
    }),
    output: nothing,
  }),
  claim: command({
    title: '签收',
    path: '/workflow/v1/task/claim',
    access: 'signedIn',
    input: z.object(step),
    output: nothing,
  }),
  giveBack: command({
    title: '退回',
    path: '/workflow/v1/task/back',
    access: 'signedIn',
    input: z.object({
      ...step,
      /** The step before, by default. */
      node: named('退回环节', text(200).optional()),
      auditOpinion: reason('退回意见'),
    }),
    output: nothing,
  }),
  transfer: command({
    title: '转办',
    path: '/workflow/v1/task/transfer',
    access: 'signedIn',
    input: z.object({ ...step, personId: colleague, opinion }),
    output: nothing,
  }),
  addSigner: command({
    title: '加签',
    path: '/workflow/v1/task/addSigner',
    access: 'signedIn',
    input: z.object({
      ...step,
      personId: colleague,
      when: named('加签方式', z.enum(['before', 'after', 'beside'], '请选择加签方式')),
      opinion,
    }),
    output: nothing,
  }),
  /** Takes a running instance back, while nobody but its starter has acted. */
  withdraw: command({
    title: '撤回',
    path: '/workflow/v1/instance/withdraw',
    access: 'signedIn',
    input: z.object({ processInstanceId }),
    output: nothing,
  }),
  /** Ends a running instance: by its starter, or who keeps the processes. */
  end: command({
    title: '作废',
    path: '/workflow/v1/instance/void',
    access: 'signedIn',
    input: z.object({ processInstanceId, auditOpinion: reason('作废原因') }),
    output: nothing,
  }),
}
