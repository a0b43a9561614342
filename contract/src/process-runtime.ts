import { z } from 'zod'
import { MOST_OPINION } from './approvals.ts'
import { callsOf } from './call.ts'
import { businessPage, businessPageOf, id, keyOf, named, nothing, requiredText, text } from './fields.ts'
import { waitingStep } from './process-step.ts'

const { command, query } = callsOf('process')

const manage = { perm: 'workflow:manage' } as const

/** How running instances are doing, for those who keep the processes. */
export const runtimeStates = { all: '全部', normal: '正常', stuck: '卡住', overdue: '超期' } as const

const processInstanceId = named('流程', id)
const taskId = named('待办事项', z.coerce.number().int().min(1))
const branch = named('分支', z.coerce.number().int().min(1))
const auditOpinion = named('原因', requiredText(MOST_OPINION))
const node = named('环节', requiredText(200))
const place = z.object({ node: z.string(), name: z.string() })

const runningInstance = z.object({
  /** `processInstanceId` of the other calls. */
  id,
  title: z.string(),
  businessTitle: z.string(),
  processName: z.string(),
  key: z.string(),
  version: z.int(),
  /** The open steps. */
  step: z.string(),
  starter: z.string(),
  startTime: z.string(),
  /** The earliest of its open steps. */
  dueTime: z.string().nullable(),
  isOverdue: z.boolean(),
  /** Why it cannot go on; empty if it can. */
  problems: z.array(z.string()),
})

const versionCount = z.object({
  definitionId: id,
  key: z.string(),
  name: z.string(),
  version: z.int(),
  active: z.boolean(),
  running: z.int(),
  stuck: z.int(),
})

/** An open step, with what keeps it from being done. */
const openTask = z.object({
  ...waitingStep,
  token: z.int(),
  problem: z.string().nullable(),
  /** Where it may be returned to, the latest first. */
  returnTargets: z.array(place),
})

const incident = z.object({
  token: z.int(),
  node: z.string(),
  name: z.string(),
  kind: z.enum(['service', 'timer']),
  reason: z.string(),
  attempts: z.int(),
  time: z.string(),
  returnTargets: z.array(place),
})

/** Which node of the new version takes the place of one of the old, where the ids differ. */
const mapping = named(
  '环节对应',
  z
    .array(z.object({ from: named('原环节', requiredText(200)), to: named('新环节', requiredText(200)) }))
    .max(200, '最多 200 个')
    .default([]),
)
const versions = {
  fromId: named('原版本', id),
  toId: named('新版本', id),
  mapping,
  /** All running instances of the version, by default. */
  processInstanceIds: named('流程', z.array(id).max(500, '一次最多选 500 个').optional()),
}

const migrationResult = z.object({
  processInstanceId: id,
  title: z.string(),
  state: z.enum(['waiting', 'done', 'refused']),
  reason: z.string().nullable(),
})

export const processRuntimeCalls = {
  page: query({
    title: '流程实例列表',
    path: '/workflow/v1/runtime/page',
    access: manage,
    input: z.object({
      definitionId: named('流程版本', id.optional()),
      key: named('流程编码', text(200).default('')),
      state: named('状态', keyOf(runtimeStates).default('all')),
      keyword: named('关键字', text(50).default('')),
      ...businessPage,
    }),
    output: businessPageOf(runningInstance),
  }),
  /** Running and stuck instances of every version that has any. */
  versions: query({
    title: '流程实例数量',
    path: '/workflow/v1/runtime/versions',
    access: manage,
    input: nothing,
    output: z.array(versionCount),
  }),
  /** What is open in an instance, what is wrong with it, and the ways out. */
  problems: query({
    title: '流程实例的问题',
    path: '/workflow/v1/runtime/problems',
    access: manage,
    input: z.object({ processInstanceId }),
    output: z.object({ tasks: z.array(openTask), incidents: z.array(incident) }),
  }),
  /** Looks at once for steps that nobody can do; otherwise every few minutes. */
  check: command({
    title: '检查无人可办的环节',
    path: '/workflow/v1/runtime/check',
    access: manage,
    input: nothing,
    output: z.object({ found: z.int() }),
  }),
  retry: command({
    title: '重试服务或计时',
    path: '/workflow/v1/runtime/retry',
    access: manage,
    input: z.object({ processInstanceId, branch, node, auditOpinion }),
    output: nothing,
  }),
  skip: command({
    title: '跳过服务',
    path: '/workflow/v1/runtime/skip',
    access: manage,
    input: z.object({ processInstanceId, branch, node, auditOpinion }),
    output: nothing,
  }),
  reassign: command({
    title: '改派办理人',
    path: '/workflow/v1/runtime/reassign',
    access: manage,
    input: z.object({ processInstanceId, taskId, personId: named('人员', id), auditOpinion }),
    output: nothing,
  }),
  sendBack: command({
    title: '退回环节（管理员）',
    path: '/workflow/v1/runtime/back',
    access: manage,
    input: z.object({ processInstanceId, branch, node, auditOpinion }),
    output: nothing,
  }),
  previewMigration: query({
    title: '换版预览',
    path: '/workflow/v1/runtime/migration/preview',
    access: manage,
    bodyKb: 128,
    input: z.object(versions),
    output: z.object({
      /** How many instances it is about, and how many of them can go over. */
      total: z.int(),
      able: z.int(),
      /** The first of those that cannot, with every reason. */
      refused: z.array(z.object({ processInstanceId: id, title: z.string(), reasons: z.array(z.string()) })),
      /** Steps on which instances stand and that the new version has not. */
      unmatched: z.array(z.object({ node: z.string(), name: z.string(), kind: z.string() })),
      targets: z.array(z.object({ node: z.string(), name: z.string(), kind: z.string() })),
    }),
  }),
  /** Carries the instances over one by one in the background. */
  migrate: command({
    title: '流程实例换版',
    path: '/workflow/v1/runtime/migration/start',
    access: manage,
    bodyKb: 128,
    input: z.object({ ...versions, auditOpinion }),
    output: z.object({ migrationId: id, total: z.int() }),
  }),
  migration: query({
    title: '换版结果',
    path: '/workflow/v1/runtime/migration/detail',
    access: manage,
    input: z.object({ migrationId: named('换版', id) }),
    output: z.object({
      total: z.int(),
      waiting: z.int(),
      done: z.int(),
      refused: z.int(),
      /** The first of those that were refused. */
      rows: z.array(migrationResult),
    }),
  }),
}
