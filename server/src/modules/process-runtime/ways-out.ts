import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { enqueue } from '../../kernel/queue.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { openStepsOf, readInstance } from '../approvals/index.ts'
import {
  administer,
  businessOf,
  compiledById,
  peekInstance,
  reassign,
  requireColleague,
  returnTargets,
  Run,
  sendBack,
  service,
  skipService,
  timer,
} from '../workflow/index.ts'
import { unmannedText } from './unmanned.ts'

type Calls = typeof processRuntimeCalls

/** What is open in an instance, and how each of it could go on. */
export async function readProblems(
  ctx: Ctx,
  { processInstanceId }: Input<Calls['problems']>,
): Promise<Output<Calls['problems']>> {
  const { db, who } = ctx
  const { definition_id, status } = await readInstance(ctx, processInstanceId)
  if (status !== 'running') return { tasks: [], incidents: [] }
  const { process } = await compiledById(db, definition_id)
  const { state } = await peekInstance(db, processInstanceId)
  const run = new Run(process, state, { actor: who.userId, dueIn: () => ctx.now })
  const nameOf = (node: string) => process.nodes.get(node)?.name || node
  const targetsOf = (token: number, node: string) =>
    state.tokens.has(token)
      ? returnTargets(run, { token, node }).map((each) => ({ node: each, name: nameOf(each) }))
      : []
  const lost = await db
    .selectFrom('process_unmanned')
    .select(['task_id', 'reason'])
    .where('instance_id', '=', processInstanceId)
    .execute()
  const reasonOf = new Map(lost.map(({ task_id, reason }) => [task_id, unmannedText(reason)]))
  const incidents = await db
    .selectFrom('process_incident')
    .select(['token', 'node', 'kind', 'reason', 'attempts', 'at as time'])
    .where('instance_id', '=', processInstanceId)
    .orderBy('at')
    .execute()
  return {
    tasks: (await openStepsOf(ctx, processInstanceId)).map(({ node, token, ...each }) => ({
      taskId: each.taskId,
      token,
      name: each.name,
      people: each.people,
      since: each.since,
      dueTime: each.dueTime,
      isHeld: each.isHeld,
      problem: reasonOf.get(each.taskId) ?? null,
      returnTargets: targetsOf(token, node),
    })),
    incidents: incidents.map(({ kind, ...each }) => ({
      ...withWireTimes(each, who.timeZone),
      kind: kind === 'timer' ? 'timer' : 'service',
      name: nameOf(each.node),
      returnTargets: targetsOf(each.token, state.tokens.get(each.token)?.node ?? each.node),
    })),
  }
}

/** The problem of a token that is still open. */
const incidentOf = ({ db }: Ctx, instanceId: string, token: number, node: string) =>
  db
    .selectFrom('process_incident')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('token', '=', token)
    .where('node', '=', node)
    .executeTakeFirstOrThrow(() => new DomainError('workflow.solved', '该问题已解决，请刷新'))

/** Gives a service or timer all its attempts again. */
export async function retry(
  ctx: Ctx,
  { processInstanceId, branch: token, node, auditOpinion }: Input<Calls['retry']>,
): Promise<void> {
  await administer(ctx, processInstanceId, async (run) => {
    const { kind, round } = await incidentOf(ctx, processInstanceId, token, node)
    run.note({
      kind: 'retry',
      token,
      node,
      actor: ctx.who.userId,
      to: run.process.nodes.get(node)?.name || node,
      opinion: auditOpinion,
    })
    const visit = { instanceId: processInstanceId, token, round, node }
    await enqueue(ctx.db, kind === 'timer' ? timer : service, visit)
    await ctx.db
      .deleteFrom('process_incident')
      .where('instance_id', '=', processInstanceId)
      .where('token', '=', token)
      .where('node', '=', node)
      .execute()
  })
}

/** Goes on without a service, or without what a timer would have begun. */
export async function skip(
  ctx: Ctx,
  { processInstanceId, branch: token, node, auditOpinion }: Input<Calls['skip']>,
): Promise<void> {
  await administer(ctx, processInstanceId, async (run) => {
    const { kind } = await incidentOf(ctx, processInstanceId, token, node)
    if (kind === 'timer') throw new DomainError('workflow.not_allowed', '计时不能跳过，可重试、退回或作废')
    skipService(run, token, { actor: ctx.who.userId, opinion: auditOpinion })
  })
}

export async function giveTo(
  ctx: Ctx,
  { processInstanceId, taskId, personId, auditOpinion }: Input<Calls['reassign']>,
): Promise<void> {
  await administer(ctx, processInstanceId, async (run, { businessType }) => {
    const { hasOwnCalls, title } = businessOf(businessType)
    if (hasOwnCalls) throw new DomainError('workflow.own_calls', `请在${title}中改派`)
    await requireColleague(ctx.db, processInstanceId, personId)
    reassign(run, taskId, personId, { actor: ctx.who.userId, opinion: auditOpinion })
  })
}

export const sendBackTo = (
  ctx: Ctx,
  { processInstanceId, branch: token, node, auditOpinion }: Input<Calls['sendBack']>,
): Promise<void> =>
  administer(ctx, processInstanceId, (run) =>
    sendBack(run, token, node, { actor: ctx.who.userId, opinion: auditOpinion }),
  )

/** A version of the company, or as if there were none. */
export async function requireVersionOf({ db }: Ctx, id: string) {
  return db
    .selectFrom('process_definition')
    .select(['id', 'key', 'name', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
}
