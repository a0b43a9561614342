import { auditCalls } from '@heliodesk/contract/audits.ts'
import { defineModule, DomainError } from '../../kernel/context.ts'
import { decide, readDetail, listParts, returnStep } from '../approvals/index.ts'

/** 我的流程 for clients of the Jeecg family. */
export const audits = defineModule(auditCalls, {
  list: (ctx, input) => listParts(ctx, input),
  query: (ctx, input) => readDetail(ctx, input),

  async process(ctx, { processInstanceId, action, auditOpinion, node, taskId }) {
    if (action !== 'back')
      await decide(ctx, processInstanceId, { taskId, outcome: action, opinion: auditOpinion })
    else if (auditOpinion === '') throw new DomainError('workflow.opinion', '退回时请填写意见')
    else await returnStep(ctx, processInstanceId, { taskId, node, opinion: auditOpinion })
    return {}
  },
})
