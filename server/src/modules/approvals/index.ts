import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { defineModule, DomainError, type Ctx } from '../../kernel/context.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import {
  act,
  addSigner,
  asImage,
  businessTitles,
  claim,
  compiledById,
  drawDiagram,
  giveBack,
  requireColleague,
  transfer,
} from '../workflow/index.ts'
import { decide } from './decide.ts'
import { end, returnTargetsOf, withdraw } from './ending.ts'
import { progressOf } from './progress.ts'
import { countApprovals, listApprovals } from './boxes.ts'
import { listActivities, openStepsOf, readInstance } from './views.ts'

export { decide } from './decide.ts'
export { readInstance } from './views.ts'

/** Answers nothing. */
async function done(step: Promise<void>): Promise<Record<string, never>> {
  await step
  return {}
}

export const approvals = defineModule(approvalCalls, {
  page: (ctx, input) => listApprovals(ctx, input),
  counts: (ctx) => countApprovals(ctx),
  types: async () => businessTitles().map(({ type, title }) => ({ value: type, label: title })),
  detail: getDetail,
  activities: (ctx, { processInstanceId }) => listActivities(ctx, processInstanceId),

  async diagram(ctx, { processInstanceId }) {
    const { definition_id } = await readInstance(ctx, processInstanceId)
    const progress = await progressOf(ctx, processInstanceId)
    return asImage(drawDiagram(await compiledById(ctx.db, definition_id), progress))
  },

  complete: (ctx, { processInstanceId, ...decision }) => done(decide(ctx, processInstanceId, decision)),
  claim: (ctx, { processInstanceId, taskId }) =>
    done(act(ctx, processInstanceId, (run, person) => claim(run, taskId, person))),
  giveBack: (ctx, { processInstanceId, taskId, node, auditOpinion }) =>
    done(
      act(ctx, processInstanceId, (run, person) => giveBack(run, taskId, person, node ?? null, auditOpinion)),
    ),
  async transfer(ctx, { processInstanceId, taskId, personId, opinion }) {
    await requireColleague(ctx.db, processInstanceId, personId)
    if (personId === ctx.who.userId) throw new DomainError('workflow.self', '不能转办给自己')
    await act(ctx, processInstanceId, (run, person) => transfer(run, taskId, person, personId, opinion))
    return {}
  },
  async addSigner(ctx, { processInstanceId, taskId, personId, when, opinion }) {
    await requireColleague(ctx.db, processInstanceId, personId)
    if (personId === ctx.who.userId) throw new DomainError('workflow.self', '不能加签自己')
    await act(ctx, processInstanceId, (run, person) =>
      addSigner(run, taskId, person, { to: personId, when, opinion }),
    )
    return {}
  },
  withdraw: (ctx, { processInstanceId }) => done(withdraw(ctx, processInstanceId)),
  end: (ctx, { processInstanceId, auditOpinion }) => done(end(ctx, processInstanceId, auditOpinion)),
})

async function getDetail(ctx: Ctx, { processInstanceId }: { processInstanceId: string }) {
  const { definition_id, starter_id, isKeeper, ...head } = await readInstance(ctx, processInstanceId)
  const isRunning = head.status === 'running'
  const steps = isRunning ? await openStepsOf(ctx, processInstanceId) : []
  const own = steps.find(({ isMine, isHeld }) => isMine && !isHeld)
  const { targets, isUntouched } = isRunning
    ? await returnTargetsOf(ctx, processInstanceId, own ?? null)
    : { targets: [], isUntouched: false }
  const { process } = await compiledById(ctx.db, definition_id)
  const isStarter = starter_id === ctx.who.userId
  return {
    ...withWireTimes(head, ctx.who.timeZone),
    steps: steps.map(({ token: _token, ...step }) => step),
    returnTargets: targets.map((node) => ({ node, name: process.nodes.get(node)?.name ?? node })),
    canWithdraw: isRunning && isStarter && isUntouched,
    canVoid: isRunning && (isStarter || Boolean(isKeeper)),
  }
}
