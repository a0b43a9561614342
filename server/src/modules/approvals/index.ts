import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { StepOperation } from '@heliodesk/contract/process-file.ts'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import {
  act,
  addSigner,
  asImage,
  businessOf,
  claim,
  compiledById,
  drawDiagram,
  isForm,
  requireColleague,
  transfer,
} from '../workflow/index.ts'
import { admitReaders } from '../files/index.ts'
import { listActivities } from './activities.ts'
import { mayReadFile } from './attachments.ts'
import { countApprovals, listApprovals, listTypes } from './boxes.ts'
import { decide, returnStep } from './decide.ts'
import { end, returnTargetsOf, withdraw } from './ending.ts'
import { externalFormOf, openExternalForm } from './external-form.ts'
import { listMoments, progressOf } from './progress.ts'
import * as together from './together.ts'
import { openStepsOf, readInstance } from './views.ts'

export { listActivities } from './activities.ts'
export { decide, returnStep } from './decide.ts'
export { withdraw } from './ending.ts'
export { listParts, listTypes } from './boxes.ts'
export { openStepsOf, readInstance } from './views.ts'

admitReaders('process', mayReadFile)

/** Answers nothing. */
async function done(step: Promise<void>): Promise<Record<string, never>> {
  await step
  return {}
}

export const approvals = defineModule(approvalCalls, {
  page: (ctx, input) => listApprovals(ctx, input),
  counts: (ctx) => countApprovals(ctx),
  types: (ctx) => listTypes(ctx),
  detail: readDetail,
  activities: (ctx, { processInstanceId }) => listActivities(ctx, processInstanceId),

  auditInfo: (ctx, { processInstanceId }) => listActivities(ctx, processInstanceId),
  moments: (ctx, { processInstanceId }) => listMoments(ctx, processInstanceId),

  async diagram(ctx, { processInstanceId, pProcessInstanceId, flowUser }) {
    const { definition_id, parent_id } = await readInstance(ctx, processInstanceId)
    if (pProcessInstanceId !== undefined && pProcessInstanceId !== parent_id) throw notFound()
    const compiled = await compiledById(ctx.db, definition_id)
    const progress = await progressOf(ctx, processInstanceId, compiled.process, flowUser)
    return asImage(drawDiagram(compiled, progress))
  },

  externalForm: (ctx, input) => openExternalForm(ctx, input),

  complete: (ctx, { processInstanceId, ...decision }) => done(decide(ctx, processInstanceId, decision)),
  claim: (ctx, { processInstanceId, taskId }) =>
    done(act(ctx, processInstanceId, (run, person) => claim(run, taskId, person))),
  giveBack: (ctx, { processInstanceId, taskId, node, auditOpinion }) =>
    done(returnStep(ctx, processInstanceId, { taskId, node, opinion: auditOpinion })),
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
  colleagues: together.listColleagues,
  comment: (ctx, input) => done(together.comment(ctx, input)),
  copyTo: (ctx, input) => done(together.copyTo(ctx, input)),
  markRead: (ctx, { processInstanceId }) => done(together.markRead(ctx, processInstanceId)),
  urge: (ctx, input) => done(together.urge(ctx, input)),
  phrases: together.listPhrases,
  setPhrases: (ctx, input) => done(together.setPhrases(ctx, input)),
})

/** An instance with its open steps, and what the caller may do with it. */
export async function readDetail(ctx: Ctx, { processInstanceId }: { processInstanceId: string }) {
  const {
    definition_id,
    starter_id,
    parent_id: _parent,
    isKeeper,
    isParty,
    ...head
  } = await readInstance(ctx, processInstanceId)
  const isRunning = head.status === 'running'
  const isStarter = starter_id === ctx.who.userId
  const { hasOwnCalls = false, starterBarred } = businessOf(head.businessType)
  const isBarred = isStarter && starterBarred !== undefined
  const open = isRunning ? await openStepsOf(ctx, processInstanceId) : []
  const steps = open.map((step) => ({ ...step, isMine: step.isMine && !isBarred }))
  const own = steps.find(({ isMine, isHeld }) => isMine && !isHeld)
  // Of rows with calls of their own, nothing is decided here.
  const isOpen = isRunning && !hasOwnCalls
  const { targets, isUntouched } = isOpen
    ? await returnTargetsOf(ctx, processInstanceId, own ?? null)
    : { targets: [], isUntouched: false }
  const { process } = await compiledById(ctx.db, definition_id)
  const isAllowed = (operation: StepOperation) => steps.every(({ denied }) => !denied.includes(operation))
  return {
    ...withWireTimes(head, ctx.who.timeZone),
    steps: steps.map(({ token: _token, ...step }) => step),
    returnTargets: (own?.denied.includes('giveBack') ? [] : targets).map((node) => ({
      node,
      name: process.nodes.get(node)?.name ?? node,
    })),
    canWithdraw: isOpen && isStarter && isUntouched && isAllowed('withdraw'),
    canVoid: isOpen && (isKeeper || (isStarter && isAllowed('void'))),
    canUrge: isRunning && (isStarter || isKeeper) && steps.some(({ isHeld, isMine }) => !isHeld && !isMine),
    canCopy: isParty && !hasOwnCalls,
    copies: await together.copiesOf(ctx, processInstanceId),
    isForm: isForm(head.businessType),
    externalForm: await externalFormOf(ctx, head.businessType),
  }
}
