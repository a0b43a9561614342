import { z } from 'zod'
import { approval, approvalBoxes, instance, instanceStates, MOST_OPINION } from './approvals.ts'
import { callsOf } from './call.ts'
import { id, keyOf, named, nothing, sysPage, sysPageOf, text } from './fields.ts'

const { command, query } = callsOf('process')

const processInstanceId = named('流程', id)

/** What a person does with an own step. */
export const auditActions = { approve: '同意', reject: '不同意', back: '退回' } as const

/** The audit calls of the specification (spec 2 §7 "System administration"): 我的流程 for clients of the Jeecg family. */
export const auditCalls = {
  /** The processes in which the caller has a part, the latest first. */
  list: query({
    title: '审批流程列表',
    path: 'GET /common/data/process/list',
    access: 'signedIn',
    input: z.object({
      box: named('列表', keyOf(approvalBoxes).optional()),
      status: named('状态', keyOf(instanceStates).optional()),
      businessType: named('业务类型', text(50).optional()),
      keyword: named('关键字', text(50).default('')),
      ...sysPage,
    }),
    output: sysPageOf(
      approval.pick({
        processInstanceId: true,
        businessType: true,
        businessTitle: true,
        businessId: true,
        title: true,
        step: true,
        starter: true,
        startTime: true,
        status: true,
      }),
    ),
  }),
  query: query({
    title: '审批流程详情',
    path: 'GET /common/data/process/query',
    access: 'signedIn',
    input: z.object({ processInstanceId }),
    output: instance,
  }),
  process: command({
    title: '审批',
    path: '/common/data/process/process',
    access: 'signedIn',
    input: z.object({
      processInstanceId,
      taskId: named('待办事项', z.coerce.number().int().min(1)),
      action: named('操作', keyOf(auditActions, '请选择同意、不同意或退回')),
      /** Required to refuse and to return. */
      auditOpinion: named('意见', text(MOST_OPINION).default('')),
      /** Where a return leads: the step before, by default. */
      node: named('退回环节', text(200).optional()),
    }),
    output: nothing,
  }),
}
