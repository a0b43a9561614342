import { isDeepStrictEqual } from 'node:util'
import { own } from '@heliodesk/contract/own.ts'
import { z } from 'zod'
import { DomainError, notFound, type Failure, type Job, type FailureTools } from '../../../kernel/context.ts'
import { enqueue } from '../../../kernel/queue.ts'
import type { Db } from '../../../platform/postgres.ts'
import { compiledFrom, currentOf, type Known } from '../definitions.ts'
import type { Process, Variables } from '../engine/process.ts'
import type { Run } from '../engine/run.ts'
import { businessOf, type StepCtx } from './business.ts'
import { addCopies } from './copies.ts'
import { giveUp } from './incidents.ts'
import { plan, reachedBy, savedOf, serve, type Taken } from './plan.ts'
import { saveStep } from './rows.ts'
import { draftOf, fileOf, loadInstance, type Instance } from './store.ts'

/** How many processes may call each other. */
const DEEPEST = 10

/** Moves a locked instance, and those that wait for it or that it calls. `actor` is null where nobody acts. */
export async function move(
  ctx: StepCtx,
  instance: Instance,
  known: Known,
  actor: string | null,
  step: (run: Run) => void | Promise<void>,
  depth = 0,
): Promise<void> {
  if (depth > DEEPEST) throw new DomainError('workflow.deep', `流程互相调用超过 ${DEEPEST} 层`)
  const taken = await plan(ctx, instance, known, actor, step)
  await saveStep(ctx.db, savedOf(ctx, taken))
  await carryOn(ctx, taken, depth)
}

/** What follows from a step that is saved. */
export async function carryOn(ctx: StepCtx, taken: Taken, depth: number): Promise<void> {
  const { instance, run, actor, called } = taken
  const { process } = run
  await addCopies(ctx, instance.id, run)
  await enqueueJobs(ctx.db, instance, run)
  await endOrphans(ctx, instance, process, actor)
  for (const { token, key } of called) {
    const known = await currentOf(ctx.db, key)
    const { starter, variables } = instance.state
    const parent = { id: instance.id, token }
    const child = draftOf(known.id, instance, { starter, variables, parent })
    await move(ctx, child, known, actor, (started) => started.start(), depth + 1)
  }
  if (instance.parent === null) await tellBusiness(ctx, taken)
  else if (instance.state.status === 'completed' || instance.state.status === 'refused')
    await tellParent(ctx, instance, instance.parent, actor, depth)
}

/** Adds the timers and services that a step has begun and not ended again. */
async function enqueueJobs(db: Db, { id, state }: Instance, run: Run): Promise<void> {
  for (const { token, round, node, dueAt } of run.timers)
    if (state.tokens.get(token)?.round === round)
      await enqueue(db, timer, { instanceId: id, token, round, node }, { dueAt })
  for (const each of run.changed) {
    const node = run.nodeOf(each.node)
    if (each.doing === 'away' && node.kind === 'service' && run.sent.has(each.id))
      await enqueue(db, service, { instanceId: id, token: each.id, round: each.round, node: node.id })
  }
}

/** Ends the called processes for which no token waits any more. */
async function endOrphans(
  ctx: StepCtx,
  { id, state }: Instance,
  process: Process,
  actor: string | null,
): Promise<void> {
  if (![...process.nodes.values()].some(({ kind }) => kind === 'call')) return
  const children = await ctx.db
    .selectFrom('process_instance')
    .select(['id', 'parent_token'])
    .where('parent_id', '=', id)
    .where('status', '=', 'running')
    .execute()
  for (const { id: childId, parent_token } of children) {
    if (state.tokens.get(parent_token ?? 0)?.doing === 'away') continue
    const child = await loadInstance(ctx.db, childId)
    await move(ctx, child, await compiledFrom(ctx.db, fileOf(child)), actor, (run) => run.end('voided', ''))
  }
}

async function tellBusiness(ctx: StepCtx, taken: Taken): Promise<void> {
  const { id, businessType, businessId, state } = taken.instance
  const reached = reachedBy(taken)
  if (isDeepStrictEqual(reached, taken.before)) return
  await businessOf(businessType).moved?.(ctx, {
    instanceId: id,
    businessId,
    ...reached,
    variables: state.variables,
  })
}

/** A called process has ended: what it found out is the caller's, which goes on. */
async function tellParent(
  ctx: StepCtx,
  child: Instance,
  { id, token }: { id: string; token: number },
  actor: string | null,
  depth: number,
): Promise<void> {
  const parent = await loadInstance(ctx.db, id)
  if (parent.state.tokens.get(token)?.doing !== 'away') return
  const known = await compiledFrom(ctx.db, fileOf(parent))
  const found = changedIn(child)
  const isRefused = child.state.status === 'refused'
  await move(ctx, parent, known, actor, (run) => run.served(token, found, isRefused), depth + 1)
}

/** The variables that a called process has set: what it was given may have changed in its caller since. */
const changedIn = ({ given, state }: Instance): Variables =>
  Object.fromEntries(
    Object.entries(state.variables).filter(
      ([name, value]) => given === null || !isDeepStrictEqual(value, own(given, name)),
    ),
  )

const subjectOf = (db: Db, instanceId: string) =>
  db
    .selectFrom('process_instance')
    .select(['business_type as businessType', 'business_id as businessId'])
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow(notFound)

const payload = z.object({ instanceId: z.string(), token: z.int(), round: z.int(), node: z.string() })

/** A visit of a node, by which a job knows whether it is still wanted. */
type Visit = z.output<typeof payload>

const failedAs =
  (kind: 'timer' | 'service') =>
  async (db: Db, job: { payload: Visit }, failure: Failure, { clock }: FailureTools): Promise<void> => {
    if (failure.isFinal) await giveUp({ db, now: clock.now() }, kind, job.payload, failure)
  }

/** Locks the row of an instance, where its calls do, before the instance is locked. */
export async function lockRow(ctx: StepCtx, instanceId: string): Promise<void> {
  const { businessType, businessId } = await subjectOf(ctx.db, instanceId)
  await businessOf(businessType).lock?.(ctx, businessId)
}

/** A timer that is due. It has no effect if its step has been left since. */
export const timer: Job<Visit> = {
  kind: 'process timer',
  payload,
  atOnce: () => 2,
  changes: ['process'],
  cutOff: '计时到期后多次未能继续，请查看流程',
  isFinal: (error) => error instanceof DomainError,
  failed: failedAs('timer'),
  async run({ payload: { instanceId, token, round, node }, finish }, { clock }) {
    await finish(async (db) => {
      const ctx = { db, now: clock.now() }
      await lockRow(ctx, instanceId)
      const instance = await loadInstance(db, instanceId)
      const known = await compiledFrom(db, fileOf(instance))
      await move(ctx, instance, known, null, (run) => run.timer(token, round, node))
    })
  },
}

/** A service that is a job of its own: what it writes is committed together with the step that follows it. */
export const service: Job<Visit> = {
  kind: 'process service',
  payload,
  atOnce: () => 2,
  mostAttempts: 5,
  changes: ['process'],
  cutOff: '服务多次在执行中被中断，请查看流程',
  failed: failedAs('service'),
  async run({ payload: { instanceId, token, round }, finish }, { clock }) {
    await finish(async (db) => {
      const ctx = { db, now: clock.now() }
      await lockRow(ctx, instanceId)
      const instance = await loadInstance(db, instanceId)
      const known = await compiledFrom(db, fileOf(instance))
      const at = instance.state.tokens.get(token)
      if (at?.round !== round || at.doing !== 'away') return
      await move(ctx, instance, known, null, async (run) => {
        const node = run.nodeOf(at.node)
        if (node.kind === 'service') run.served(token, await serve(ctx, instance, node, run.state.variables))
      })
    })
  },
}
