import { z } from 'zod'
import { callsOf } from './call.ts'
import { keyOf, named, nothing, requiredText, sysPage, sysPageOf, text, time } from './fields.ts'
import { own } from './own.ts'

const { command, query } = callsOf('job')

/** Kinds of background work, and what people do instead of repeating one that was given up; null: it can be repeated. */
export const jobKinds = {
  export: { title: '导出', instead: '请在下载中心重新导出' },
  import: { title: '数据导入', instead: '请在数据导入中重新运行' },
  preview: { title: '生成缩略图', instead: '请重新上传文件' },
  sms: { title: '短信', instead: '验证码已失效，请重新获取' },
  webhook: { title: '推送 Webhook', instead: null },
  message: { title: '安排消息', instead: null },
  'message delivery': { title: '发送消息', instead: null },
  'message escalation': { title: '消息升级', instead: null },
  'company archive': { title: '导出公司数据', instead: '请在租户中重新导出' },
  'company removal': { title: '删除公司', instead: null },
  'department move': { title: '部门调整', instead: '请在部门的调整记录中查看' },
  'inspection plans': { title: '生成巡检工单', instead: '到期后会自动再次生成' },
  handover: { title: '离职交接', instead: '请在用户的离职交接中重新办理' },
  'process timer': { title: '流程超时', instead: '请在流程设计的实例中处理' },
  'process service': { title: '流程服务', instead: '请在流程设计的实例中处理' },
  'process migration': { title: '流程换版', instead: '请重新发起换版' },
} as const
export type JobKind = keyof typeof jobKinds

export const titleOfJob = (kind: string): string => own(jobKinds, kind)?.title ?? kind

export const jobStates = {
  waiting: '等待',
  running: '运行',
  retrying: '重试',
  givenUp: '放弃',
} as const
export type JobState = keyof typeof jobStates

const job = z
  .object({
    jobNo: z.string(),
    kind: z.string(),
    /** What it is about, in words; null if that is gone. */
    object: z.string().nullable(),
    state: keyOf(jobStates),
    /** When it is or was due, is tried again or was given up; null while it waits for an earlier one of its object. */
    time: time.nullable(),
    attempts: z.int(),
    most: z.int(),
    /** Why the last attempt failed. */
    fault: z.string().nullable(),
    /** Why the caller can neither repeat it nor give it up now; null if that is possible. */
    retryRefusal: z.string().nullable(),
    giveUpRefusal: z.string().nullable(),
  })
  .meta({ id: 'Job' })
export type BackgroundJob = z.output<typeof job>

const manage = { perm: 'job:manage' } as const
const jobNo = named('任务编号', z.string().regex(/^job_[1-9]\d{0,17}$/, '不是有效的任务编号'))

export const jobCalls = {
  list: query({
    title: '后台任务',
    path: 'GET /sys/job/list',
    access: manage,
    input: z.object({
      ...sysPage,
      state: named('状态', keyOf(jobStates).optional()),
      kind: named('种类', keyOf(jobKinds).optional()),
      keyword: named('对象', text(50).optional()),
    }),
    output: sysPageOf(job),
  }),
  summary: query({
    title: '后台任务概况',
    path: 'GET /sys/job/summary',
    access: manage,
    input: nothing,
    output: z.object({
      waiting: z.int(),
      running: z.int(),
      retrying: z.int(),
      givenUp: z.int(),
      /** How long the oldest one that is due has been waiting, in seconds. */
      oldestSeconds: z.int(),
      nextTime: time.nullable(),
      nextRetryTime: time.nullable(),
      /** For how many days the company keeps those that were given up. */
      keptDays: z.int(),
    }),
  }),
  detail: query({
    title: '后台任务详情',
    entities: ['job', 'webhook'],
    path: 'GET /sys/job/queryById',
    access: manage,
    input: z.object({ jobNo }),
    output: job.extend({
      dueTime: time,
      givenUpBy: z.string().nullable(),
      givenUpWhy: z.string().nullable(),
      /** Of kinds that keep them; others keep why the last one failed. */
      trials: z.array(z.object({ number: z.int(), time, fault: z.string().nullable(), ms: z.int() })),
    }),
  }),
  /** Now instead of at its time: one that failed before, or one that was given up and can be repeated. */
  retry: command({
    title: '现在重试后台任务',
    entities: ['job', 'webhook'],
    path: '/sys/job/retry',
    access: manage,
    input: z.object({ jobNo }),
    /** Its number, which is another one if it had been given up. */
    output: z.object({ jobNo: z.string() }),
  }),
  /** With what gives up anyway after all attempts; the reason is kept with it. */
  giveUp: command({
    title: '放弃后台任务',
    entities: ['job', 'webhook', 'export', 'import', 'process'],
    path: '/sys/job/giveUp',
    access: manage,
    input: z.object({ jobNo, reason: named('原因', requiredText(200)) }),
    output: nothing,
  }),
}
