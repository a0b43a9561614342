import { isDeepStrictEqual } from 'node:util'
import { own } from '@heliodesk/contract/own.ts'
import { z } from 'zod'
import { DomainError, notFound, type Failure, type Job, type JobTools } from '../../../kernel/context.ts'
import { enqueue } from '../../../kernel/queue.ts'
import { visibleStations } from '../../../kernel/scope.ts'
import type { Db } from '../../../platform/postgres.ts'
import { compiledById, currentOf, type Known } from '../definitions.ts'
import type { Process, Variables } from '../engine/process.ts'
import { Run } from '../engine/run.ts'
import { staff, type Person } from '../engine/signing.ts'
import { WorkflowError, type Demand } from '../engine/state.ts'
import { businessOf, type StepCtx } from './business.ts'
import type { Actor } from './delegates.ts'
import { dueTimesOf } from './due-times.ts'
import { giveUp } from './incidents.ts'
import { atWork, personIn, signersOf } from './people.ts'
import { addInstance, loadInstance, saveStep, type Instance, type Subject } from './store.ts'

/** How many processes may call each other. */
const DEEPEST = 10

export type Starting = Subject & { key: string; starter: string; variables: Variables }

/** Starts the version of a process that is in use, for a business row in the caller's transaction; returns its id. */
export async function startProcess(ctx: StepCtx, starting: Starting): Promise<string> {
  const { key, starter, variables, ...subject } = starting
  const known = await currentOf(ctx.db, key)
  const begun = await addInstance(ctx.db, known.id, subject, {
    starter,
    variables,
    parent: null,
    now: ctx.now,
  })
  await move(ctx, begun, known, starter, (run) => run.start())
  return begun.id
}

/** One step of a person: everything that it changes is written, or nothing. */
export async function act(
  ctx: StepCtx & { who: Actor },
  instanceId: string,
  step: (run: Run, person: Person) => void | Promise<void>,
): Promise<void> {
  const person = await personIn(ctx.db, ctx.who, instanceId, ctx.now)
  const instance = await loadInstance(ctx.db, instanceId)
  await move(ctx, instance, await compiledById(ctx.db, instance.definitionId), person.id, (run) =>
    step(run, person),
  )
}

/**
 * One step of somebody who keeps the processes, in an instance within their data. The caller has checked the right. The
 * step may give the instance another version, of which it is run then.
 */
export async function administer(
  ctx: StepCtx & { who: Actor },
  instanceId: string,
  step: (run: Run, instance: Instance) => void | Promise<void>,
  version?: Known,
): Promise<void> {
  await ctx.db
    .selectFrom('process_instance as i')
    .select('i.id')
    .where('i.id', '=', instanceId)
    .where(visibleStations(ctx.who, 'i'))
    .executeTakeFirstOrThrow(notFound)
  const instance = await loadInstance(ctx.db, instanceId)
  if (instance.state.status !== 'running') throw new DomainError('workflow.ended', '流程已结束')
  const known = version ?? (await compiledById(ctx.db, instance.definitionId))
  await move(ctx, instance, known, ctx.who.userId, (run) => step(run, instance))
}

/** Moves a locked instance, and those that wait for it or that it calls. `actor` is null where nobody acts. */
async function move(
  ctx: StepCtx,
  instance: Instance,
  { process }: Known,
  actor: string | null,
  step: (run: Run) => void | Promise<void>,
  depth = 0,
): Promise<void> {
  if (depth > DEEPEST) throw new DomainError('workflow.deep', `流程互相调用超过 ${DEEPEST} 层`)
  const run = new Run(process, instance.state, {
    // The engine names the actor of a step in its events; nobody's id is empty.
    actor: actor ?? '',
    dueIn: await dueTimesOf(ctx, process),
  })
  const called: { token: number; key: string }[] = []
  try {
    await step(run)
    for (let demand = run.demands.shift(); demand; demand = run.demands.shift())
      await meet(ctx, instance, run, demand, called)
  } catch (error) {
    if (error instanceof WorkflowError) throw new DomainError(`workflow.${error.code}`, error.message)
    throw error
  }
  await saveStep(ctx.db, instance, run, actor, ctx.now)
  await enqueueJobs(ctx.db, instance, run)
  await endOrphans(ctx, instance, process, actor)
  for (const { token, key } of called) {
    const known = await currentOf(ctx.db, key)
    const { starter, variables } = instance.state
    const parent = { id: instance.id, token }
    const child = await addInstance(ctx.db, known.id, instance, { starter, variables, parent, now: ctx.now })
    await move(ctx, child, known, actor, (started) => started.start(), depth + 1)
  }
  if (instance.parent === null) await tellBusiness(ctx, instance, process)
  else if (instance.state.status === 'completed')
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

/** Finds the people of a step, runs a service, or notes which process is to be called. */
async function meet(
  ctx: StepCtx,
  instance: Instance,
  run: Run,
  { token, node: nodeId, previous }: Demand,
  called: { token: number; key: string }[],
): Promise<void> {
  const at = run.state.tokens.get(token)
  // A later move of the same step may have ended it.
  if (at?.doing !== 'demanding' || at.node !== nodeId) return
  const node = run.nodeOf(nodeId)
  if (node.kind === 'user') {
    // Who completed it before, unless they have left the company since.
    const again = previous !== null && !node.countersign ? await atWork(ctx.db, [previous]) : []
    const signers = again.map((assignee) => ({ assignee, candidates: [] }))
    staff(run, token, signers.length > 0 ? signers : await signersOf(ctx.db, run, node))
  } else if (node.kind === 'service') {
    if (node.isAsync) run.away(token)
    else run.served(token, await serve(ctx, instance, node, run.state.variables))
  } else if (node.kind === 'call') {
    run.away(token)
    called.push({ token, key: node.calls })
  }
}

async function serve(
  ctx: StepCtx,
  { businessType, businessId }: Instance,
  { id, name, handler }: { id: string; name: string; handler: string },
  variables: Variables,
): Promise<Variables> {
  const run = businessOf(businessType).services?.get(handler)
  if (!run) throw new DomainError('workflow.service', `“${name || id}”要执行的服务不存在`)
  return run(ctx, businessId, variables)
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
    .select(['id', 'definition_id', 'parent_token'])
    .where('parent_id', '=', id)
    .where('status', '=', 'running')
    .execute()
  for (const { id: childId, definition_id, parent_token } of children) {
    if (state.tokens.get(parent_token ?? 0)?.doing === 'away') continue
    const child = await loadInstance(ctx.db, childId)
    await move(ctx, child, await compiledById(ctx.db, definition_id), actor, (run) => run.end('voided', ''))
  }
}

/** The states that open steps give the business row; of several, the one first in the definition. */
function businessStateOf({ state }: Instance, process: Process): string | null {
  const open = new Set([...state.tokens.values()].map(({ node }) => node))
  for (const node of process.nodes.values())
    if (open.has(node.id) && node.kind === 'user' && node.businessState !== null) return node.businessState
  return null
}

async function tellBusiness(ctx: StepCtx, instance: Instance, process: Process): Promise<void> {
  const { id, businessType, businessId, state } = instance
  await businessOf(businessType).moved(ctx, {
    instanceId: id,
    businessId,
    status: state.status,
    businessState: businessStateOf(instance, process),
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
  const known = await compiledById(ctx.db, parent.definitionId)
  await move(ctx, parent, known, actor, (run) => run.served(token, changedIn(child)), depth + 1)
}

/** The variables that a called process has set: what it was given may have changed in its caller since. */
const changedIn = ({ given, state }: Instance): Variables =>
  Object.fromEntries(
    Object.entries(state.variables).filter(
      ([name, value]) => given === null || !isDeepStrictEqual(value, own(given, name)),
    ),
  )

const payload = z.object({ instanceId: z.string(), token: z.int(), round: z.int(), node: z.string() })

/** A visit of a node, by which a job knows whether it is still wanted. */
type Visit = z.output<typeof payload>

const failedAs =
  (kind: 'timer' | 'service') =>
  async (db: Db, job: { payload: Visit }, failure: Failure, { clock }: JobTools): Promise<void> => {
    if (failure.isFinal) await giveUp({ db, now: clock.now() }, kind, job.payload, failure)
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
      const instance = await loadInstance(db, instanceId)
      const known = await compiledById(db, instance.definitionId)
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
      const instance = await loadInstance(db, instanceId)
      const known = await compiledById(db, instance.definitionId)
      const at = instance.state.tokens.get(token)
      if (at?.round !== round || at.doing !== 'away') return
      await move(ctx, instance, known, null, async (run) => {
        const node = run.nodeOf(at.node)
        if (node.kind === 'service') run.served(token, await serve(ctx, instance, node, run.state.variables))
      })
    })
  },
}
