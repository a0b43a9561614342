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
  time,
} from './fields.ts'
import { activity, moment } from './process-history.ts'
import { countersign, denied, openStep } from './process-step.ts'
import { filePath, tooManyFiles } from './stored-file.ts'

const { command, query } = callsOf('process')

/** The lists of 我的流程. */
export const approvalBoxes = {
  todo: '待办',
  done: '已办',
  started: '我发起的',
  copied: '抄送我的',
  delegated: '委托给我',
} as const
export type ApprovalBox = keyof typeof approvalBoxes

/** What is due within this time is urgent. */
export const SOON_HOURS = 2

export const dueStates = { soon: `${SOON_HOURS} 小时内到期`, overdue: '已超期' } as const

export const approvalOrders = { due: '按到期', latest: '按到达' } as const
export type ApprovalOrder = keyof typeof approvalOrders

export const instanceStates = {
  running: '审批中',
  completed: '已结束',
  refused: '已驳回',
  voided: '已作废',
  withdrawn: '已撤回',
} as const
export type InstanceState = keyof typeof instanceStates

/** The longest comment, in characters. */
export const MOST_COMMENT = 500

/** The most files of an opinion or a comment. */
export const PROCESS_FILES = 5

/** The most phrases that a person keeps for opinions. */
export const MOST_PHRASES = 20

/** The longest opinion, in characters (spec 2 §2 "Back/void reason dialog"). */
export const MOST_OPINION = 100

const processInstanceId = named('流程', id)
const taskId = named('待办事项', z.coerce.number().int().min(1))
const opinion = named('意见', text(MOST_OPINION).default(''))
const reason = (title: string) => named(title, requiredText(MOST_OPINION))
const colleague = named('人员', id)
const files = named('附件', z.array(filePath).max(PROCESS_FILES, tooManyFiles(PROCESS_FILES)).default([]))

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
  /** The department of its place. */
  place: z.string(),
  startTime: z.string(),
  /** When the step was opened, or done. */
  stepTime: z.string(),
  dueTime: z.string().nullable(),
  status: keyOf(instanceStates),
  /** Why the step is not decided together with others, or null. */
  alone: z.string().nullable(),
  /** Of its open steps that several people sign. */
  countersigns: z.array(countersign.extend({ step: z.string() })),
  /** Of the list's own step. */
  denied,
  /** How often the step, or the open ones, have been urged. */
  urged: z.int(),
  /** Of 抄送我的: not opened yet. */
  isUnread: z.boolean(),
  /** For whom the step is, or was, done; '' for the caller. */
  behalf: z.string(),
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
  canUrge: z.boolean(),
  canCopy: z.boolean(),
  /** Copied to the caller, who has not opened it before. */
  isUnread: z.boolean(),
  copies: z.array(z.object({ person: z.string(), readTime: z.string().nullable() })),
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
      /** Words of the title and of the starter's name, which may be typed as it sounds. */
      keyword: named('关键字', text(50).default('')),
      types: named('类型', z.array(requiredText(50)).max(50, '最多 50 种类型').default([])),
      due: named('到期', keyOf(dueStates).optional()),
      starterId: named('发起人', id.optional()),
      startTimeFrom: named('发起时间从', time.optional()),
      startTimeTo: named('发起时间到', time.optional()),
      /** Of 待办: what is due first, or what came last. */
      order: named('排序', keyOf(approvalOrders).default('due')),
      ...businessPage,
    }),
    output: businessPageOf(approval),
  }),
  counts: query({
    title: '我的流程数量',
    path: '/workflow/v1/task/count',
    access: 'signedIn',
    input: nothing,
    output: z.object({
      todo: z.int(),
      done: z.int(),
      started: z.int(),
      copied: z.int(),
      delegated: z.int(),
      /** Of 抄送我的: not opened yet. */
      unread: z.int(),
      /** Of 待办, by `dueStates`. */
      soon: z.int(),
      overdue: z.int(),
    }),
  }),
  /** What processes decide about. */
  types: query({
    title: '流程类型',
    path: '/workflow/v1/task/type',
    access: 'signedIn',
    input: nothing,
    output: z.array(z.object({ value: z.string(), label: z.string() })),
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
      files,
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
  /** The people to whom a step may be given, or what the process decides about be shown: those within reach of its place. */
  colleagues: query({
    title: '可选的同事',
    entities: ['user'],
    path: '/workflow/v1/colleague/list',
    access: 'signedIn',
    /** Without a process, of the caller's own department. */
    input: z.object({ processInstanceId: processInstanceId.optional() }),
    output: z.array(z.object({ id, realname: z.string(), departName: z.string() })),
  }),
  comment: command({
    title: '评论',
    path: '/workflow/v1/instance/comment',
    access: 'signedIn',
    input: z.object({ processInstanceId, comment: named('评论', requiredText(MOST_COMMENT)), files }),
    output: nothing,
  }),
  /** Lets colleagues read it, and nothing else. Those who have a copy keep it. */
  copyTo: command({
    title: '抄送',
    path: '/workflow/v1/instance/copy',
    access: 'signedIn',
    input: z.object({
      processInstanceId,
      personIds: named('抄送给', z.array(id).min(1, '请选择抄送给').max(20, '一次最多抄送 20 人')),
      opinion,
    }),
    output: nothing,
  }),
  markRead: command({
    title: '抄送已读',
    path: '/workflow/v1/instance/read',
    access: 'signedIn',
    input: z.object({ processInstanceId }),
    output: nothing,
  }),
  /** Asks those who hold the open steps to act, once per some minutes (`businessSettings.urgeMinutes`). */
  urge: command({
    title: '催办',
    path: '/workflow/v1/instance/urge',
    access: 'signedIn',
    input: z.object({ processInstanceId, opinion }),
    output: nothing,
  }),
  /** The caller's phrases for opinions, and those of the company. */
  phrases: query({
    title: '常用意见',
    path: '/workflow/v1/phrase/list',
    access: 'signedIn',
    input: nothing,
    output: z.object({ own: z.array(z.string()), company: z.array(z.string()) }),
  }),
  setPhrases: command({
    title: '修改常用意见',
    path: '/workflow/v1/phrase/edit',
    access: 'signedIn',
    input: z.object({
      phrases: named(
        '常用意见',
        z.array(requiredText(MOST_OPINION)).max(MOST_PHRASES, `最多 ${MOST_PHRASES} 条`),
      ),
    }),
    output: nothing,
  }),
}
